/** The game in progress, remembered by the browser. */

import type { GameRef, Outcome, Reason, Side } from '../rules';
import { keep, recall } from '../store';

/** Who plays a side: a person on this device, the engine at a level, or the tables. */
export type Level = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 'perfect';
export type Opponent = { kind: 'friend' } | { kind: 'computer'; side: Side; level: Level };

export interface SavedGame {
  game: GameRef;
  opponent: Opponent;
  moves: string[];
  /** A result that the rules do not give: somebody gave up, or a draw was agreed on. */
  declared?: { outcome: Outcome; reason: Reason };
  /** Makes the computer's choices, so that a reload repeats nothing. */
  seed: number;
  /** How often the user asked for help. */
  hints: number;
  takenBack: number;
}

const NAME = 'game';

/** The game in progress, if there is one that is not over. */
export function savedGame(): SavedGame | undefined {
  const saved = recall<SavedGame>(NAME);
  return saved && Array.isArray(saved.moves) && saved.game && saved.opponent ? saved : undefined;
}

export function saveGame(game: SavedGame | undefined): void {
  keep(NAME, game);
}
