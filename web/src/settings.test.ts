import './i18n/for-tests';
import { beforeAll, expect, it, vi } from 'vitest';

const stored = new Map<string, string>();
/** Calls back as the browser does when another tab has stored something. */
let otherTab: (event: { key: string | null }) => void = () => {};

beforeAll(() => {
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
  });
  vi.stubGlobal('addEventListener', (name: string, listener: typeof otherTab) => {
    if (name === 'storage') otherTab = listener;
  });
});

const kept = () => JSON.parse(stored.get('bagh.settings') ?? '{}') as object;

it('two tabs do not undo what the other one chose', async () => {
  const { change, onChange, settings } = await import('./settings');
  change({ theme: 'dark' });
  expect(kept()).toMatchObject({ language: 'en', theme: 'dark', sound: true });
  // Another tab chooses a language, and this one has not heard of it when its sound is turned off.
  stored.set('bagh.settings', JSON.stringify({ ...kept(), language: 'ne' }));
  change({ sound: false });
  expect(kept()).toMatchObject({ language: 'ne', theme: 'dark', sound: false });
  // Then it hears, and those who listen are told what is new, and only that.
  const heard: object[] = [];
  onChange((changed) => heard.push(changed));
  otherTab({ key: 'bagh.something-else' });
  otherTab({ key: 'bagh.settings' });
  expect(heard).toEqual([{ language: 'ne' }]);
  expect(settings).toMatchObject({ language: 'ne', theme: 'dark', sound: false });
});
