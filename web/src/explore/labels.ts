/** Where the names of lines stand, so that none covers another. */

export interface Spot {
  x: number;
  y: number;
}

/** What a name takes up, where digits are wide and the screen is narrow. */
const WIDE = 26;
const TALL = 19;

/**
 * A place for each name, as near to its spot as may be: up or down, in steps, and never above `top`
 * or below `bottom`.
 */
export function apart(spots: readonly Spot[], top: number, bottom: number): Spot[] {
  const placed: Spot[] = [];
  for (const { x, y } of spots) {
    const free = (at: number) =>
      at >= top &&
      at <= bottom &&
      placed.every((other) => Math.abs(other.x - x) >= WIDE || Math.abs(other.y - at) >= TALL);
    const steps = Array.from({ length: 2 * spots.length + 1 }, (_, i) => Math.ceil(i / 2) * TALL);
    const place = steps.map((step, i) => (i % 2 ? y - step : y + step)).find(free);
    placed.push({ x, y: place ?? y });
  }
  return placed;
}
