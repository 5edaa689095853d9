/** What is said while a puzzle is solved. */

import { t } from '../i18n';
import { isSolved, type Solved } from './progress';
import type { Solving } from './solving';

/** What is said of a puzzle that is solved: with the help that there was. */
export function solvedWords({ help }: Solving): string {
  if (help === null) return t('puzzles.solved');
  return t(help === 'hint' ? 'puzzles.solved.helped' : 'mistakes.helped');
}

/** How many puzzles are solved, and how many of them with help. */
export function doneWords(hows: readonly (Solved | undefined)[]): string {
  const done = hows.filter((how) => isSolved(how)).length;
  const helped = hows.filter((how) => how === 'helped').length;
  const values = { done, of: hows.length, helped };
  return t(helped > 0 ? 'puzzles.done.helped' : 'puzzles.done', values);
}

/** What is said of the last move. */
export function feedback(solving: Solving, refutation: string | null): string | null {
  const { said, puzzle, stage } = solving;
  if (stage === 'shown') return t('puzzles.shown', { line: solving.solution });
  if (stage === 'solved') {
    const far = puzzle.kind === 'win' && !solving.state.result;
    return t(`puzzles.solved.${far ? 'win-far' : puzzle.kind}`);
  }
  if (stage === 'before') return t('puzzles.answering');
  // A hint takes back what was said, so what is said now came after it.
  if (said?.kind === 'wrong') {
    const words = t(`puzzles.wrong.${puzzle.kind}`);
    return refutation === null ? words : `${words} ${t('puzzles.refuted', { line: refutation })}`;
  }
  if (said?.kind === 'finish') return t('puzzles.finish');
  if (solving.hint === 1) {
    const from = solving.right[0]?.from ?? null;
    return t(from === null ? 'puzzles.hint.place' : 'puzzles.hint.piece');
  }
  if (solving.hint === 2) return t('puzzles.hint.move');
  if (said?.kind === 'also') return t('puzzles.also', { move: said.move });
  if (said?.kind === 'right') return t('puzzles.right');
  return null;
}
