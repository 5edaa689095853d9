import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import '../i18n/for-tests';
import type { MoveVerdict } from '../api';
import { speak, want } from '../i18n';
import {
  game as gameOf,
  state as stateOf,
  use,
  type Outcome,
  type Side,
  type State,
} from '../rules';
import { caller } from '../rules/module';
import { costWords } from './refuting';
import type { Judged } from './reviewing';

beforeAll(async () => {
  const bytes = readFileSync(new URL('../wasm/rules.wasm', import.meta.url));
  const { instance } = await WebAssembly.instantiate(bytes, {});
  use(caller(instance));
  await Promise.all([speak('en'), want('analyse')]);
});

const REF = { name: 'bagh-chal' };

function verdict(outcome: Outcome, captures: number | null, plies: number | null): MoveVerdict {
  return { move: '', position: '', outcome, captures, plies } as unknown as MoveVerdict;
}

/** What a mistake costs that is followed by a line. */
function cost(side: Side, best: MoveVerdict, played: MoveVerdict, moves: string[]): string {
  const states = moves.map((_, i) => stateOf(REF, moves.slice(0, i + 1)));
  return costWords({ side, best, played } as Judged, gameOf(REF), states);
}

const draw = (captures: number) => verdict('draw', captures, null);
const win = (plies: number | null) => verdict('goat-win', null, plies);
const lost = verdict('tiger-win', 5, 9);
/** A goat beside a tiger, which is taken in the next move. */
const TAKEN = ['B1', 'A1C1'];

describe('what a mistake of the goats costs', () => {
  it.each([
    ['a goat', draw(0), draw(1), TAKEN, 'The tiger on A1 takes B1.'],
    ['two goats', draw(0), draw(2), TAKEN, /takes B1, and a second goat cannot be saved\.$/],
    ['three', draw(0), draw(3), TAKEN, /takes B1, and 3 goats are lost in all\.$/],
    ['more than before', draw(1), draw(3), TAKEN, /and 3 goats are lost instead of 1\.$/],
    ['the game', draw(3), lost, TAKEN, /takes B1, and the tigers win\.$/],
    ['the game, without a line', draw(3), lost, ['B1'], 'Now the tigers win with best play.'],
    ['a win, with a goat', win(9), draw(1), TAKEN, /takes B1, and the win is gone: .* a draw\.$/],
    ['a win, with two goats', win(null), draw(2), TAKEN, /takes B1, and the win is gone/],
    ['a win, without a goat', win(9), draw(0), ['B1'], /^The win is gone/],
    ['the game instead of a win', win(9), lost, TAKEN, /and the tigers win\.$/],
    ['more, without a line', draw(1), draw(2), ['B1'], 'The tigers now take 2 instead of 1.'],
  ] as const)('%s', (_, best, played, moves, words) => {
    expect(cost('goat', best, played, [...moves])).toMatch(words);
  });

  it('a goat that is taken later is counted in moves', () => {
    const moves = ['C1', 'A1B1', 'C3', 'B1D1'];
    // The tiger stands on A1 when this is read.
    expect(cost('goat', draw(0), draw(1), moves)).toBe('The tiger on A1 takes C1 in 2 moves.');
  });

  it('a goat that is placed after the mistake is not named by a point', () => {
    const moves = ['E3', 'A1B1', 'C1', 'B1D1'];
    expect(cost('goat', draw(0), draw(1), moves)).toBe('The tiger on A1 takes a goat in 2 moves.');
  });

  /** Positions of a line of which only the moves matter here. */
  const line = (...moves: [from: string | null, to: string, over?: string][]) => {
    const at = (name: string) => gameOf(REF).points.findIndex((point) => point.name === name);
    return moves.map(([from, to, over]) => ({
      captured: 0,
      result: null,
      last_move: { from: from && at(from), to: at(to), over: over === undefined ? null : at(over) },
    })) as unknown as State[];
  };
  const told = (states: State[]) =>
    costWords({ side: 'goat', best: draw(0), played: draw(1) } as Judged, gameOf(REF), states);

  it('a goat that moves before it is taken is named by where it stands now', () => {
    const states = line(['E4', 'E3'], ['A1', 'A2'], ['B3', 'B2'], ['A2', 'C2', 'B2']);
    expect(told(states)).toBe('The tiger on A1 takes B3 in 2 moves.');
  });

  it('a tiger that is placed after the mistake stands nowhere yet', () => {
    const states = line([null, 'B2'], [null, 'A2'], [null, 'E3'], ['A2', 'C2', 'B2']);
    expect(told(states)).toBe('A tiger takes a goat in 2 moves.');
  });
});

describe('what a mistake of the tigers costs', () => {
  it.each([
    ['goats', draw(3), draw(1), 'The tigers could have taken 3; now they take 1.'],
    ['a win', lost, draw(2), /^The win is gone/],
    ['the game', draw(2), win(1), 'The goats trap every tiger in 1 move.'],
    ['the game, later', draw(2), win(8), 'The goats trap every tiger in 4 moves.'],
    ['the game, nobody knows when', draw(2), win(null), 'Now the goats can trap every tiger.'],
  ] as const)('%s', (_, best, played, words) => {
    expect(cost('tiger', best, played, ['C1', 'A1B1'])).toMatch(words);
  });
});
