/**
 * The player's running rated games: the page does not analyse their positions. Kept in the
 * browser, so that every tab knows.
 */

import * as v from 'valibot';
import { short, whole } from '../rules/schema';
import { keep, recall, recordOf, type Reads } from '../store';
import type { OnlineSession } from './session';

interface Guarded {
  game: string;
  /** The position, without what depends on the moves before it. */
  position: string;
  /** When this was noted. */
  at: number;
}

const schema: Reads<Record<string, Guarded>> = recordOf(
  v.object({ game: short, position: short, at: whole }),
);
const NAME = 'online.rated';
/** A game that was not looked at for longer is over, or will be. */
const FORGET = 30 * 86_400_000;

const keyOf = (position: string) => position.split(' ').slice(0, 4).join(' ');

function all(): Record<string, Guarded> {
  const found = recall(NAME, schema) ?? {};
  const recent = Object.entries(found).filter(([, one]) => Date.now() - one.at < FORGET);
  return Object.fromEntries(recent);
}

/** Notes where a game stands, or that it is over. */
export function guardRated(session: OnlineSession): void {
  const { snapshot, you, id } = session;
  if (!snapshot || !you || !snapshot.setup.rated) return;
  const { [id]: before, ...others } = all();
  if (snapshot.ending) {
    if (before) keep(NAME, others);
    return;
  }
  const position = keyOf(snapshot.position);
  if (before?.position === position) return;
  keep(NAME, { ...others, [id]: { game: snapshot.setup.game, position, at: Date.now() } });
}

/** Whether a position is on the board of one of the player's running rated games. */
export function isGuarded(game: string, position: string): boolean {
  const key = keyOf(position);
  return Object.values(all()).some((one) => one.game === game && one.position === key);
}
