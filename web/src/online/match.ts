/** Matches of two games with sides swapped: a grand win counts twelve, captures break ties. */

import { state as stateOf, type Side } from '../rules';
import { gameRef } from './reduce';
import type { Ending, Snapshot } from './types';

export interface MatchScore {
  wins: number;
  /** Goats captured when playing the tigers. */
  captures: number;
}

/** A game as far as a match is concerned. */
export type MatchGame = Pick<Snapshot, 'setup' | 'seats' | 'moves' | 'ending'>;

const SIDES: Side[] = ['tiger', 'goat'];

function worth(ending: Ending | undefined, side: Side): number {
  if (ending?.outcome !== `${side}-win`) return 0;
  return ending.reason === 'dandee' || ending.reason === 'locked-goats' ? 12 : 1;
}

/** What each player has, by identifier. */
export function matchScores(games: MatchGame[]): Map<string, MatchScore> {
  const scores = new Map<string, MatchScore>();
  for (const { setup, seats, moves, ending } of games) {
    for (const side of SIDES) {
      const player = seats[side];
      if (player === undefined) continue;
      const score = scores.get(player) ?? { wins: 0, captures: 0 };
      score.wins += worth(ending, side);
      if (side === 'tiger') score.captures += stateOf(gameRef(setup), moves).captured;
      scores.set(player, score);
    }
  }
  return scores;
}
