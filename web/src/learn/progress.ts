/** What the browser remembers of lessons and puzzles. */

import * as v from 'valibot';
import { whole } from '../rules/schema';
import { keep, recall, recordOf, type Reads } from '../store';

/**
 * How a puzzle went: solved alone, solved with a hint, its solution was shown, or a hint was asked
 * for and it is still open.
 */
export type Solved = 'solved' | 'helped' | 'shown' | 'hinted';

/** What a player was told of a puzzle: some of its solution, or all of it. */
export type Help = 'hint' | 'solution';

export interface Progress {
  /** Puzzles by game and position. */
  puzzles: Record<string, Record<string, Solved>>;
  /** When help was last given with a puzzle, in milliseconds since 1970, while that is fresh. */
  seen: Record<string, Record<string, number>>;
  /** The furthest step of each lesson that was reached, counted from 1. */
  lessons: Record<string, number>;
  /** The steps of each lesson that were done by playing what they ask for. */
  done: Record<string, number[]>;
}

const NAME = 'learn';
/** For how long help is remembered: meanwhile nobody solves the puzzle alone. */
export const FRESH = 60 * 60 * 1000;

const EMPTY: Progress = { puzzles: {}, seen: {}, lessons: {}, done: {} };
const schema: Reads<Progress> = v.object({
  puzzles: v.fallback(recordOf(recordOf(v.picklist(['solved', 'helped', 'shown', 'hinted']))), {}),
  seen: v.fallback(recordOf(recordOf(whole)), {}),
  lessons: v.fallback(recordOf(v.pipe(whole, v.minValue(1))), {}),
  done: v.fallback(recordOf(v.array(whole)), {}),
});

/** What is remembered; anything that is not understood is left out. */
export function progress(): Progress {
  return recall(NAME, schema) ?? structuredClone(EMPTY);
}

/** How a puzzle was solved, if it was. */
export function solvedHow(game: string, position: string): Solved | undefined {
  return progress().puzzles[game]?.[position];
}

/** Whether a puzzle counts as solved: its solution was found, not shown. */
export function isSolved(how: Solved | undefined): boolean {
  return how === 'solved' || how === 'helped';
}

/** What the player still knows of a puzzle's solution, who was told some of it a while ago. */
export function helpWith(game: string, position: string, now = Date.now()): Help | null {
  const { puzzles, seen } = progress();
  const how = puzzles[game]?.[position];
  if (how === undefined || how === 'solved') return null;
  if (now - (seen[game]?.[position] ?? 0) >= FRESH) return null;
  return how === 'shown' ? 'solution' : 'hint';
}

/** How a puzzle went that was solved after some help, or none. */
export function solvedWith(help: Help | null): Exclude<Solved, 'hinted'> {
  if (help === null) return 'solved';
  // To play back what was shown is not to solve it.
  return help === 'hint' ? 'helped' : 'shown';
}

const RANK: Record<Solved, number> = { hinted: 0, shown: 1, helped: 2, solved: 3 };

/** Remembers how a puzzle went; the best of several tries stays. */
export function keepSolved(game: string, position: string, how: Solved, now = Date.now()): void {
  const all = progress();
  const before = all.puzzles[game]?.[position];
  const best = before !== undefined && RANK[before] > RANK[how] ? before : how;
  all.puzzles[game] = { ...all.puzzles[game], [position]: best };
  if (how !== 'solved') {
    const fresh = Object.entries(all.seen[game] ?? {}).filter(([, when]) => now - when < FRESH);
    all.seen[game] = { ...Object.fromEntries(fresh), [position]: now };
  }
  keep(NAME, all);
}

/** Remembers that a step of a lesson was reached. */
export function keepReached(game: string, step: number): void {
  const all = progress();
  all.lessons[game] = Math.max(all.lessons[game] ?? 0, step);
  keep(NAME, all);
}

/** Remembers that a step of a lesson was done. */
export function keepDone(game: string, step: number): void {
  const all = progress();
  all.done[game] = [...new Set([...(all.done[game] ?? []), step])].sort((a, b) => a - b);
  keep(NAME, all);
}
