/**
 * What every move of a game was worth. A move keeps the value of the position, or throws goats
 * away: more are captured in the end, or, of a move of the tigers, fewer. A win of the tigers
 * counts as all the captures that they need, a win of the goats as one goat less than none.
 * Accuracy is the share of moves that keep the value. `bagh mark` counts in the same way.
 */

import type { MoveVerdict, Probe, Verdict } from '../api';
import type { Outcome, Side } from '../rules/types';

/** What a move did. `slip`: the outcome stays, goats are lost; `mistake`: the outcome is worse. */
export type Mark = 'best' | 'slow' | 'slip' | 'mistake';

export interface Judged {
  ply: number;
  side: Side;
  /** The position before the move, in OBX. */
  position: string;
  played: MoveVerdict;
  best: MoveVerdict;
  /** The moves that would have kept the value, the best first. */
  better: string[];
  thrown: number;
  mark: Mark;
}

export interface Tally {
  moves: number;
  keeping: number;
  /** From 0 to 1; nothing if there are no moves. */
  accuracy: number | null;
  thrown: number;
}

/** One number for a value: goats captured in the end, with wins at the ends of the scale. */
export function worth(of: { outcome: Outcome; captures: number | null }, toWin: number): number {
  if (of.outcome === 'goat-win') return -1;
  return of.outcome === 'tiger-win' ? toWin : (of.captures ?? 0);
}

/** What a move was worth; nothing if the tables do not say. */
export function judge(
  before: Probe,
  move: string,
  side: Side,
  ply: number,
  toWin: number,
): Judged | null {
  if (!before.known || !before.moves) return null;
  const best = before.moves[0];
  const played = before.moves.find((m) => m.move === move);
  if (!best || !played) return null;
  const value = worth(best, toWin);
  const thrown = Math.abs(worth(played, toWin) - value);
  const same = (a: Verdict, b: Verdict) => a.outcome === b.outcome && a.plies === b.plies;
  const mark: Mark =
    played.outcome !== best.outcome
      ? 'mistake'
      : thrown > 0
        ? 'slip'
        : same(played, best)
          ? 'best'
          : 'slow';
  return {
    ply,
    side,
    position: before.position,
    played,
    best,
    better: before.moves.filter((m) => worth(m, toWin) === value).map((m) => m.move),
    thrown,
    mark,
  };
}

/** The moves of one side, counted. */
export function tally(moves: readonly (Judged | null)[], side: Side): Tally {
  const known = moves.filter((m): m is Judged => m !== null && m.side === side);
  const keeping = known.filter((m) => m.thrown === 0).length;
  return {
    moves: known.length,
    keeping,
    accuracy: known.length ? keeping / known.length : null,
    thrown: known.reduce((sum, m) => sum + m.thrown, 0),
  };
}

/** Moves that threw something away. */
export function mistakes(moves: readonly (Judged | null)[]): Judged[] {
  return moves.filter((m): m is Judged => m !== null && m.thrown > 0);
}
