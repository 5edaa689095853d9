/** Mistakes of the player's own games, remembered by the browser so that they can be tried again. */

import type { Outcome, Side } from '../rules/types';
import * as v from 'valibot';
import { moves, outcome, short, side, whole } from '../rules/schema';
import { keep, listOf, recall, type Reads } from '../store';
import { FRESH } from './progress';

export interface Mistake {
  /** The name of the game, and the captures that win where they are not the usual ones. */
  game: string;
  captures?: number;
  /** The position before the mistake, in OBX 1.0. */
  position: string;
  side: Side;
  /** The move that was played. */
  played: string;
  /** The moves that would have kept the value, the best first. */
  best: string[];
  /** What the position was worth, and what was left after the move. */
  before: { outcome: Outcome; captures: number | null };
  after: { outcome: Outcome; captures: number | null };
  /** When it was found, in milliseconds since 1970. */
  when: number;
  /** When its answer was shown last. */
  seen?: number;
  /** When it was put right. */
  solved?: number;
}

const NAME = 'mistakes';
/** The most that are remembered; the oldest go first. */
const MOST = 200;

/** What makes two mistakes the same. */
function key(mistake: Mistake): string {
  const position = mistake.position.split(' ').slice(0, 4).join(' ');
  return [mistake.game, mistake.captures ?? '', position, mistake.played].join('|');
}

const value = v.object({ outcome, captures: v.nullable(whole) });
const mistake: Reads<Mistake> = v.object({
  game: short,
  captures: v.exactOptional(whole),
  position: short,
  side,
  played: short,
  best: moves,
  before: value,
  after: value,
  when: whole,
  seen: v.exactOptional(whole),
  solved: v.exactOptional(whole),
});

/** All that are remembered, the latest first. */
export function loadMistakes(): Mistake[] {
  return recall(NAME, listOf(mistake)) ?? [];
}

/** Adds mistakes to those that are remembered. One that is there already stays as it is. */
export function saveMistakes(list: readonly Mistake[]): void {
  const all = new Map<string, Mistake>();
  for (const mistake of [...loadMistakes(), ...list]) {
    if (!all.has(key(mistake))) all.set(key(mistake), mistake);
  }
  const sorted = [...all.values()].sort((a, b) => b.when - a.when);
  keep(NAME, sorted.slice(0, MOST));
}

function change(mistake: Mistake, changes: Partial<Mistake>): void {
  const changed = key(mistake);
  const list = loadMistakes().map((m) => (key(m) === changed ? { ...m, ...changes } : m));
  keep(NAME, list);
}

/** Remembers that the answer was shown. */
export function answerSeen(mistake: Mistake, now = Date.now()): void {
  change(mistake, { seen: now });
}

/** Remembers that a mistake was put right, unless its answer was just shown; says which. */
export function solveMistake(mistake: Mistake, now = Date.now()): boolean {
  const kept = loadMistakes().find((m) => key(m) === key(mistake));
  if (kept?.seen !== undefined && now - kept.seen < FRESH) return false;
  change(mistake, { solved: now });
  return true;
}
