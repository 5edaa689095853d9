/** Games that were played to their end on this device, for statistics and to look at again. */

import * as v from 'valibot';
import type { GameRef, Outcome, Side } from '../rules';
import { moves, outcome, playable, reason, short, side, whole } from '../rules/schema';
import { keep, listOf, recall, type Reads } from '../store';
import type { Ending, Level, SavedGame } from './saved';
import { LEVELS } from './saved';

export interface PlayedGame {
  id: string;
  game: GameRef;
  start?: string;
  moves: string[];
  outcome: Outcome;
  reason: Ending;
  /** The side of the person, and the level of the computer; neither between two people. */
  own?: Side;
  level?: Level;
  hints: number;
  takenBack: number;
  /** When it ended, in milliseconds since 1970. */
  when: number;
  /** From 0 to 1, of the person's own moves. */
  accuracy?: number;
  /** Whether the tables said so, or the computer estimated it. */
  exact?: boolean;
}

const played: Reads<PlayedGame> = v.object({
  id: short,
  game: playable,
  start: v.exactOptional(short),
  moves,
  outcome,
  reason: v.union([reason, v.literal('time')]),
  own: v.exactOptional(side),
  level: v.exactOptional(v.union([v.picklist(LEVELS), v.literal('perfect')])),
  hints: whole,
  takenBack: whole,
  when: whole,
  accuracy: v.exactOptional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
  exact: v.exactOptional(v.boolean()),
});

const NAME = 'history';
/** The most games that are remembered; the oldest go first. */
const MOST = 500;

/** All games, the latest first. */
export function playedGames(): PlayedGame[] {
  return recall(NAME, listOf(played)) ?? [];
}

function store(list: PlayedGame[]): void {
  // Where the browser has no room for all of them, the older half goes.
  for (let most = MOST; most > 0 && !keep(NAME, list.slice(0, most)); most = most >> 1);
}

/** Remembers a game that has ended. The same game again, after moves were taken back, replaces it. */
export function rememberGame(
  saved: SavedGame,
  result: { outcome: Outcome; reason: Ending },
  judged?: { accuracy: Record<Side, number | null>; source: 'tables' | 'engine' },
): void {
  const { opponent } = saved;
  const own = opponent.kind === 'friend' ? null : opponent.side === 'tiger' ? 'goat' : 'tiger';
  const accuracy = own && judged ? judged.accuracy[own] : null;
  const game: PlayedGame = {
    id: saved.id,
    game: saved.game,
    moves: [...saved.moves],
    outcome: result.outcome,
    reason: result.reason,
    hints: saved.hints,
    takenBack: saved.takenBack,
    when: Date.now(),
    ...(saved.start ? { start: saved.start } : {}),
    ...(own && opponent.kind === 'computer' ? { own, level: opponent.level } : {}),
    ...(accuracy === null || !judged ? {} : { accuracy, exact: judged.source === 'tables' }),
  };
  store([game, ...playedGames().filter((other) => other.id !== saved.id)]);
}

export function forgetGame(id: string): void {
  store(playedGames().filter((game) => game.id !== id));
}

export function forgetHistory(): void {
  keep(NAME, undefined);
}

/** Whether the person won a game, lost it, or neither. */
export function score(game: PlayedGame): 'won' | 'lost' | 'drawn' | null {
  if (!game.own) return null;
  if (game.outcome === 'draw') return 'drawn';
  return (game.outcome === 'tiger-win') === (game.own === 'tiger') ? 'won' : 'lost';
}
