/**
 * The player's running rated games: the page does not analyse their positions. Kept in the
 * browser, so that every tab knows.
 */

import * as v from 'valibot';
import { game as describeGame, readPosition, type GameRef } from '../rules';
import { short, whole } from '../rules/schema';
import { keep, recall, recordOf, type Reads } from '../store';
import type { OnlineSession } from './session';

interface Guarded {
  game: string;
  /** The position as it is on the board, without what depends on the moves before it. */
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

/**
 * The same text for all mirror images of a position; the text itself if it cannot be read. Made
 * here from the symmetries that the rules know: their own canonical form would make the module
 * larger, which every first visit loads.
 */
function formOf(game: GameRef, position: string): string {
  const key = keyOf(position);
  try {
    const { tigers, goats } = readPosition(game, key).state;
    const images = describeGame(game).symmetries.map((image) => {
      const moved = (points: number[]) => points.map((point) => image[point] ?? -1).sort(ascending);
      return `${moved(tigers).join()} ${moved(goats).join()}`;
    });
    // The rest of the text: whose turn it is, goats in hand, captures.
    return [images.sort()[0], ...key.split(' ').slice(1)].join(' ');
  } catch {
    return key;
  }
}

const ascending = (a: number, b: number) => a - b;

function all(): Record<string, Guarded> {
  const found = recall(NAME, schema) ?? {};
  const recent = Object.entries(found).filter(([, one]) => Date.now() - one.at < FORGET);
  return Object.fromEntries(recent);
}

/** Notes where a game stands, or that it is over. */
export function guardRated(session: Pick<OnlineSession, 'snapshot' | 'you' | 'id'>): void {
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

/**
 * Whether a position, or a mirror image of it, is on the board of one of the player's running
 * rated games. The name is the service's; `ref` is how the rules know the game.
 */
export function isGuarded(name: string, ref: GameRef, position: string): boolean {
  const running = Object.values(all()).filter((one) => one.game === name);
  if (running.length === 0) return false;
  const form = formOf(ref, position);
  return running.some((one) => formOf(ref, one.position) === form);
}
