import { readFileSync } from 'node:fs';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { use } from '../rules';
import { caller } from '../rules/module';
import { DEFAULTS, loadGame, newGame, savedGames, tidyGames, unfinished } from './saved';

/** How often the rules were asked. */
let asked = 0;

beforeAll(async () => {
  const bytes = readFileSync(new URL('../wasm/rules.wasm', import.meta.url));
  const { instance } = await WebAssembly.instantiate(bytes, {});
  const call = caller(instance);
  use((request) => {
    asked += 1;
    return call(request);
  });
});

/** A storage that lists its names, as browsers do. */
beforeEach(() => {
  const storage = Object.create({
    getItem(name: string) {
      return (this as Record<string, string>)[name] ?? null;
    },
    setItem(name: string, text: string) {
      (this as Record<string, string>)[name] = text;
    },
    removeItem(name: string) {
      delete (this as Record<string, string>)[name];
    },
  }) as Storage;
  vi.stubGlobal('localStorage', storage);
});

const DAY = 24 * 60 * 60 * 1000;

function store(id: string, changes: object): void {
  const saved = { ...newGame(DEFAULTS), id, ...changes };
  localStorage.setItem(`bagh.game.${id}`, JSON.stringify(saved));
}

it('a game in progress is never tidied away, however many and however old', () => {
  for (let i = 0; i < 40; i++) store(`g${i}`, { moves: ['C3'], changed: 1000 + i });
  tidyGames(undefined);
  expect(unfinished()).toHaveLength(40);
});

it('games that ended or never began go when they are old or many, but not the one at hand', () => {
  const now = Date.now();
  store('old', { moves: [], changed: now - 2 * DAY });
  store('ended', { moves: ['C3'], over: true, changed: now - 2 * DAY });
  store('mine', { moves: [], changed: now - 2 * DAY });
  store('new', { moves: [], changed: now });
  tidyGames('mine');
  expect(
    savedGames()
      .map((saved) => saved.id)
      .sort(),
  ).toEqual(['mine', 'new']);
  for (let i = 0; i < 40; i++) store(`e${i}`, { moves: ['C3'], over: true, changed: now - i });
  tidyGames('mine');
  expect(savedGames().length).toBeLessThan(35);
});

it('games that are listed again are not replayed again, until they change', () => {
  for (let i = 0; i < 5; i++) store(`l${i}`, { moves: ['C3', 'A1B1'], changed: 1000 + i });
  expect(unfinished()).toHaveLength(5);
  asked = 0;
  for (let i = 0; i < 10; i++) unfinished();
  expect(asked).toBe(0);
  store('l2', { moves: ['C3', 'A1B1', 'E3'], changed: 2000 });
  expect(unfinished()[0]).toMatchObject({ id: 'l2', moves: ['C3', 'A1B1', 'E3'] });
  localStorage.removeItem('bagh.game.l4');
  expect(unfinished()).toHaveLength(4);
  // A game that is played is one of its own: nobody else's list changes with it.
  loadGame('l2')?.moves.push('B1B2');
  expect(unfinished()[0]?.moves).toHaveLength(3);
});

it('what is stored under a name of another game, or is none, is not listed', () => {
  store('mine', { id: 'other', moves: ['C3'] });
  localStorage.setItem('bagh.game.x', 'no json');
  expect(savedGames()).toEqual([]);
});
