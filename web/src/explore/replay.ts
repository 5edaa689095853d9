/** Records, ready to be stepped through. */

import { readRecord, state as stateOf, type GameRef, type State } from '../rules';

/** A record that is stepped through. */
export class Replay {
  ply = 0;

  constructor(
    readonly game: GameRef,
    readonly start: string,
    readonly moves: string[],
  ) {}

  get state(): State {
    return stateOf(this.game, this.moves.slice(0, this.ply), this.start);
  }

  get atEnd(): boolean {
    return this.ply === this.moves.length;
  }

  go(ply: number): void {
    this.ply = Math.max(0, Math.min(this.moves.length, Math.round(ply)));
  }
}

/** A record as text, ready to be stepped through. */
export function replay(game: string, text: string): Replay {
  const record = readRecord({ name: game }, text);
  const moves: string[] = [];
  let at = 0;
  // The first child of a node goes on with the main line.
  for (;;) {
    const next = record.nodes.findIndex((node) => node.parent === at);
    const move = record.nodes[next]?.move;
    if (next < 0 || !move) break;
    moves.push(move);
    at = next;
  }
  return new Replay({ name: game }, record.start, moves);
}
