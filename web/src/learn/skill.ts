/** How hard the next puzzle should be: it follows how the player does. */

import * as v from 'valibot';
import { keep, recall, recordOf } from '../store';
import { isSolved, type Solved } from './progress';
import type { Puzzle } from './puzzles';

const NAME = 'skill';
/** From the easiest to the hardest grade. */
const [LEAST, MOST] = [1, 5];

/** What a puzzle does to the grade that is asked for next. */
export const STEPS = { solved: 0.34, wrong: -0.2, helped: -0.1, shown: -0.5 } as const;
export type Step = keyof typeof STEPS;

function all(): Record<string, number> {
  return recall(NAME, recordOf(v.pipe(v.number(), v.minValue(LEAST), v.maxValue(MOST)))) ?? {};
}

/** The grade that suits the player, from 1 to 5; everybody begins with easy ones. */
export function skill(game: string): number {
  return all()[game] ?? LEAST;
}

export function learn(game: string, step: Step): void {
  const next = Math.min(MOST, Math.max(LEAST, skill(game) + STEPS[step]));
  keep(NAME, { ...all(), [game]: Number(next.toFixed(2)) });
}

/** A number that looks random, and is the same for the same input. */
function shuffled(number: number): number {
  let x = Math.imul(number ^ 0x9e3779b9, 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

/**
 * The next puzzle: of the grade that suits the player, kinds mixed, none twice before all are
 * solved. Those whose solution was shown come after all others, when it may be forgotten. `numbers`
 * count from 1.
 */
export function nextMixed(
  puzzles: readonly Puzzle[],
  numbers: readonly number[],
  level: number,
  current: number,
  how: (number: number) => Solved | undefined,
): number | undefined {
  const others = numbers.filter((number) => number !== current);
  const unsolved = others.filter((number) => !isSolved(how(number)));
  const open = unsolved.filter((number) => how(number) !== 'shown');
  const kind = puzzles[current - 1]?.kind;
  const cost = (number: number) => {
    const puzzle = puzzles[number - 1];
    if (!puzzle) return Infinity;
    // Another kind than the last one is worth a little.
    return Math.abs(puzzle.grade - level) + (puzzle.kind === kind ? 0.3 : 0);
  };
  const list = [open, unsolved, others].find((list) => list.length > 0) ?? [];
  return [...list].sort((a, b) => cost(a) - cost(b) || shuffled(a) - shuffled(b))[0];
}
