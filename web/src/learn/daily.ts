/** The puzzle of the day: the same for everybody, with or without a connection. */

import * as v from 'valibot';
import { keep, recall, recordOf } from '../store';
import type { Collection, PuzzleGame } from './puzzles';

const NAME = 'daily';
const DAY = 24 * 60 * 60 * 1000;
/** Days that are remembered. */
const MOST = 400;

export type Daily = 'solved' | 'helped';

/** The number of the day, counted from 1970 in UTC, so that it changes everywhere at once. */
export function today(now = Date.now()): number {
  return Math.floor(now / DAY);
}

/** The game of a day: two days Bagh Chal, then one day Aadu Puli Attam. */
export function dailyGame(day = today()): PuzzleGame {
  return day % 3 === 2 ? 'aadu-puli' : 'bagh-chal';
}

/** The number of a day's puzzle, counted from 1. All but the hardest take their turn. */
export function dailyNumber({ puzzles }: Collection, day = today()): number {
  const fitting = puzzles.flatMap((puzzle, i) => (puzzle.grade <= 4 ? [i + 1] : []));
  // A step that shares no factor with the length visits every one before it repeats.
  const step = [61, 67, 71, 73].find((prime) => fitting.length % prime !== 0) ?? 1;
  return fitting[(day * step) % fitting.length] ?? 1;
}

function days(): Record<string, Daily> {
  return recall(NAME, recordOf(v.picklist(['solved', 'helped']))) ?? {};
}

/** How the puzzle of a day was solved, if it was. */
export function dailyState(day = today()): Daily | undefined {
  return days()[day];
}

export function keepDaily(how: Daily, day = today()): void {
  const all = days();
  if (all[day] !== 'solved') all[day] = how;
  const sorted = Object.entries(all).sort(([a], [b]) => Number(b) - Number(a));
  keep(NAME, Object.fromEntries(sorted.slice(0, MOST)));
}

/** Days in a row, up to today or yesterday, on which the puzzle of the day was solved. */
export function streak(day = today()): number {
  const all = days();
  let at = all[day] ? day : day - 1;
  let length = 0;
  while (all[at]) {
    length++;
    at--;
  }
  return length;
}
