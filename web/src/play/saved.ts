/** The game in progress, remembered by the browser. */

import type { GameRef, Outcome, Reason, Side } from '../rules';
import { keep, recall } from '../store';

/** Who plays a side: a person on this device, the engine at a level, or the tables. */
export type Level = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 'perfect';
export type Opponent = { kind: 'friend' } | { kind: 'computer'; side: Side; level: Level };

export interface SavedGame {
  game: GameRef;
  opponent: Opponent;
  /** The first position, in OBX 1.0, where it is not the usual start. */
  start?: string;
  moves: string[];
  /** A result that the rules do not give: somebody gave up, or a draw was agreed on. */
  declared?: { outcome: Outcome; reason: Reason };
  /** Makes the computer's choices, so that a reload repeats nothing. */
  seed: number;
  /** How often the user asked for help. */
  hints: number;
  takenBack: number;
  /** Whether the game has ended; it stays on the table until the next one. */
  over?: boolean;
}

const NAME = 'game';

/** The last game, over or not, if there is one. */
export function savedGame(): SavedGame | undefined {
  const saved = recall<SavedGame>(NAME);
  return saved && Array.isArray(saved.moves) && saved.game && saved.opponent ? saved : undefined;
}

/** Whether a game is waiting to be gone on with. */
export function gameWaits(): boolean {
  const saved = savedGame();
  return saved !== undefined && !saved.over && saved.moves.length > 0;
}

/** What was chosen for the last game, to begin the next one with. */
export interface Choices {
  game: GameRef;
  with: 'computer' | 'friend';
  side: Side | 'either';
  level: Level;
}

const DEFAULTS: Choices = {
  game: { name: 'bagh-chal' },
  with: 'computer',
  side: 'goat',
  level: 2,
};

export function lastChoices(): Choices {
  return { ...DEFAULTS, ...recall<Partial<Choices>>('choices') };
}

export function keepChoices(choices: Choices): void {
  keep('choices', choices);
}

/** A new game. */
export function newGame(choices: Choices, start?: string): SavedGame {
  const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;
  const own: Side = choices.side === 'either' ? (seed & 1 ? 'tiger' : 'goat') : choices.side;
  const opponent: Opponent =
    choices.with === 'friend'
      ? { kind: 'friend' }
      : { kind: 'computer', side: own === 'tiger' ? 'goat' : 'tiger', level: choices.level };
  const game = { game: choices.game, opponent, moves: [], seed, hints: 0, takenBack: 0 };
  return start ? { ...game, start } : game;
}

export function saveGame(game: SavedGame | undefined): void {
  keep(NAME, game);
}
