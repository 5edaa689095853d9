/** Arrows and circles that the user draws on a position. */

import type { Drawing } from '../board/config';
import type { TreeNode } from './tree';

export class Sketch {
  private drawings: readonly Drawing[] = [];
  /** The node that the drawings belong to. */
  private on: TreeNode | null = null;

  /** What is drawn on a position; a step to another one clears it. */
  at(node: TreeNode | null): readonly Drawing[] {
    if (node !== this.on) this.drawings = [];
    this.on = node;
    return this.drawings;
  }

  /** Draws an arrow or a circle, or takes it away if it is there. */
  draw(node: TreeNode | null, drawing: Drawing): void {
    const drawings = this.at(node);
    const same = (other: Drawing) => other.from === drawing.from && other.to === drawing.to;
    this.drawings = drawings.some(same)
      ? drawings.filter((other) => !same(other))
      : [...drawings, drawing];
  }
}
