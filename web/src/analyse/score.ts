/** Scores of the computer, as captures. */

/** The captures that a score expects in the end; -1 where the goats are expected to win. */
export function expected(score: number): number {
  return score / 1000 - 1;
}
