/** Keeps the connection on pages without online play while it may become the player's turn. */

import { want } from '../i18n';
import { get, OnlineError } from './api';
import { socket } from './connection';
import { listenForNotices } from './notices';
import { isSeated } from './seat';
import type { GameRow } from './types';

/** Pages of online play that are open: they need the connection themselves. */
let open = 0;

export function pageOpened(): void {
  open += 1;
}

export function pageClosed(): void {
  open -= 1;
  void stayReachable();
}

/** Whether a game of the player runs; none where there is no account, or no online play. */
async function aGameRuns(): Promise<boolean> {
  try {
    const { games } = await get<{ games: GameRow[] }>('/games?running=true');
    return games.length > 0;
  } catch (error) {
    // Without a network this is not known, and the connection comes back by itself.
    return error instanceof OnlineError && error.code === 'offline' && socket.status !== 'idle';
  }
}

/** Connects where a game of the player runs, and hangs up where none does. */
export async function stayReachable(): Promise<void> {
  const runs = isSeated() || (await aGameRuns());
  if (open > 0) return;
  if (runs) {
    await want('online');
    listenForNotices();
    socket.start();
  } else if (!isSeated()) socket.stop();
}
