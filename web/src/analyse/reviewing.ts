/**
 * What every move of a game was worth. A move keeps the value of the position, or throws goats
 * away: more are captured in the end, or, of a move of the tigers, fewer. A win of the tigers
 * counts as all the captures that they need, a win of the goats as one goat less than none.
 *
 * Accuracy is the share of moves that keep the value, among those that could have lost it: where
 * every legal move is worth the same, nothing could go wrong, and the move is not counted.
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
  /** Goats that the move threw away. */
  thrown: number;
  mark: Mark;
  /** Whether some other move would have thrown something away. */
  critical: boolean;
  /** The value before and after the move: -1 for a win of the goats, up to the captures that win. */
  before: number;
  after: number;
  /** Whether the tables said so; if not, the computer estimated it. */
  exact: boolean;
  /** What the computer would have played on with, after the move. */
  line?: string[];
}

export interface Tally {
  /** Moves that were looked at, those that could have erred, and those of them that did not. */
  moves: number;
  critical: number;
  keeping: number;
  /** From 0 to 1; nothing if no move could have erred. */
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
  const after = worth(played, toWin);
  const thrown = Math.abs(after - value);
  const same = (a: Verdict, b: Verdict) => a.outcome === b.outcome && a.plies === b.plies;
  const mark: Mark =
    played.outcome !== best.outcome
      ? 'mistake'
      : thrown > 0
        ? 'slip'
        : same(played, best)
          ? 'best'
          : 'slow';
  const better = before.moves.filter((m) => worth(m, toWin) === value).map((m) => m.move);
  return {
    ply,
    side,
    position: before.position,
    played,
    best,
    better,
    thrown,
    mark,
    critical: better.length < before.moves.length,
    before: value,
    after,
    exact: true,
  };
}

/** A position as the computer estimates it: the best line, and the value in goats. */
export interface Estimated {
  position: string;
  side: Side;
  /** Moves of the best line. */
  line: string[];
  /** Goats, as the tigers see it; wins at the ends of the scale. */
  value: number;
  /** How much less the second-best move is worth, if there is one. */
  gap: number | null;
  winner: Side | null;
}

/** A move that loses less than this, in goats, keeps the value as far as an estimate can tell. */
const NOISE = 0.6;

/** Goats that a move lost, by estimates of the value before and after it. */
export function goatsLost(side: Side, before: number, after: number): number {
  const lost = side === 'tiger' ? before - after : after - before;
  return lost >= NOISE ? Number(lost.toFixed(1)) : 0;
}

/** What a move was worth by estimates before and after it. */
export function judgeEstimates(
  before: Estimated,
  after: Estimated,
  move: string,
  ply: number,
): Judged {
  const thrown = goatsLost(before.side, before.value, after.value);
  const changed = before.winner !== after.winner;
  const verdict = (of: Estimated, text: string): MoveVerdict => ({
    move: text,
    outcome: of.winner === 'tiger' ? 'tiger-win' : of.winner === 'goat' ? 'goat-win' : 'draw',
    captures: null,
    plies: null,
  });
  return {
    ply,
    side: before.side,
    position: before.position,
    played: verdict(after, move),
    best: verdict(before, before.line[0] ?? move),
    better: before.line[0] && thrown > 0 ? [before.line[0]] : [move],
    thrown,
    mark: thrown === 0 ? 'best' : changed ? 'mistake' : 'slip',
    critical: thrown > 0 || (before.gap ?? 0) >= NOISE,
    before: before.value,
    after: after.value,
    exact: false,
    line: after.line,
  };
}

/** The moves of one side, counted. */
export function tally(moves: readonly (Judged | null)[], side: Side): Tally {
  const known = moves.filter((m): m is Judged => m !== null && m.side === side);
  const critical = known.filter((m) => m.critical);
  const keeping = critical.filter((m) => m.thrown === 0).length;
  return {
    moves: known.length,
    critical: critical.length,
    keeping,
    accuracy: critical.length ? keeping / critical.length : null,
    thrown: known.reduce((sum, m) => sum + m.thrown, 0),
  };
}

/** Moves that threw something away. */
export function mistakes(moves: readonly (Judged | null)[]): Judged[] {
  return moves.filter((m): m is Judged => m !== null && m.thrown > 0);
}

/** The move that decided the game: the last that changed the outcome, or the costliest. */
export function turningPoint(moves: readonly (Judged | null)[]): Judged | null {
  const list = mistakes(moves);
  const decisive = list.findLast((m) => m.mark === 'mistake');
  if (decisive) return decisive;
  return list.reduce<Judged | null>(
    (most, m) => (most === null || m.thrown > most.thrown ? m : most),
    null,
  );
}
