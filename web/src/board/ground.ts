/** What does not move: the slab, the chalk lines, the names of the points. */

import type { BoardConfig } from './config';
import { slab, stroke } from './chalk';
import { labels, type Layout } from './geometry';

const seedOf = (name: string) => [...name].reduce((h, c) => (h * 31 + c.charCodeAt(0)) | 0, 7);

/** The drawing below the pieces, as the inside of a `g`. */
export function ground(config: BoardConfig, layout: Layout): string {
  const { width, height, spots, zoom } = layout;
  const seed = seedOf(config.board.name);
  const outline = slab(width, height, seed);
  const strokes = [...config.board.lines, ...config.board.diagonals].map((line, i) =>
    stroke(
      line.map((point) => spots[point] ?? { x: 0, y: 0 }),
      seed + i * 101,
    ),
  );
  const lines = strokes.join('');
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
    <path class="chalk-dust" d="${lines}"/>
    <path class="chalk" d="${lines}"/>
    <path class="chalk-worn" d="${lines}"/>
    <g class="chalk-points">${spots.map((s) => `<circle cx="${s.x}" cy="${s.y}" r="${7 * zoom}"/>`).join('')}</g>
    <g class="names">${names}</g>`;
}
