/** Games in progress, remembered by the browser: each under its own name, so that tabs do not meet. */

import * as v from 'valibot';
import type { GameRef, Outcome, Reason, Side } from '../rules';
import { canBePlayed, moves, outcome, playable, reason, short, side, whole } from '../rules/schema';
import { keep, keptNames, keptText, recall, understood, type Reads } from '../store';

/** Who plays a side: a person on this device, the engine at a level, or the tables. */
export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
export type Level = (typeof LEVELS)[number] | 'perfect';
export type Opponent = { kind: 'friend' } | { kind: 'computer'; side: Side; level: Level };

/** How a game can end beside the rules. */
export type Ending = Reason | 'time';

/** Seconds for each side, and seconds that every move adds. */
export interface Pace {
  seconds: number;
  increment: number;
}

export interface SavedGame {
  id: string;
  game: GameRef;
  opponent: Opponent;
  /** The first position, in OBX 1.0, where it is not the usual start. */
  start?: string;
  moves: string[];
  /** A result that the rules do not give: a player resigned, ran out of time, or a draw was agreed. */
  declared?: { outcome: Outcome; reason: Ending };
  /** Seeds the computer's choices, so that a reload changes nothing. */
  seed: number;
  /** How often the user asked for help. */
  hints: number;
  takenBack: number;
  /** Whether the game has ended. */
  over?: boolean;
  /** Whether the history of games was told of its end. */
  recorded?: boolean;
  /** When it began and when it last changed, in milliseconds since 1970. */
  began: number;
  changed: number;
  clock?: SavedClock;
}

/** Milliseconds that are left to each side. */
export type Left = Record<Side, number>;

/** Clocks of two people. */
export interface SavedClock {
  pace: Pace;
  left: Left;
  /** What was left when each turn began, so that a move that is taken back gives its time back. */
  before: Left[];
}

const level = v.union([v.picklist(LEVELS), v.literal('perfect')]);
const pace = v.object({
  seconds: v.pipe(whole, v.minValue(1), v.maxValue(86_400)),
  increment: v.pipe(whole, v.maxValue(3600)),
});
const opponent = v.variant('kind', [
  v.object({ kind: v.literal('friend') }),
  v.object({ kind: v.literal('computer'), side, level }),
]);

const left = v.object({ tiger: v.number(), goat: v.number() });

const savedGame: Reads<SavedGame> = v.pipe(
  v.object({
    id: short,
    game: playable,
    opponent,
    start: v.exactOptional(short),
    moves,
    declared: v.exactOptional(v.object({ outcome, reason: v.union([reason, v.literal('time')]) })),
    seed: whole,
    hints: whole,
    takenBack: whole,
    over: v.exactOptional(v.boolean()),
    recorded: v.exactOptional(v.boolean()),
    began: whole,
    changed: whole,
    clock: v.exactOptional(
      v.object({ pace, left, before: v.fallback(v.pipe(v.array(left), v.maxLength(5000)), []) }),
    ),
  }),
  v.check(({ game, moves, start }) => canBePlayed(game, moves, start), 'not a game by the rules'),
);

const GAMES = 'game.';
const SEAT = 'bagh.seat';
/** The most games that are remembered beside those in progress; the oldest go first. */
const MOST = 30;

/** A game by its id, if it is there and can still be played. */
export function loadGame(id: string): SavedGame | undefined {
  const saved = recall(GAMES + id, savedGame);
  return saved?.id === id ? saved : undefined;
}

/** A game in a list, which is looked at and not played. */
export type ListedGame = Readonly<SavedGame>;

/** Games as they were read last: pages list them whenever they are drawn. */
const listed = new Map<string, { text: string; game: ListedGame | undefined }>();

function listedGame(id: string): ListedGame | undefined {
  const text = keptText(GAMES + id);
  const before = listed.get(id);
  if (text === null || before?.text === text) return text === null ? undefined : before?.game;
  const read = understood(text, savedGame);
  const game = read?.id === id ? read : undefined;
  listed.set(id, { text, game });
  return game;
}

/** All games that are remembered, the latest first. */
export function savedGames(): ListedGame[] {
  return keptNames(GAMES)
    .flatMap((id) => listedGame(id) ?? [])
    .sort((a, b) => b.changed - a.changed);
}

/** Games that wait to be resumed, the latest first. */
export function unfinished(): ListedGame[] {
  return savedGames().filter((saved) => !saved.over && saved.moves.length > 0);
}

/** Says whether the game is stored: storage may be forbidden or full. */
export function saveGame(game: SavedGame): boolean {
  game.changed = Date.now();
  return keep(GAMES + game.id, game);
}

export function removeGame(id: string): void {
  keep(GAMES + id, undefined);
}

/**
 * Removes games that ended or never began, when they are old or too many. A game in progress is
 * removed by its player only.
 */
export function tidyGames(except: string | undefined): void {
  const idle = savedGames().filter((saved) => saved.over || saved.moves.length === 0);
  for (const [i, saved] of idle.entries()) {
    const old = Date.now() - saved.changed > 24 * 60 * 60 * 1000;
    if (saved.id !== except && (i >= MOST || old)) removeGame(saved.id);
  }
}

/** The game that this tab has open, also after a reload. */
export function seatOfTab(): string | undefined {
  try {
    return sessionStorage.getItem(SEAT) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepSeat(id: string | undefined): void {
  try {
    if (id === undefined) sessionStorage.removeItem(SEAT);
    else sessionStorage.setItem(SEAT, id);
  } catch {
    // Without storage a reload begins anew.
  }
}

/** What was chosen for the last game, to begin the next one with. */
export interface Choices {
  game: GameRef;
  with: 'computer' | 'friend';
  side: Side | 'either';
  level: Level;
  /** The clock for two people; none if left out. */
  pace?: Pace | undefined;
}

export const DEFAULTS: Choices = {
  game: { name: 'bagh-chal' },
  with: 'computer',
  side: 'goat',
  level: 2,
};

const choices: Reads<Choices> = v.object({
  game: v.fallback(playable, DEFAULTS.game),
  with: v.fallback(v.picklist(['computer', 'friend']), DEFAULTS.with),
  side: v.fallback(v.picklist(['tiger', 'goat', 'either']), DEFAULTS.side),
  level: v.fallback(level, DEFAULTS.level),
  pace: v.fallback(v.optional(pace), undefined),
});

export function lastChoices(): Choices {
  return recall('choices', choices) ?? DEFAULTS;
}

export function keepChoices(chosen: Choices): void {
  keep('choices', chosen);
}

/** A new game. */
export function newGame(choices: Choices, start?: string): SavedGame {
  const [seed = 1, tail = 0] = crypto.getRandomValues(new Uint32Array(2));
  const own: Side = choices.side === 'either' ? (seed & 1 ? 'tiger' : 'goat') : choices.side;
  const friend = choices.with === 'friend';
  const opponent: Opponent = friend
    ? { kind: 'friend' }
    : { kind: 'computer', side: own === 'tiger' ? 'goat' : 'tiger', level: choices.level };
  const now = Date.now();
  const milliseconds = (choices.pace?.seconds ?? 0) * 1000;
  return {
    id: `${now.toString(36)}-${tail.toString(36)}`,
    game: choices.game,
    opponent,
    moves: [],
    seed,
    hints: 0,
    takenBack: 0,
    began: now,
    changed: now,
    ...(start ? { start } : {}),
    ...(friend && choices.pace
      ? {
          clock: {
            pace: choices.pace,
            left: { tiger: milliseconds, goat: milliseconds },
            before: [{ tiger: milliseconds, goat: milliseconds }],
          },
        }
      : {}),
  };
}
