/** What the page and the worker of the tables say to each other. */

import type { GameRef } from '../rules/types';
import type { KeptFile, PocketPart } from './record';
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
  /** The files of its pocket edition, where the site has one. */
  pocket?: { name: string; length: number; packs: SiteFile[] }[];
}

export type Question =
  | {
      op: 'probe';
      game: GameRef;
      positions: readonly string[];
      moves: boolean;
      /** What is kept of the game: used where the site is out of reach. */
      files?: KeptFile[] | undefined;
    }
  | { op: 'line'; game: GameRef; position: string; files?: KeptFile[] | undefined }
  /** The games whose tables are on the site. */
  | { op: 'games' }
  /** The same questions to whole files that are kept on the device. */
  | { op: 'kept-probe'; game: GameRef; files: KeptFile[]; positions: readonly string[] }
  | { op: 'kept-line'; game: GameRef; files: KeptFile[]; position: string }
  /** A position to the pocket edition that is kept. */
  | { op: 'pocket-probe'; game: GameRef; parts: PocketPart[]; position: string; moves: boolean }
  /** Lets go of what is kept of a game. */
  | { op: 'release'; game: GameRef };

export interface Answers {
  probe: ProbeAnswer[];
  line: LineAnswer;
  games: SiteGame[];
  'kept-probe': ProbeAnswer[];
  'kept-line': LineAnswer;
  'pocket-probe': ProbeAnswer;
  release: null;
}

export interface Asked {
  id: number;
  /** The folder of the tables, an address. */
  base: string;
  question: Question;
}

/** The page needs the answer no more. */
export interface Dropped {
  id: number;
  drop: true;
}

/** What went wrong; `status` is that of HTTP, and 0 if there was no answer at all. */
export interface Problem {
  message: string;
  status: number;
}

export type Answered = { id: number; ok: unknown } | { id: number; problem: Problem };
