/**
 * The games that this page sits at. The player's own game stays open in the background
 * while other pages are looked at: looking up a rule does not count as leaving the table.
 */

import { OnlineSession, type Happening } from './session';
import { socket } from './connection';

let kept: OnlineSession | null = null;

/** Sits down at a game, or comes back to it. */
export function sitDown(id: string, happened: (happening: Happening) => void): OnlineSession {
  if (kept?.id === id) {
    kept.happened = happened;
    return kept;
  }
  kept?.stop();
  kept = new OnlineSession(id, socket, happened);
  return kept;
}

/** Turns to another page. `happened` hears of a game that goes on. */
export function lookAway(session: OnlineSession, happened: (happening: Happening) => void): void {
  if (kept !== session) return session.stop();
  const stays = session.you !== null && !session.ending;
  if (stays) {
    session.happened = happened;
    return;
  }
  session.stop();
  kept = null;
}

/** Whether a game goes on in the background. */
export function isSeated(): boolean {
  return kept !== null;
}
