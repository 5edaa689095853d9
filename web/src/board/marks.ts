/** Rings, dots, values and arrows, as the inside of a `g`. */

import type { Arrow, Mark, MarkKind } from './config';
import { RADIUS, type Layout, type Spot } from './geometry';

const none: Spot = { x: 0, y: 0 };
const escape = (text: string) => text.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`);

/** A small shape for each meaning, so that colour is never alone. */
const SHAPES: Record<MarkKind, string> = {
  'tiger-win': '<path d="M0-15 14 11H-14Z"/>',
  draw: '<path d="M-13-10H13V-2H-13ZM-13 3H13V11H-13Z"/>',
  'goat-win': '<circle r="13"/>',
  hint: '<path d="M0-16 4.500-5 16-4 7 3.500 10 15 0 9-10 15-7 3.500-16-4-4.500-5Z"/>',
  mistake:
    '<circle r="17"/><path class="sign" d="M-6.500-4.500A6.500 6.500 0 1 1 3.200 1C1 2.400 0 3.200 0 6M0 10.500V11.500"/>',
  circle: '<circle class="ring" r="44"/>',
  info: '<path d="M0-14 14 0 0 14-14 0Z"/>',
};

/** The shape of an outcome, large enough for a number in it; `y` is where the number stands. */
const PLATES: Partial<Record<MarkKind, { shape: string; y: number }>> = {
  'tiger-win': { shape: '<path d="M0-27 27 19Q27 22 24 22H-24Q-27 22-27 19Z"/>', y: 8 },
  draw: { shape: '<rect x="-23" y="-15" width="46" height="30" rx="9"/>', y: 1 },
  'goat-win': { shape: '<circle r="21"/>', y: 1 },
};

/** What says which kind of mark it is: a shape, with the number in it if there is one. */
function sign(kind: MarkKind, label: string | undefined): string {
  const plate = label ? PLATES[kind] : undefined;
  if (!label || !plate) return SHAPES[kind];
  const small = kind !== 'draw' && label.length > 2 ? ' class="small"' : '';
  return `${plate.shape}<text y="${plate.y}"${small}>${escape(label)}</text>`;
}

/** The last move: where from, where to, and what fell. */
export function lastMove(
  layout: Layout,
  move: { from: number | null; to: number; over: number | null } | null | undefined,
): string {
  if (!move) return '';
  const to = layout.spots[move.to] ?? none;
  const ring = `<circle class="last-to" cx="${to.x}" cy="${to.y}" r="${RADIUS + 4}"/>`;
  if (move.from === null) return ring;
  const from = layout.spots[move.from] ?? none;
  const over = move.over === null ? undefined : layout.spots[move.over];
  return `<path class="last-path" d="M${from.x} ${from.y}L${to.x} ${to.y}"/>
    <circle class="last-from" cx="${from.x}" cy="${from.y}" r="13"/>${ring}
    ${over ? `<path class="last-over" transform="translate(${over.x} ${over.y})" d="M-11-11 11 11M11-11-11 11"/>` : ''}`;
}

/** The piece that is chosen, and where it may go. */
export function targets(
  layout: Layout,
  selected: number | null,
  to: readonly { to: number; over: number | null; from: number | null }[],
): string {
  const here = selected === null ? undefined : layout.spots[selected];
  const ring = here
    ? `<circle class="chosen" cx="${here.x}" cy="${here.y}" r="${RADIUS + 5}"/>`
    : '';
  return (
    ring +
    to
      .map((move) => {
        const spot = layout.spots[move.to] ?? none;
        const over = move.over === null ? undefined : layout.spots[move.over];
        if (!over) {
          const kind = move.from === null ? 'may-place' : 'may-go';
          return `<circle class="${kind}" cx="${spot.x}" cy="${spot.y}" r="${move.from === null ? 7 : 14}"/>`;
        }
        return `<circle class="may-capture" cx="${spot.x}" cy="${spot.y}" r="22"/>
          <circle class="may-go" cx="${spot.x}" cy="${spot.y}" r="9"/>
          <circle class="threatened" cx="${over.x}" cy="${over.y}" r="${RADIUS + 3}"/>`;
      })
      .join('')
  );
}

/** How much marks grow on a board of many points, where they would be too small to read. */
const growth = (layout: Layout) => Number((1 + (layout.zoom - 1) * 1.6).toFixed(2));

export function marks(layout: Layout, list: readonly Mark[]): string {
  const grown = growth(layout);
  return list
    .map((mark) => {
      const spot = layout.spots[mark.point] ?? none;
      return `<g class="mark mark-${mark.kind}${mark.soft ? ' soft' : ''}" transform="translate(${spot.x} ${spot.y}) scale(${grown})">${sign(mark.kind, mark.label)}</g>`;
    })
    .join('');
}

/**
 * The arrows that carry their label: of those of one piece that say the same, the longest, where
 * it has room.
 */
function labelled(layout: Layout, list: readonly Arrow[]): Set<Arrow> {
  const length = ({ from, to }: Arrow) => {
    const [a, b] = [layout.spots[from] ?? none, layout.spots[to] ?? none];
    return Math.hypot(a.x - b.x, a.y - b.y);
  };
  const longest = new Map<string, Arrow>();
  for (const arrow of list) {
    const { from, kind, label, soft } = arrow;
    const key = `${from} ${kind} ${label} ${soft}`;
    const other = longest.get(key);
    if (!other || length(arrow) > length(other) + 1) longest.set(key, arrow);
  }
  return new Set(longest.values());
}

export function arrows(layout: Layout, list: readonly Arrow[]): string {
  const grown = growth(layout);
  const telling = labelled(layout, list);
  return list
    .map((arrow) => {
      const from = layout.spots[arrow.from] ?? none;
      const to = layout.spots[arrow.to] ?? none;
      const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
      const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
      const at = (along: number, aside: number) =>
        `${(from.x + ux * along - uy * aside * grown).toFixed(1)} ${(from.y + uy * along + ux * aside * grown).toFixed(1)}`;
      const tip = length - 16;
      const shaft = `M${at(30, -5)}L${at(tip - 24, -5)}L${at(tip - 26, -16)}L${at(tip, 0)}L${at(tip - 26, 16)}L${at(tip - 24, 5)}L${at(30, 5)}Z`;
      // The shape rides on the shaft, since arrows differ by their colour only.
      if (arrow.kind === 'circle') {
        return `<g class="arrow mark-circle${arrow.soft ? ' soft' : ''}"><path class="shaft" d="${shaft}"/></g>`;
      }
      const middle = at((28 + tip - 24) / 2, 0).replace(' ', ',');
      const text = telling.has(arrow) ? arrow.label : undefined;
      const scale = (text ? 0.85 : 0.7) * grown;
      const label = `<g class="arrow-label" transform="translate(${middle}) scale(${scale.toFixed(2)})">${sign(arrow.kind, text)}</g>`;
      return `<g class="arrow mark-${arrow.kind}${arrow.soft ? ' soft' : ''}"><path class="shaft" d="${shaft}"/>${label}</g>`;
    })
    .join('');
}
