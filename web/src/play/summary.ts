/** How well a game was played: accuracy of either side, and the move that decided it. */

import { judgeGame, type Source } from '../analyse/judging';
import { tally, turningPoint } from '../analyse/reviewing';
import type { Side } from '../rules';
import type { Session } from './session';

export type Summary =
  | { state: 'asking' }
  | {
      state: 'done';
      source: Source;
      accuracy: Record<Side, number | null>;
      turning: { ply: number; move: string } | null;
    };

/** Looks at every move of a finished game; nothing if it is left before that is done. */
export async function summarise(
  session: Session,
  signal: AbortSignal,
): Promise<Extract<Summary, { state: 'done' }> | null> {
  const { saved, game } = session;
  const { file, ...named } = saved.game;
  try {
    const { source, judged } = await judgeGame(
      {
        ref: saved.game,
        served: file === undefined ? named : null,
        captures: game.captures,
        start: saved.start,
        moves: [...saved.moves],
      },
      { signal },
    );
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
