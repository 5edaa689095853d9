import { readFileSync } from 'node:fs';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import '../i18n/for-tests';
import { game as gameOf, state as stateOf, use } from '../rules';
import { formOf } from '../rules/forms';
import { caller } from '../rules/module';
import { rememberPlayed, type PlayedGame } from '../play/history';
import { Explorer } from './explorer';

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

const subject = (name: string) => {
  const ref = { name };
  return { name, ref, game: gameOf(ref), served: true };
};

let number = 0;
function played(name: string, moves: string, more: Partial<PlayedGame> = {}): void {
  rememberPlayed({
    id: `game-${++number}`,
    game: { name },
    moves: moves.split(' '),
    outcome: 'goat-win',
    reason: 'resignation',
    own: 'goat',
    level: 2,
    hints: 0,
    takenBack: 0,
    when: number,
    ...more,
  });
}

it('an arrangement has the form of its mirror images, and of nothing else', () => {
  const { game } = subject('bagh-chal');
  const at = (...names: string[]) =>
    names.map((name) => game.points.findIndex((point) => point.name === name));
  const form = (tiger: string, goat: string) =>
    formOf(game, { tigers: at(tiger), goats: at(goat) });
  expect(form('A1', 'B1')).toBe(form('E5', 'E4'));
  expect(form('A1', 'B1')).toBe(form('E1', 'E2'));
  expect(form('A1', 'B1')).not.toBe(form('B1', 'A1'));
  expect(form('A1', 'B1')).not.toBe(form('A1', 'B2'));
});

it('first moves that are mirror images of each other are one row, with the games of all', () => {
  played('bagh-chal', 'C1 E1D1 A1', { outcome: 'draw' });
  played('bagh-chal', 'A3 A1A2', { outcome: 'tiger-win' });
  played('bagh-chal', 'B1 A1A2');
  played('bagh-chal', 'C1', { game: { name: 'bagh-chal', captures: 3 } });
  const explorer = new Explorer(subject('bagh-chal'));
  expect(explorer.games).toBe(3);
  const start = stateOf({ name: 'bagh-chal' });
  const rows = explorer.at(start);
  expect(rows).toHaveLength(5);
  expect(rows[0]).toEqual({
    moves: ['C1', 'A3', 'E3', 'C5'],
    played: { games: 2, won: 0, drawn: 1, lost: 1 },
  });
  expect(rows[1]?.moves).toHaveLength(8);
  expect(rows[1]?.played).toEqual({ games: 1, won: 1, drawn: 0, lost: 0 });
  expect(rows.slice(2).every((row) => row.played === null)).toBe(true);
  // After C1, what was played after A3 counts, too: it is the same on the other side.
  const next = explorer.at(stateOf({ name: 'bagh-chal' }, ['C1']));
  expect(next[0]?.played?.games).toBe(2);
  expect(next[0]?.moves).toContain('E1D1');
});

it('moves that nobody played come in the order that is asked for', () => {
  const explorer = new Explorer(subject('bagh-chal'));
  const rows = explorer.at(stateOf({ name: 'bagh-chal' }), ['C3', 'B2', 'A3']);
  expect(rows.slice(0, 3).map(({ moves }) => moves[0])).toEqual(['C3', 'B2', 'A3']);
});

it.each([
  ['bagh-chal', 'D3 A1B1 E4 E5E3 A2 E3C3 E2 E1E3 B5 A5C5 B2 B1B3'],
  ['aadu-puli', 'B8 B18 B16 B12 B0 B11 B0B5 B17 B5B0 B21 B16B15 B6 B15B20 B22 B20B19 B20 B0B4'],
])(
  'games of %s are followed as the rules do, captures and placed tigers included',
  (name, text) => {
    played(name, text);
    const explorer = new Explorer(subject(name));
    const moves = text.split(' ');
    moves.forEach((move, i) => {
      const rows = explorer.at(stateOf({ name }, moves.slice(0, i)));
      expect(rows[0]?.played?.games, `${i}: ${move}`).toBe(1);
      expect(rows[0]?.moves, `${i}`).toContain(move);
    });
  },
);

it('it is made again for another board, and when the games change', () => {
  played('bagh-chal', 'C1');
  const explorer = new Explorer(subject('bagh-chal'));
  expect(explorer.fits(subject('bagh-chal'))).toBe(true);
  expect(explorer.fits(subject('aadu-puli'))).toBe(false);
  played('bagh-chal', 'C3');
  expect(explorer.fits(subject('bagh-chal'))).toBe(false);
});
