/** What is shown: a stored copy at once, and what the service says as soon as it answers. */

import { get } from '../api';
import type { TablesAnswer } from '../api/schema';
import type { Outcome, Side } from '../rules';

export const GAMES = ['bagh-chal', 'aadu-puli'] as const;
export type ExploreGame = (typeof GAMES)[number];

/** Positions of one class, by value. */
export interface ClassRow {
  phase: 'placement' | 'sliding';
  turn: Side;
  placed: number;
  captured: number;
  positions: number;
  goat_wins: number;
  /** By the number of goats captured in the end. */
  draws: Record<string, number>;
  tiger_wins: number;
}

/** Wins of one class of the sliding phase: how many positions take 0, 1, 2 … plies. */
export interface DistanceRow {
  captured: number;
  turn: Side;
  outcome: Outcome;
  positions: number[];
}

export interface PublishedNumber {
  source: string;
  what: string;
  printed: string;
  ours: string;
  agreement: 'equal' | 'misprint' | 'estimate' | 'part' | 'differs';
  note: string | null;
}

export interface TableFile {
  name: string;
  length: number;
  blake3: string;
  url?: string;
}

/** A stored copy: see `scripts/snapshot.mjs`. */
export interface Snapshot {
  game: string;
  captures: number;
  classes: ClassRow[];
  distances: DistanceRow[];
  tables: { bytes: number; rules: string; files: TableFile[] };
  published: PublishedNumber[];
}

/** How far the service is with a game. */
export type Tables = TablesAnswer;

const snapshots: Record<ExploreGame, () => Promise<{ default: unknown }>> = {
  'bagh-chal': () => import('./snapshot/bagh-chal.json'),
  'aadu-puli': () => import('./snapshot/aadu-puli.json'),
};

export async function stored(game: ExploreGame): Promise<Snapshot> {
  return (await snapshots[game]()).default as Snapshot;
}

/** The classes of a game, if the service has solved all of it. */
export async function liveClasses(game: ExploreGame): Promise<ClassRow[] | undefined> {
  try {
    const answer = await get<{ complete: boolean; classes: ClassRow[] }>(`/${game}/stats`);
    return answer.complete ? answer.classes : undefined;
  } catch {
    return undefined; // There is no service, or it has no tables: the copy will do.
  }
}

/** How far the tables are, if there is a service. */
export async function liveTables(game: ExploreGame): Promise<Tables | undefined> {
  try {
    return await get<Tables>(`/${game}/tables`);
  } catch {
    return undefined;
  }
}
