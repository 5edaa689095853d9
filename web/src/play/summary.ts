/** How well a game was played: accuracy of either side, and the move that decided it. */

import { judgeGame, type JudgedGame } from '../analyse/judging';
import { tally, turningPoint } from '../analyse/reviewing';
import type { Side } from '../rules';
import type { Session } from './session';

export type Summary = { state: 'asking' } | Done;

export interface Done {
  state: 'done';
  source: JudgedGame['source'];
  accuracy: Record<Side, number | null>;
  turning: { ply: number; move: string } | null;
}

/** Looks at every move of a finished game; nothing if it is left before that is done. */
export async function summarise(
  game: Parameters<typeof judgeGame>[0],
  signal: AbortSignal,
): Promise<Done | null> {
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

/** The same of a game on this device. */
export function summariseSession(
  { saved, game }: Session,
  signal: AbortSignal,
): Promise<Done | null> {
  const { file, ...named } = saved.game;
  const asked = {
    ref: saved.game,
    served: file === undefined ? named : null,
    captures: game.captures,
    start: saved.start,
    moves: [...saved.moves],
  };
  return summarise(asked, signal);
}
