import { afterEach, expect, it, vi } from 'vitest';
import { takeSeat } from './seat';

type Asked = (lock: object | null) => Promise<void> | undefined;

/** A browser whose locks answer as the test wants. */
function locks(request: (asked: Asked) => Promise<unknown>): void {
  vi.stubGlobal('navigator', {
    locks: { request: (_: string, __: object, asked: Asked) => request(asked) },
  });
}

afterEach(() => vi.unstubAllGlobals());

it('a browser that refuses locks lets the game be played, and calls nothing lost', async () => {
  locks(() => Promise.reject(new DOMException('not here', 'SecurityError')));
  const lost = vi.fn();
  expect(await takeSeat('x', lost)).not.toBeNull();
  expect(lost).not.toHaveBeenCalled();
});

it('a seat that another tab has is not given, and one that it takes is lost', async () => {
  locks((asked) => Promise.resolve(asked(null)));
  expect(await takeSeat('x', () => {})).toBeNull();
  const lost = vi.fn();
  let steal = () => {};
  locks((asked) => {
    void asked({});
    return new Promise((_, reject) => {
      steal = () => reject(new DOMException('stolen', 'AbortError'));
    });
  });
  expect(await takeSeat('x', lost)).not.toBeNull();
  steal();
  await vi.waitFor(() => expect(lost).toHaveBeenCalledOnce());
});

it('a seat that is left is not lost', async () => {
  locks((asked) => Promise.resolve(asked({})));
  const lost = vi.fn();
  const leave = await takeSeat('x', lost);
  leave?.();
  await Promise.resolve();
  expect(lost).not.toHaveBeenCalled();
});
