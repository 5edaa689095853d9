/** Moves grouped by what they are worth, and what is shown of them on the board. */

import type { MoveVerdict } from '../api';
import type { Arrow, Mark, MarkKind } from '../board/config';
import type { Move, Outcome } from '../rules/types';

/** Moves that are worth the same. */
export interface Class {
  outcome: Outcome;
  captures: number | null;
  plies: number | null;
  moves: string[];
}

export interface Group {
  outcome: Outcome;
  classes: Class[];
  count: number;
}

/** The groups in the order of the moves, which is best first. */
export function grouped(moves: readonly MoveVerdict[]): Group[] {
  const groups: Group[] = [];
  for (const { move, outcome, captures, plies } of moves) {
    let group = groups.find((g) => g.outcome === outcome);
    if (!group) groups.push((group = { outcome, classes: [], count: 0 }));
    let same = group.classes.find((c) => c.captures === captures && c.plies === plies);
    if (!same) group.classes.push((same = { outcome, captures, plies, moves: [] }));
    same.moves.push(move);
    group.count++;
  }
  return groups;
}

/** The moves that are worth as much as the first. */
export function bestMoves(moves: readonly MoveVerdict[]): string[] {
  return grouped(moves)[0]?.classes[0]?.moves ?? [];
}

/** A few characters for the board: plies of a win, `×3` for the captures of a draw. */
export function shortLabel(
  of: { captures: number | null; plies: number | null; outcome: Outcome },
  digits: (value: number) => string = String,
): string {
  if (of.outcome !== 'draw') return of.plies === null ? '' : digits(of.plies);
  return of.captures === null ? '' : `×${digits(of.captures)}`;
}

export interface Shown {
  marks: Mark[];
  arrows: Arrow[];
}

/** Marks and arrows for moves: a mark where a piece is placed, an arrow where one moves. */
export function shown(
  legal: readonly Move[],
  wanted: readonly { move: string; kind: MarkKind; label?: string; soft?: boolean }[],
): Shown {
  const marks: Mark[] = [];
  const arrows: Arrow[] = [];
  // The best are drawn last, on top of the others.
  for (const { move: text, kind, label, soft } of [...wanted].reverse()) {
    const move = legal.find((m) => m.text === text);
    if (!move) continue;
    const rest = { kind, ...(label ? { label } : {}), ...(soft ? { soft } : {}) };
    if (move.from === null) marks.push({ point: move.to, ...rest });
    else arrows.push({ from: move.from, to: move.to, ...rest });
  }
  return { marks, arrows };
}

/** All moves on the board, the best ones stronger than the others; or the best only. */
export function shownValues(
  legal: readonly Move[],
  moves: readonly MoveVerdict[],
  which: 'all' | 'best',
  digits?: (value: number) => string,
): Shown {
  const best = new Set(bestMoves(moves));
  // Where all moves are worth the same, the same number at each of them says nothing.
  const differ = best.size < moves.length;
  const wanted = moves
    .filter((move) => which === 'all' || best.has(move.move))
    .map((move) => ({
      move: move.move,
      kind: move.outcome,
      label: differ ? shortLabel(move, digits) : '',
      soft: !best.has(move.move),
    }));
  return shown(legal, wanted);
}
