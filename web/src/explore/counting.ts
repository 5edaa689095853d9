/** Classes of positions added up, for charts and tables. */

import { digits } from '../i18n';
import type { Side } from '../rules';
import type { ClassRow, DistanceRow, PublishedNumber } from './data';

/** One bar: a number of goats, and how many positions have which value. */
export interface Bar {
  /** Goats placed, or captured. */
  at: number;
  positions: number;
  tigerWins: number;
  /** By the number of goats captured in the end. */
  draws: number[];
  goatWins: number;
}

function add(bar: Bar, row: ClassRow): void {
  bar.positions += row.positions;
  bar.tigerWins += row.tiger_wins;
  bar.goatWins += row.goat_wins;
  for (const [captured, positions] of Object.entries(row.draws)) {
    const i = Number(captured);
    bar.draws[i] = (bar.draws[i] ?? 0) + positions;
  }
}

/** The classes of a phase with a side to move, added up by a number of goats. */
export function bars(
  classes: readonly ClassRow[],
  phase: ClassRow['phase'],
  turn: Side,
  by: 'placed' | 'captured',
): Bar[] {
  const all = new Map<number, Bar>();
  for (const row of classes) {
    if (row.phase !== phase || row.turn !== turn) continue;
    const at = row[by];
    const bar = all.get(at) ?? { at, positions: 0, tigerWins: 0, draws: [], goatWins: 0 };
    all.set(at, bar);
    add(bar, row);
  }
  return [...all.values()].sort((a, b) => a.at - b.at);
}

export function drawn(bar: Bar): number {
  return bar.draws.reduce((sum, positions) => sum + positions, 0);
}

export function total(classes: readonly ClassRow[]): number {
  return classes.reduce((sum, row) => sum + row.positions, 0);
}

/** Wins after a number of captures: positions by plies, in steps, both sides to move together. */
export interface Series {
  captured: number;
  /** The plies of the longest. */
  longest: number;
  /** Positions in each step of plies. */
  counts: number[];
}

export function series(
  rows: readonly DistanceRow[],
  outcome: DistanceRow['outcome'],
  step: number,
): Series[] {
  const all = new Map<number, Series>();
  for (const row of rows) {
    if (row.outcome !== outcome) continue;
    const found = all.get(row.captured) ?? { captured: row.captured, longest: 0, counts: [] };
    all.set(row.captured, found);
    row.positions.forEach((positions, plies) => {
      if (positions === 0) return;
      const i = Math.floor(plies / step);
      while (found.counts.length <= i) found.counts.push(0);
      found.counts[i] = (found.counts[i] ?? 0) + positions;
      found.longest = Math.max(found.longest, plies);
    });
  }
  return [...all.values()]
    .filter((one) => one.counts.length > 0)
    .sort((a, b) => a.captured - b.captured);
}

/** Published numbers by where they are printed, in order. */
export function bySource(numbers: readonly PublishedNumber[]): [string, PublishedNumber[]][] {
  const all = new Map<string, PublishedNumber[]>();
  for (const number of numbers) {
    const list = all.get(number.source) ?? [];
    all.set(number.source, list);
    list.push(number);
  }
  return [...all];
}

/** A number of bytes for people. */
export function size(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const number = value < 10 && unit > 0 ? value.toFixed(1) : String(Math.round(value));
  return `${digits(number)} ${units[unit]}`;
}
