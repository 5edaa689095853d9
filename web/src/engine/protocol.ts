/** What the page and the worker of the computer player say to each other. */

import type { Found, FoundLine, GameRef } from '../rules/types';

/** A game so far. */
export interface Line {
  game: GameRef;
  start?: string | undefined;
  moves: string[];
}

export type Question =
  /** The move that a player of some level plays. */
  | ({ op: 'choose'; level: number; seed: number } & Line)
  /** The best lines that a search finds within its limits. */
  | ({ op: 'best'; lines?: number; milliseconds?: number; nodes?: number; depth?: number } & Line);

export interface Asked {
  id: number;
  question: Question;
}

export type { Found, FoundLine };

export type Answered =
  | { id: number; ok: unknown }
  /** `missing`: the engine could not be loaded. */
  | { id: number; error: string; missing?: boolean };
