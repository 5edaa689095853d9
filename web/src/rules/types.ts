// Written from the types of crates/bagh-wasm: see src/typescript.rs there.

export type Side = 'tiger' | 'goat';
export type Phase = 'placement' | 'sliding';
export type Outcome = 'tiger-win' | 'draw' | 'goat-win';
export type Reason = 'captures' | 'tigers-trapped' | 'dandee' | 'locked-goats' | 'repetition' | 'resignation' | 'agreement';

/**
 * Which game a request is about.
 */
export type GameRef = { 
/**
 * The name of a built-in game.
 */
name?: string, 
/**
 * The text of a board file, which counts before the name.
 */
file?: string, 
/**
 * Captures to win, where they are not the usual ones.
 */
captures?: number, };

/**
 * A point of a board. Its place is written as a text: numbers with a fraction would bring the
 * writer of JSON's tables for them, which are large.
 */
export type Point = { name: string, x: number, y: number, };

/**
 * A game with all that is needed to draw its board.
 */
export type Game = { name: string, title: string, tigers: number, goats: number, captures: number, 
/**
 * Whether tigers are placed one by one, and begin.
 */
placed: boolean, 
/**
 * The first position, in OBX 1.0.
 */
start: string, points: Array<Point>, 
/**
 * The lengths of the rows, from the top down.
 */
rows: Array<number>, lines: Array<Array<number>>, diagonals: Array<Array<number>>, 
/**
 * Where each point goes, for each symmetry of the board, the identity first.
 */
symmetries: Array<Array<number>>, 
/**
 * The board file, to start a new board from.
 */
file: string | null, };

/**
 * A move, by the numbers of its points.
 */
export type Move = { text: string, from: number | null, to: number, 
/**
 * The point of the captured goat.
 */
over: number | null, };

/**
 * How a game ended.
 */
export type Result = { outcome: Outcome, reason: Reason, grand: boolean, worth: number, };

/**
 * A position for the page.
 */
export type State = { position: string, tigers: Array<number>, goats: Array<number>, turn: Side, phase: Phase, goats_in_hand: number, tigers_in_hand: number, captured: number, 
/**
 * Tigers that could not move if it were their turn.
 */
trapped: Array<number>, 
/**
 * The legal moves; none once the game is over.
 */
legal: Array<Move>, last_move: Move | null, result: Result | null, 
/**
 * How often this position has stood in the game, counting now.
 */
occurrences: number, 
/**
 * The moves played, as this project writes them.
 */
moves: Array<string>, 
/**
 * The position before the first move, and after each.
 */
positions: Array<string>, };

/**
 * A position that was read.
 */
export type ReadPosition = { state: State, format: string, 
/**
 * What was fixed.
 */
warnings: Array<string>, };

/**
 * A node of the tree, the root first and each node after the one it follows.
 */
export type RecordNode = { 
/**
 * The index of the node before; none for the root.
 */
parent: number | null, 
/**
 * The move that led here; none for the root.
 */
move: string | null, comments: Array<string>, 
/**
 * Comments on a variation, before its first move.
 */
before: Array<string>, 
/**
 * The position, in OBX 1.0; not looked at when a record is written.
 */
position: string, };

/**
 * A record that was read.
 */
export type GameRecord = { game: string, captures: number, start: string, tags: Array<[string, string]>, outcome: Outcome | null, reason: Reason | null, nodes: Array<RecordNode>, };

/**
 * A line of a search.
 */
export type FoundLine = { moves: Array<string>, 
/**
 * In thousandths of a goat, as the tigers see it.
 */
score: number, 
/**
 * Who wins, where the search has seen the end, and after how many plies.
 */
winner: Side | null, plies: number | null, };

/**
 * What a search found.
 */
export type Found = { lines: Array<FoundLine>, depth: number, nodes: number, };
