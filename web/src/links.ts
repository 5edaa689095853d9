/** Addresses with a game in them. */

import type { GameRef, Side } from './rules';

export interface Line {
  game: GameRef;
  /** The first position, in OBX 1.0; the usual start if left out. */
  start?: string | undefined;
  moves?: string[];
  /** How many of the moves are played in the position that is shown; all if left out. */
  ply?: number;
  /** Whose game it was, to be reviewed. */
  review?: Side | 'both';
}

/** The address where a line is analysed. */
export function analyseUrl(line: Line): string {
  const query = new URLSearchParams();
  if (line.game.captures !== undefined) query.set('captures', String(line.game.captures));
  if (line.start) query.set('position', line.start);
  if (line.moves?.length) query.set('moves', line.moves.join('_'));
  if (line.ply !== undefined) query.set('ply', String(line.ply));
  if (line.review) query.set('review', line.review);
  const text = query.toString();
  return `/analyse/${line.game.name ?? 'bagh-chal'}${text ? `?${text}` : ''}`;
}

/** The address where a position is played on, against the computer. */
export function playFrom(game: string, position: string, captures?: number): string {
  const query = new URLSearchParams({ game, position });
  if (captures !== undefined) query.set('captures', String(captures));
  return `/play?${query.toString()}`;
}

/** A part of a path as it was meant; what cannot be decoded stays as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
