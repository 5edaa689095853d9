import { readFileSync } from 'node:fs';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { use } from '../rules';
import { caller } from '../rules/module';
import { forgetGame, playedGames, rememberGame } from './history';
import { DEFAULTS, loadGame, newGame, saveGame, type SavedGame } from './saved';

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

const RESULT = { outcome: 'goat-win', reason: 'resignation' } as const;
const JUDGED = { accuracy: { tiger: 0.5, goat: 0.75 }, source: 'tables' } as const;

function ended(): SavedGame {
  const saved = { ...newGame(DEFAULTS), moves: ['C3', 'A1B1'], over: true };
  saveGame(saved);
  return saved;
}

it('a game is remembered once, and how well it was played when that is known', () => {
  const saved = ended();
  rememberGame(saved, RESULT);
  expect(playedGames()).toMatchObject([{ id: saved.id, own: 'goat', level: 2 }]);
  const [{ when } = { when: 0 }] = playedGames();
  rememberGame(saved, RESULT, JUDGED);
  // Another look at it knows no less, and does not make it a game of today.
  rememberGame(loadGame(saved.id)!, RESULT);
  expect(playedGames()).toMatchObject([{ id: saved.id, accuracy: 0.75, exact: true, when }]);
});

it('a game that was deleted from the history does not come back', () => {
  const saved = ended();
  rememberGame(saved, RESULT);
  forgetGame(saved.id);
  rememberGame(loadGame(saved.id)!, RESULT, JUDGED);
  expect(playedGames()).toEqual([]);
});

it('a game that goes on is not remembered', () => {
  const saved = { ...ended(), over: false };
  rememberGame(saved, RESULT, JUDGED);
  expect(playedGames()).toEqual([]);
});

it('a game that ended another way after moves were taken back takes the place of the first end', () => {
  const saved = ended();
  rememberGame(saved, RESULT, JUDGED);
  forgetGame(saved.id);
  delete saved.recorded;
  saved.moves = ['C3', 'A1B1', 'E3'];
  rememberGame(saved, { outcome: 'draw', reason: 'agreement' });
  expect(playedGames()).toMatchObject([{ outcome: 'draw', moves: saved.moves }]);
  expect(playedGames()[0]?.accuracy).toBeUndefined();
});
