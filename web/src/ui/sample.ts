/** Pieces on the pictures of boards, so that one sees who plays there. */

import type { Game, State } from '../rules';

type Pictured = Pick<State, 'tigers' | 'goats' | 'legal' | 'last_move' | 'trapped'>;

/** Points of the tigers and of the goats, as in the middle of a game. */
const PIECES: Record<string, [tigers: number[], goats: number[]]> = {
  'bagh-chal': [
    [0, 4, 12, 20],
    [2, 6, 13, 15, 18, 21, 23],
  ],
  'aadu-puli': [
    [0, 9, 17],
    [3, 8, 10, 15, 20],
  ],
  'aadu-puli-fixed': [
    [0, 3, 4],
    [9, 10, 15, 16, 20, 21],
  ],
  kaooa: [[5], [0, 1, 7, 9]],
  'len-choa': [[0], [4, 7, 8, 9]],
  pulijudamu: [
    [0, 2, 4],
    [7, 8, 9, 12, 13],
  ],
};

export function sample(game: Game): Pictured {
  const [tigers, goats] = PIECES[game.name] ?? [[], []];
  return { tigers, goats, legal: [], last_move: null, trapped: [] };
}
