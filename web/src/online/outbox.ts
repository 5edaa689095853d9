/** Moves that were made and not answered yet: they outlive a reload. */

import * as v from 'valibot';
import { short, whole } from '../rules/schema';
import { keep, recall, type Reads } from '../store';

export interface SentMove {
  /** The identifier of the command: sent twice, it takes effect once. */
  id: string;
  ply: number;
  move: string;
}

const schema: Reads<SentMove> = v.object({ id: short, ply: whole, move: short });
const name = (game: string) => `online.sent.${game}`;

export function rememberMove(game: string, sent: SentMove): void {
  keep(name(game), sent);
}

export function remembered(game: string): SentMove | undefined {
  return recall(name(game), schema);
}

/** Forgets a move that was answered; another one that was made since stays. */
export function drop(game: string, id: string): void {
  if (remembered(game)?.id === id) keep(name(game), undefined);
}
