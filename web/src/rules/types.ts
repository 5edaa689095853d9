/** What the Rust library says, as `crates/bagh-wasm` writes it. */

export type Side = 'tiger' | 'goat';
export type Phase = 'placement' | 'sliding';
export type Outcome = 'tiger-win' | 'draw' | 'goat-win';
export type Reason =
  | 'captures'
  | 'tigers-trapped'
  | 'dandee'
  | 'locked-goats'
  | 'repetition'
  | 'resignation'
  | 'agreement';

/** Which game is meant: a built-in one by its name, or a board file. */
export interface GameRef {
  name?: string;
  /** The text of a board file, which counts before the name. */
  file?: string;
  /** Captures to win, where they are not the usual ones. */
  captures?: number;
}

export interface Point {
  name: string;
  x: number;
  y: number;
}

/** A game with all that is needed to draw its board. */
export interface Game {
  name: string;
  title: string;
  tigers: number;
  goats: number;
  captures: number;
  /** Whether tigers are placed one by one, and begin. */
  placed: boolean;
  /** The first position, in OBX 1.0. */
  start: string;
  points: Point[];
  rows: number[];
  lines: number[][];
  diagonals: number[][];
  symmetries: number[][];
  /** The board file of a built-in game. */
  file: string | null;
}

export interface Move {
  text: string;
  from: number | null;
  to: number;
  /** The point of the captured goat. */
  over: number | null;
}

export interface Result {
  outcome: Outcome;
  reason: Reason;
  grand: boolean;
  worth: number;
}

/** A position, and the game that led to it. */
export interface State {
  position: string;
  tigers: number[];
  goats: number[];
  turn: Side;
  phase: Phase;
  goats_in_hand: number;
  tigers_in_hand: number;
  captured: number;
  /** Tigers that could not move if it were their turn. */
  trapped: number[];
  /** The legal moves; none once the game is over. */
  legal: Move[];
  last_move: Move | null;
  result: Result | null;
  /** How often this position has stood in the game, counting now. */
  occurrences: number;
  moves: string[];
  /** The position before the first move, and after each. */
  positions: string[];
}

export interface ReadPosition {
  state: State;
  format: string;
  warnings: string[];
}

/** A node of a record's tree, the root first and each node after the one it follows. */
export interface RecordNode {
  parent: number | null;
  move: string | null;
  comments: string[];
  before: string[];
  position: string;
}

export interface GameRecord {
  game: string;
  captures: number;
  start: string;
  tags: [string, string][];
  outcome: Outcome | null;
  reason: Reason | null;
  nodes: RecordNode[];
}
