/** The measures of the charts: where values stand in the drawing. */

import type { Series } from './counting';
import { apart, type Spot } from './labels';

export const WIDTH = 640;
export const HEIGHT = 320;
export const LEFT = 62;
export const RIGHT = 14;
export const TOP = 12;
export const BOTTOM = 46;
export const TALL = HEIGHT - TOP - BOTTOM;

/** What all charts have in common. */
export const FRAME = { width: WIDTH, guide: [TOP, HEIGHT - BOTTOM] } as const;

/** Plies that a point of the chart of distances stands for. */
export const STEP = 4;
/** Room for the names at the ends of the lines. */
const NAMES = 22;

/** How lines of positions by plies are drawn, on a scale of tens. */
export class DistanceScale {
  readonly steps: number;
  readonly decades: number;

  constructor(all: readonly Series[]) {
    const most = Math.max(1, ...all.flatMap((one) => one.counts));
    this.steps = Math.max(1, ...all.map((one) => one.counts.length));
    this.decades = Math.ceil(Math.log10(most));
  }

  x(i: number): number {
    return LEFT + ((WIDTH - LEFT - RIGHT - NAMES) * i) / Math.max(this.steps - 1, 1);
  }

  /** No position at all stands a little below one. */
  y(value: number): number {
    return TOP + TALL * (1 - Math.log10(Math.max(value, 0.5)) / Math.max(this.decades, 1));
  }

  spots(one: Series): Spot[] {
    return one.counts.map((value, i) => ({ x: this.x(i), y: this.y(value) }));
  }
}

/** Where the names of the lines stand: at their ends, apart from each other. */
export function ends(all: readonly Series[]): Spot[] {
  const scale = new DistanceScale(all);
  const spots = all.map((one) => {
    const end = scale.spots(one).at(-1) ?? { x: 0, y: 0 };
    return { x: end.x + 5, y: end.y + 4 };
  });
  return apart(spots, TOP + 10, HEIGHT - BOTTOM + 6);
}
