/** What the browser remembers of lessons and puzzles. */

import { keep, recall } from '../store';

/** How a puzzle was solved: alone, or after a hint or the solution. */
export type Solved = 'solved' | 'helped';

export interface Progress {
  /** Solved puzzles by game and position. */
  puzzles: Record<string, Record<string, Solved>>;
  /** The furthest step of each lesson that was finished, counted from 1. */
  lessons: Record<string, number>;
}

const NAME = 'learn';

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What is remembered; anything that is not understood is left out. */
export function progress(): Progress {
  const kept = recall<unknown>(NAME);
  const puzzles: Progress['puzzles'] = {};
  const lessons: Progress['lessons'] = {};
  if (isRecord(kept)) {
    for (const [game, solved] of Object.entries(isRecord(kept.puzzles) ? kept.puzzles : {})) {
      if (!isRecord(solved)) continue;
      const known = Object.entries(solved).filter(
        ([, how]) => how === 'solved' || how === 'helped',
      );
      puzzles[game] = Object.fromEntries(known) as Record<string, Solved>;
    }
    for (const [game, step] of Object.entries(isRecord(kept.lessons) ? kept.lessons : {})) {
      if (typeof step === 'number' && Number.isInteger(step) && step > 0) lessons[game] = step;
    }
  }
  return { puzzles, lessons };
}

/** How a puzzle was solved, if it was. */
export function solvedHow(game: string, position: string): Solved | undefined {
  return progress().puzzles[game]?.[position];
}

/** Remembers a solved puzzle. Once it is solved alone it stays so. */
export function keepSolved(game: string, position: string, how: Solved): void {
  const all = progress();
  const before = all.puzzles[game]?.[position];
  all.puzzles[game] = { ...all.puzzles[game], [position]: before === 'solved' ? before : how };
  keep(NAME, all);
}

/** Remembers that a step of a lesson was finished. */
export function keepStep(game: string, step: number): void {
  const all = progress();
  all.lessons[game] = Math.max(all.lessons[game] ?? 0, step);
  keep(NAME, all);
}
