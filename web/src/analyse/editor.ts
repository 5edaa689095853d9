/** A position that is put together: pieces, who moves, goats in hand and captured. */

import {
  RulesError,
  checkPosition,
  state as stateOf,
  type Game,
  type GameRef,
  type PositionParts,
  type Side,
  type State,
} from '../rules';

export type Tool = Side | 'none';

export class Editor {
  tool: Tool = 'goat';
  parts: PositionParts;
  /** The position, if it is one. */
  state: State | null = null;
  /** What does not fit. */
  problem: RulesError | null = null;

  constructor(
    private readonly ref: GameRef,
    readonly game: Game,
    from: State,
  ) {
    this.parts = partsOf(from);
    this.check();
  }

  private check(): void {
    try {
      this.state = checkPosition(this.ref, this.parts);
      this.problem = null;
    } catch (error) {
      if (!(error instanceof RulesError)) throw error;
      this.state = null;
      this.problem = error;
    }
  }

  private change(parts: Partial<PositionParts>): void {
    this.parts = { ...this.parts, ...parts };
    this.check();
  }

  /** Goats that are neither on the board nor captured. */
  private rest(goats: number, captured: number): number {
    return Math.max(0, this.game.goats - goats - captured);
  }

  /** Puts the chosen piece on a point, or takes it away if it stands there. */
  click(point: number): void {
    const tigers = this.parts.tigers.filter((p) => p !== point);
    const goats = this.parts.goats.filter((p) => p !== point);
    const there = (side: Side) =>
      (side === 'tiger' ? this.parts.tigers : this.parts.goats).includes(point);
    if (this.tool !== 'none' && !there(this.tool)) {
      (this.tool === 'tiger' ? tigers : goats).push(point);
    }
    const moved = goats.length !== this.parts.goats.length;
    // The herd stays whole: a goat that is put on the board comes from the hand.
    const goats_in_hand = moved
      ? this.rest(goats.length, this.parts.captured)
      : this.parts.goats_in_hand;
    this.change({ tigers, goats, goats_in_hand });
  }

  turn(turn: Side): void {
    this.change({ turn });
  }

  captured(captured: number): void {
    const wanted = clamp(captured, this.game.goats);
    const goats_in_hand = this.rest(this.parts.goats.length, wanted);
    this.change({ captured: wanted, goats_in_hand });
  }

  inHand(goats_in_hand: number): void {
    const wanted = clamp(goats_in_hand, this.game.goats);
    const captured = this.rest(this.parts.goats.length, wanted);
    this.change({ goats_in_hand: wanted, captured });
  }

  clear(): void {
    this.change({ tigers: [], goats: [], goats_in_hand: this.game.goats, captured: 0 });
  }

  reset(): void {
    this.change(partsOf(stateOf(this.ref)));
  }
}

function partsOf(state: State): PositionParts {
  const { tigers, goats, turn, goats_in_hand, captured } = state;
  return { tigers, goats, turn, goats_in_hand, captured };
}

function clamp(value: number, most: number): number {
  return Number.isInteger(value) ? Math.min(Math.max(value, 0), most) : 0;
}
