/** Schemas of what the rules know, for state that comes from storage or from an address. */

import * as v from 'valibot';
import { game as describeGame, state as stateOf } from '.';
import type { GameRef, Outcome, Reason, Side } from './types';

export const side = v.picklist(['tiger', 'goat'] satisfies Side[]);
export const outcome = v.picklist(['tiger-win', 'draw', 'goat-win'] satisfies Outcome[]);
export const reason = v.picklist([
  'captures',
  'tigers-trapped',
  'dandee',
  'locked-goats',
  'repetition',
  'resignation',
  'agreement',
] satisfies Reason[]);
export const whole = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 53));
/** A text that is a name, a move or a position, and not a novel. */
export const short = v.pipe(v.string(), v.maxLength(200));
export const moves = v.pipe(v.array(short), v.maxLength(5000));

const gameRef = v.object({
  name: v.exactOptional(short),
  file: v.exactOptional(v.pipe(v.string(), v.maxLength(100_000))),
  captures: v.exactOptional(v.pipe(whole, v.minValue(1))),
});

/** Whether the rules know the game, with this number of captures. */
export function isPlayable(ref: GameRef): boolean {
  try {
    describeGame(ref);
    return true;
  } catch {
    return false;
  }
}

/** Whether the moves can be played. */
export function canBePlayed(ref: GameRef, played: string[], start: string | undefined): boolean {
  try {
    stateOf(ref, played, start);
    return true;
  } catch {
    return false;
  }
}

/** A game that the rules know. */
export const playable = v.pipe(gameRef, v.check(isPlayable, 'not a game that the rules know'));
