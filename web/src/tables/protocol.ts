/** What the page and the worker of the tables say to each other. */

import type { GameRef } from '../rules/types';
import type { KeptFile } from './offline';
import type { LineAnswer, ProbeAnswer } from '../api/schema';

/** A file of the site, whose name follows from its contents. */
export interface SiteFile {
  name: string;
  length: number;
}

/** A game with tables on the site. */
export interface SiteGame {
  game: string;
  captures: number;
  directory: SiteFile;
  bytes: number;
}

export type Question =
  | { op: 'probe'; game: GameRef; positions: readonly string[]; moves: boolean }
  | { op: 'line'; game: GameRef; position: string }
  /** The games whose tables are on the site. */
  | { op: 'games' }
  /** The same questions to whole files that are kept on the device. */
  | { op: 'kept-probe'; game: GameRef; files: KeptFile[]; positions: readonly string[] }
  | { op: 'kept-line'; game: GameRef; files: KeptFile[]; position: string };

export interface Answers {
  probe: ProbeAnswer[];
  line: LineAnswer;
  games: SiteGame[];
  'kept-probe': ProbeAnswer[];
  'kept-line': LineAnswer;
}

export interface Asked {
  id: number;
  /** The folder of the tables, an address. */
  base: string;
  question: Question;
}

/** What went wrong; `status` is that of HTTP, and 0 if there was no answer at all. */
export interface Problem {
  message: string;
  status: number;
}

export type Answered = { id: number; ok: unknown } | { id: number; problem: Problem };
