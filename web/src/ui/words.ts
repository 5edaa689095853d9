/** Words that depend on the game: Kaooa has a vulture and crows instead of tigers and goats. */

import { count, isText, plural, t, type Counted, type Key, type Values } from '../i18n';
import type { Side } from '../rules';

/** A game, as far as its words go. */
export interface Named {
  name: string;
}

/** Which animals a game has. */
export type Animals = 'tiger-goat' | 'vulture-crow';

export function animals(game: Named): Animals {
  return game.name === 'kaooa' ? 'vulture-crow' : 'tiger-goat';
}

function own(game: Named, key: string): Key | null {
  if (animals(game) === 'tiger-goat') return null;
  const special = `${key}.kaooa`;
  return isText(special) ? special : null;
}

/** A text, with the animals of the game. */
export function say(game: Named, key: Key, values?: Values): string {
  return t(own(game, key) ?? key, values);
}

/** A text that depends on a number, with the animals of the game. */
export function sayCount(game: Named, base: Counted, value: number, values: Values = {}): string {
  if (!own(game, `${base}.other`)) return count(base, value, values);
  const form = plural(value);
  const special = own(game, `${base}.${form}`) ?? own(game, `${base}.other`);
  return special ? t(special, { ...values, count: value }) : count(base, value, values);
}

/** The name of a side. */
export function sideName(game: Named, side: Side): string {
  return say(game, `side.${side}`);
}

/** The number that lists of moves give to the last of some moves: one for each pair. */
export const moveNumber = (plies: number) => Math.ceil(plies / 2);

/** How long a game is, counted as its list of moves counts. */
export function gameLength(plies: number): string {
  return count('play.length', moveNumber(plies));
}

/** Which position of a game is shown, while an earlier one is. */
export function lookedAt(moves: readonly string[], ply: number): string {
  const move = moves[ply - 1];
  if (move === undefined) return t('step.first');
  return t('play.looking-back', { number: moveNumber(ply), move });
}
