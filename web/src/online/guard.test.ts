import { readFileSync } from 'node:fs';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { use } from '../rules';
import { caller } from '../rules/module';
import { guardRated, isGuarded, untilGuarded } from './guard';
import type { OnlineSession } from './session';

beforeAll(async () => {
  const bytes = readFileSync(new URL('../wasm/rules.wasm', import.meta.url));
  const { instance } = await WebAssembly.instantiate(bytes, {});
  use(caller(instance));
});

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    removeItem: (name: string) => kept.delete(name),
  });
});

const GAME = { name: 'bagh-chal' };
const POSITION = 'TG2T/5/5/5/T3T t g19 c0 mB1 1';

function note(changes: { rated?: boolean; over?: boolean; position?: string } = {}): void {
  const { rated = true, over = false, position = POSITION } = changes;
  const ending = over ? { ending: { outcome: 'draw', reason: 'agreement' } } : {};
  const snapshot = { position, setup: { game: 'bagh-chal', rated }, ...ending };
  guardRated({ id: 'a', you: 'goat', snapshot } as unknown as OnlineSession);
}

const guarded = (position: string) => isGuarded('bagh-chal', GAME, position);

it('guards a position of a rated game with all its mirror images', () => {
  expect(guarded(POSITION)).toBe(false);
  note();
  const images = ['TG2T/5/5/5/T3T', 'T2GT/5/5/5/T3T', 'T3T/G4/5/5/T3T', 'T3T/5/5/5/T2GT'];
  for (const image of images) expect(guarded(`${image} t g19 c0 - 7`), image).toBe(true);
});

it('guards nothing else', () => {
  note();
  expect(guarded('TG2T/5/5/5/T3T g g19 c0 - 1')).toBe(false);
  expect(guarded('T1G1T/5/5/5/T3T t g19 c0 - 1')).toBe(false);
  expect(isGuarded('kaooa', { name: 'kaooa' }, POSITION)).toBe(false);
});

it('lets a game go when it is over, and never guards one that is not rated', () => {
  note();
  note({ over: true });
  expect(guarded(POSITION)).toBe(false);
  note({ rated: false });
  expect(guarded(POSITION)).toBe(false);
});

it('follows the game, and survives a text that is no position', () => {
  note();
  note({ position: 'T1G1T/5/5/5/T3T t g19 c0 mC1 1' });
  expect(guarded(POSITION)).toBe(false);
  expect(guarded('T3T/5/G4/5/T3T t g19 c0')).toBe(true);
  note({ position: 'nonsense' });
  expect(guarded(POSITION)).toBe(false);
});

it('guards positions from which a move leads to a guarded one', () => {
  note();
  // A goat to B1, or to one of its mirror images, makes the position of the rated game.
  expect(guarded('T3T/5/5/5/T3T g g20 c0')).toBe(true);
  // From here no move does.
  expect(guarded('T1G1T/5/5/5/T3T g g19 c0')).toBe(false);
  note({ position: 'TGG1T/5/5/5/T3T t g18 c0' });
  expect(guarded('T1G1T/5/5/5/T3T g g19 c0')).toBe(true);
  expect(guarded('T3T/5/5/5/T3T g g20 c0')).toBe(false);
});

it('cuts a line where it reaches a guarded position', () => {
  const line = ['B1', 'A1A2', 'E2'];
  const shown = (before: string[] = [], rest = line) =>
    untilGuarded('bagh-chal', GAME, undefined, before, rest);
  expect(shown()).toEqual(line);
  note();
  expect(shown()).toEqual(['B1']);
  expect(shown(['D1'], ['A1A2'])).toEqual([]);
  expect(shown(['C1'], ['A1A2'])).toEqual(['A1A2']);
  expect(shown([], ['nonsense'])).toEqual([]);
});
