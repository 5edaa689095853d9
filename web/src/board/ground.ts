/** What does not move: the slab, the chalk lines, the names of the points. */

import type { BoardConfig } from './config';
import { chance, slab, stroke } from './chalk';
import { labels, type Layout } from './geometry';

const seedOf = (name: string) => [...name].reduce((h, c) => (h * 31 + c.charCodeAt(0)) | 0, 7);

let drawings = 0;

/** The drawing below the pieces, as the inside of a `g`. */
export function ground(config: BoardConfig, layout: Layout): string {
  const { width, height, spots, zoom } = layout;
  const clip = `slab-${++drawings}`;
  const seed = seedOf(config.board.name);
  const outline = slab(width, height, seed);
  const strokes = [...config.board.lines, ...config.board.diagonals].map((line, i) =>
    stroke(
      line.map((point) => spots[point] ?? { x: 0, y: 0 }),
      seed + i * 101,
    ),
  );
  const lines = strokes.join('');
  // Light that falls through leaves: soft spots, the same for the same board.
  const dapples = Array.from({ length: 14 }, (_, i) => {
    const size = Math.min(width, height) * (0.07 + 0.13 * chance(seed + i * 5 + 1));
    const x = width * chance(seed + i * 5 + 2);
    const y = height * chance(seed + i * 5 + 3);
    const tilt = Math.round(chance(seed + i * 5 + 4) * 90 - 45);
    return `<ellipse cx="${Math.round(x)}" cy="${Math.round(y)}" rx="${Math.round(size)}" ry="${Math.round(size * 0.62)}" transform="rotate(${tilt} ${Math.round(x)} ${Math.round(y)})"/>`;
  }).join('');
  const names = config.coordinates
    ? labels(config.board, layout)
        .map((l) => `<text x="${l.x}" y="${l.y}">${l.text}</text>`)
        .join('')
    : '';
  return `
    <path class="slab-edge" d="${outline}"/>
    <path class="slab" d="${outline}"/>
    <path class="slab-grain" d="${outline}"/>
    <path class="slab-rim" d="${outline}"/>
    <clipPath id="${clip}"><path d="${outline}"/></clipPath>
    <g class="dapples" clip-path="url(#${clip})">${dapples}</g>
    <path class="chalk-dust" d="${lines}"/>
    <path class="chalk" d="${lines}"/>
    <path class="chalk-worn" d="${lines}"/>
    <g class="chalk-points">${spots.map((s) => `<circle cx="${s.x}" cy="${s.y}" r="${7 * zoom}"/>`).join('')}</g>
    <g class="names">${names}</g>`;
}
