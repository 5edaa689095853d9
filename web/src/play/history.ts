/** Own games that ended, on this device or online, for statistics and to look at again. */

import * as v from 'valibot';
import type { GameRef, Outcome, Side } from '../rules';
import { moves, outcome, playable, reason, short, side, whole } from '../rules/schema';
import { keep, keptText, listOf, recall, type Reads } from '../store';
import { LEVELS, saveGame, type Ending, type Level, type SavedGame } from './saved';

export interface PlayedGame {
  id: string;
  game: GameRef;
  start?: string;
  moves: string[];
  outcome: Outcome;
  reason: Ending | 'abandonment' | 'length';
  /** The side of the person, and the level of the computer; neither between two people. */
  own?: Side;
  level?: Level;
  /** Against whom, if it was played online. */
  online?: { opponent: string };
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
  reason: v.union([reason, v.picklist(['time', 'abandonment', 'length'])]),
  own: v.exactOptional(side),
  level: v.exactOptional(v.union([v.picklist(LEVELS), v.literal('perfect')])),
  online: v.exactOptional(v.object({ opponent: short })),
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

/** All of it as it is stored, to see whether it has changed. */
export function historyText(): string | null {
  return keptText(NAME);
}

function store(list: PlayedGame[]): void {
  // Where the browser has no room for all of them, the older half goes.
  for (let most = MOST; most > 0 && !keep(NAME, list.slice(0, most)); most = most >> 1);
}

/** Remembers a game on this device that has ended, or how well it was played once that is known. */
export function rememberGame(
  saved: SavedGame,
  result: { outcome: Outcome; reason: Ending },
  judged?: { accuracy: Record<Side, number | null>; source: 'tables' | 'engine' },
): void {
  // By now moves may have been taken back.
  if (!saved.over) return;
  const there = playedGames().find((game) => game.id === saved.id);
  // It was deleted from the history, and stays deleted.
  if (saved.recorded && !there) return;
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
    when: (saved.recorded && there?.when) || Date.now(),
    ...(saved.start ? { start: saved.start } : {}),
    ...(own && opponent.kind === 'computer' ? { own, level: opponent.level } : {}),
    ...(accuracy === null || !judged ? {} : { accuracy, exact: judged.source === 'tables' }),
  };
  rememberPlayed(game);
  saved.recorded = true;
  saveGame(saved);
}

/** Remembers a game; the same game takes the place of what was remembered of it. */
export function rememberPlayed(game: PlayedGame): void {
  const all = playedGames();
  const before = all.find((other) => other.id === game.id);
  const others = all.filter((other) => other.id !== game.id);
  // What is known of how well it was played stays known, unless moves were taken back since.
  const same = before?.moves.join() === game.moves.join();
  store([same ? { ...before, ...game } : game, ...others].sort((a, b) => b.when - a.when));
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
