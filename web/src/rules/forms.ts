/** Positions that are the same but for a symmetry of the board. */

import type { Game } from './types';

/** Where the pieces stand. */
export interface Pieces {
  tigers: readonly number[];
  goats: readonly number[];
}

/**
 * The same text for all mirror images of an arrangement, and for no others. It is made here, from
 * the symmetries that the rules know: their own canonical form would make the module larger, which
 * every first visit loads.
 */
export function formOf({ symmetries }: Pick<Game, 'symmetries'>, pieces: Pieces): string {
  let [tigers, goats] = [-1, -1];
  for (const image of symmetries) {
    // Boards have 32 points at most: one bit for each.
    const bits = (points: readonly number[]) =>
      points.reduce((all, point) => all | (1 << (image[point] ?? 0)), 0) >>> 0;
    const moved = bits(pieces.tigers);
    if (tigers >= 0 && moved > tigers) continue;
    const herd = bits(pieces.goats);
    if (moved === tigers && herd >= goats) continue;
    [tigers, goats] = [moved, herd];
  }
  return `${tigers.toString(36)} ${goats.toString(36)}`;
}
