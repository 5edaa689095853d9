/** What is shown: a stored copy at once, and what the service says as soon as it answers. */

import { get } from '../api';
import type { ClassesAnswer, ClassRow, DistanceRow, TablesAnswer } from '../api/schema';

export const GAMES = ['bagh-chal', 'aadu-puli'] as const;
export type ExploreGame = (typeof GAMES)[number];

export type { ClassRow, DistanceRow };

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
    const answer = await get<ClassesAnswer>(`/${game}/stats`);
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
