/** Where things are drawn: points in units of the drawing, seen from any side. */

import type { Game } from '../rules/types';

/** How the board is seen. */
export interface View {
  /** Quarter turns, clockwise. */
  rotation: number;
  mirrored: boolean;
}

export interface Spot {
  x: number;
  y: number;
}

export interface Layout {
  spots: Spot[];
  /** The drawing's size, with its margins. */
  width: number;
  height: number;
  /** How much lines and names grow on a board of many points, which is shown smaller. */
  zoom: number;
  /** How much pieces grow there; they still do not touch. */
  size: number;
}

/** The smallest distance between two points, in units of the drawing. */
export const NEAREST = 100;
/** How far a piece reaches. */
export const RADIUS = 42;
/** From the outermost points to the edge of the drawing. */
export const MARGIN = 74;

function turned(spot: Spot, view: View): Spot {
  let { x, y } = spot;
  if (view.mirrored) x = -x;
  for (let i = 0; i < (view.rotation & 3); i++) [x, y] = [-y, x];
  return { x, y };
}

/**
 * Boards that are drawn with more room between their closest points than their files have, so that
 * pieces can be larger. Lines stay straight: points keep their order along each of them.
 */
function roomier(board: Pick<Game, 'points'> & { name?: string }): Spot[] {
  if (!board.name?.startsWith('aadu-puli') || board.points.length !== 23) return [...board.points];
  // Four lines run down from the apex; the rows lie further down, where the lines are apart.
  const slopes = [-0.5, -1 / 6, 1 / 6, 0.5];
  const row = (y: number, ends: boolean): Spot[] => {
    const inner = slopes.map((slope) => ({ x: slope * y, y }));
    return ends ? [{ x: -3.6, y }, ...inner, { x: 3.6, y }] : inner;
  };
  return [{ x: 0, y: 0 }, ...row(3, true), ...row(4, true), ...row(5, true), ...row(6, false)];
}

/** The points of a board as they are drawn. */
export function layout(board: Pick<Game, 'points'> & { name?: string }, view: View): Layout {
  const points = roomier(board).map((point) => turned(point, view));
  let nearest = Infinity;
  points.forEach((a, i) => {
    for (const b of points.slice(i + 1))
      nearest = Math.min(nearest, Math.hypot(a.x - b.x, a.y - b.y));
  });
  const scale = Number.isFinite(nearest) && nearest > 0 ? NEAREST / nearest : NEAREST;
  const left = Math.min(...points.map((p) => p.x));
  const top = Math.min(...points.map((p) => p.y));
  const spots = points.map((p) => ({
    x: MARGIN + (p.x - left) * scale,
    y: MARGIN + (p.y - top) * scale,
  }));
  const width = Math.max(...spots.map((s) => s.x)) + MARGIN;
  const height = Math.max(...spots.map((s) => s.y)) + MARGIN;
  const zoom = Math.min(1.5, Math.max(1, Math.max(width, height) / 600));
  return { spots, width, height, zoom, size: Math.min(1.22, zoom) };
}

export type Direction = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';

const DIRECTIONS: Record<Direction, Spot> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

export function isDirection(key: string): key is Direction {
  return key in DIRECTIONS;
}

/** The point that an arrow key leads to: near, and not far off to the side. */
export function neighbour(spots: Spot[], from: number, key: Direction): number {
  const here = spots[from];
  if (!here) return from;
  const { x: dx, y: dy } = DIRECTIONS[key];
  let best = from;
  let least = Infinity;
  spots.forEach((spot, index) => {
    const along = (spot.x - here.x) * dx + (spot.y - here.y) * dy;
    const aside = Math.abs((spot.x - here.x) * dy - (spot.y - here.y) * dx);
    if (along < 1 || aside > along * 2.2) return;
    const cost = along + 2 * aside;
    if (cost < least) {
      least = cost;
      best = index;
    }
  });
  return best;
}

/** The point nearest to a place, if it is near enough to be meant. */
export function nearestPoint(spots: Spot[], place: Spot): number | undefined {
  let best: number | undefined;
  let least = NEAREST * 0.55;
  spots.forEach((spot, index) => {
    const distance = Math.hypot(spot.x - place.x, spot.y - place.y);
    if (distance < least) {
      least = distance;
      best = index;
    }
  });
  return best;
}

export interface EdgeLabel extends Spot {
  text: string;
}

/**
 * The names of the points: letters and numbers along the edges where the names say column and
 * row, or else a name beside each point.
 */
export function labels(board: Pick<Game, 'points'>, { spots, zoom, width }: Layout): EdgeLabel[] {
  const parts = board.points.map((p) => /^([A-Za-z]+)(\d+)$/.exec(p.name));
  const edge = MARGIN * 0.25;
  const along = (key: 1 | 2): EdgeLabel[] | undefined => {
    const groups = new Map<string, Spot[]>();
    parts.forEach((part, i) => {
      const text = part?.[key] ?? '';
      groups.set(text, [...(groups.get(text) ?? []), spots[i] as Spot]);
    });
    if (groups.size < 2 || groups.size === spots.length) return undefined;
    const entries = [...groups].map(([text, list]) => ({ text, list, first: list[0] as Spot }));
    if (entries.every((e) => e.list.every((s) => Math.abs(s.x - e.first.x) < 1))) {
      return entries.map((e) => ({ text: e.text, x: e.first.x, y: edge }));
    }
    if (entries.every((e) => e.list.every((s) => Math.abs(s.y - e.first.y) < 1))) {
      return entries.map((e) => ({ text: e.text, x: edge, y: e.first.y }));
    }
    return undefined;
  };
  const [letters, digits] = [along(1), along(2)];
  if (letters && digits) return [...letters, ...digits];
  return board.points.map((p, i) => {
    const spot = spots[i] as Spot;
    // Beyond the last points there is no room.
    const side = spot.x > width - MARGIN - 1 ? -1 : 1;
    return { text: p.name, x: spot.x + 26 * zoom * side, y: spot.y + 27 * zoom };
  });
}
