/** How well an online game was played: accuracy of both sides, and the move that decided it. */

import { judgeGame } from '../analyse/judging';
import { tally, turningPoint } from '../analyse/reviewing';
import type { Summary } from '../play/summary';
import { game as describeGame, type GameRef } from '../rules';

export type { Summary } from '../play/summary';

/** Looks at every move of a finished game; nothing if it is left before that is done. */
export async function summarise(
  ref: GameRef,
  moves: string[],
  signal: AbortSignal,
): Promise<Summary | null> {
  const game = { ref, served: ref, captures: describeGame(ref).captures, moves };
  try {
    const { source, judged } = await judgeGame(game, { signal });
    const turning = turningPoint(judged);
    return {
      state: 'done',
      source,
      accuracy: { tiger: tally(judged, 'tiger').accuracy, goat: tally(judged, 'goat').accuracy },
      turning: turning && { ply: turning.ply, move: turning.played.move },
    };
  } catch {
    return null;
  }
}
