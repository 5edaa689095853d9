/** What a board is told. It knows no rules: legal moves are handed in. */

import type { Game, Move, Outcome, Side } from '../rules/types';
import type { View } from './geometry';

/** What a mark or an arrow means: it has a colour and a shape of its own. */
export type MarkKind = Outcome | 'hint' | 'mistake' | 'info' | 'circle';

/** What a user draws on a board: an arrow, or a circle where both points are the same. */
export interface Drawing {
  from: number;
  to: number;
}

/** A mark on a point. */
export interface Mark {
  point: number;
  kind: MarkKind;
  /** A short text beside it, such as a number of plies. */
  label?: string;
  /** Whether it steps back behind others. */
  soft?: boolean;
}

/** An arrow from point to point. */
export interface Arrow {
  from: number;
  to: number;
  kind: MarkKind;
  label?: string;
  soft?: boolean;
}

/** What the board knows of a point when it asks for its name. */
export interface PointState {
  piece: Side | null;
  trapped: boolean;
  /** Whether the piece here can move. */
  movable: boolean;
  selected: boolean;
  /** What the piece that is chosen, or in hand, could do here. */
  target: 'place' | 'to' | 'capture' | null;
}

export interface BoardConfig {
  board: Pick<Game, 'points' | 'lines' | 'diagonals' | 'name'>;
  /** What the pieces look like: tigers and goats if left out. */
  animals?: 'tiger-goat' | 'vulture-crow';
  tigers: readonly number[];
  goats: readonly number[];
  /** The moves that the user may make now; none makes a picture. */
  moves: readonly Move[];
  lastMove?: Move | null;
  /** Tigers that cannot move. */
  trapped?: readonly number[];
  marks?: readonly Mark[];
  arrows?: readonly Arrow[];
  view?: View;
  coordinates?: boolean;
  animate?: boolean;
  /** Whether any point may be clicked: `board-point` tells which. */
  editing?: boolean;
  /** Whether the user may draw arrows and circles: `board-draw` tells what. */
  drawable?: boolean;
  /** For screen readers: the name of the board, and of each point. */
  label: string;
  describe: (point: number, state: PointState) => string;
}
