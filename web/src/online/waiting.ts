/** How many games wait for the player, for the first page. */

import * as v from 'valibot';
import { short } from '../rules/schema';
import { keep, recall } from '../store';
import type { GameRow } from './types';

const NAME = 'online.player';

/** Remembers who plays in this browser, so that other pages know whether to ask at all. */
export function rememberPlayer(player: string | null): void {
  if (player !== (recall(NAME, short) ?? null)) keep(NAME, player ?? undefined);
}

/** The number of games in which it is the player's turn. */
export async function turnsWaiting(): Promise<number> {
  const player = recall(NAME, v.pipe(short, v.minLength(1)));
  if (!player || !navigator.onLine) return 0;
  try {
    const response = await fetch('/api/online/games?running=true');
    if (response.status === 401) rememberPlayer(null);
    if (!response.ok) return 0;
    const { games } = (await response.json()) as { games: GameRow[] };
    return games.filter(({ players, turn }) => players[turn]?.id === player).length;
  } catch {
    return 0;
  }
}
