/** Lines as a hand draws them: the same line always wavers in the same way. */

import type { Spot } from './geometry';

/** A number from 0 to 1 that only depends on the seed. */
export function chance(seed: number): number {
  let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32;
}

const round = (value: number) => Math.round(value * 10) / 10;

/** A smooth path through spots. */
function smooth(spots: Spot[], closed: boolean): string {
  const first = spots[0];
  if (!first) return '';
  const mid = (a: Spot, b: Spot) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  const at = (s: Spot) => `${round(s.x)} ${round(s.y)}`;
  if (closed) {
    const start = mid(spots[spots.length - 1] as Spot, first);
    return (
      `M${at(start)}` +
      spots
        .map((s, i) => `Q${at(s)} ${at(mid(s, spots[(i + 1) % spots.length] as Spot))}`)
        .join('') +
      'Z'
    );
  }
  let path = `M${at(first)}`;
  for (let i = 1; i < spots.length - 1; i++) {
    const s = spots[i] as Spot;
    path += `Q${at(s)} ${at(mid(s, spots[i + 1] as Spot))}`;
  }
  return `${path}L${at(spots[spots.length - 1] as Spot)}`;
}

/** A stroke through some spots, a little too long and never quite straight. */
export function stroke(through: Spot[], seed: number): string {
  const first = through[0];
  const last = through[through.length - 1];
  if (!first || !last) return '';
  const length = Math.hypot(last.x - first.x, last.y - first.y) || 1;
  const over = (k: number) => 2 + 7 * chance(seed + k);
  const [ux, uy] = [(last.x - first.x) / length, (last.y - first.y) / length];
  const from = { x: first.x - ux * over(1), y: first.y - uy * over(1) };
  const to = { x: last.x + ux * over(2), y: last.y + uy * over(2) };
  const corners = [from, ...through.slice(1, -1), to];
  const wavering: Spot[] = [];
  corners.forEach((corner, c) => {
    const next = corners[c + 1];
    if (!next) return wavering.push(corner);
    const part = Math.hypot(next.x - corner.x, next.y - corner.y);
    const steps = Math.max(1, Math.round(part / 48));
    for (let i = 0; i < steps; i++) {
      const share = i / steps;
      const off = c + i === 0 ? 0 : (chance(seed * 31 + c * 97 + i * 7) - 0.5) * 2.8;
      wavering.push({
        x: corner.x + (next.x - corner.x) * share - uy * off,
        y: corner.y + (next.y - corner.y) * share + ux * off,
      });
    }
    return undefined;
  });
  return smooth(wavering, false);
}

/** The outline of a slab of stone, broken rather than cut. */
export function slab(width: number, height: number, seed: number): string {
  const inset = 7;
  const spots: Spot[] = [];
  const side = (from: Spot, to: Spot, k: number) => {
    const steps = Math.round(Math.hypot(to.x - from.x, to.y - from.y) / 21);
    for (let i = 0; i < steps; i++) {
      const share = (i + 0.15 + 0.7 * chance(seed + k * 53 + i)) / steps;
      const off = () => (chance(seed * 3 + k * 131 + i * 17 + spots.length) - 0.5) * 4.2;
      spots.push({
        x: from.x + (to.x - from.x) * share + off(),
        y: from.y + (to.y - from.y) * share + off(),
      });
    }
  };
  const [l, t, r, b] = [inset, inset, width - inset, height - inset];
  const cut = 12;
  side({ x: l + cut, y: t }, { x: r - cut, y: t }, 1);
  side({ x: r, y: t + cut }, { x: r, y: b - cut }, 2);
  side({ x: r - cut, y: b }, { x: l + cut, y: b }, 3);
  side({ x: l, y: b - cut }, { x: l, y: t + cut }, 4);
  return smooth(spots, true);
}
