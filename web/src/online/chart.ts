/** A rating over time, with its uncertainty. */

import { svg, type TemplateResult } from 'lit-html';
import { date, n, t } from '../i18n';
import { readable } from '../ui/pointing';

export interface Point {
  at: number;
  rating: number;
  deviation: number;
}

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [640, 220, 72, 12, 12, 16];

export function ratingChart(points: Point[]): TemplateResult {
  const low = Math.min(...points.map((p) => p.rating - p.deviation));
  const high = Math.max(...points.map((p) => p.rating + p.deviation));
  const span = Math.max(high - low, 1);
  // By games, not by days: a pause says nothing about strength.
  const wide = WIDTH - LEFT - RIGHT;
  const x = (i: number) => LEFT + (i / Math.max(points.length - 1, 1)) * wide;
  const y = (value: number) => TOP + (1 - (value - low) / span) * (HEIGHT - TOP - BOTTOM);
  const at = (i: number, value: number) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`;
  const line = points.map((p, i) => at(i, p.rating)).join(' ');
  const upper = points.map((p, i) => at(i, p.rating + p.deviation));
  const lower = points.map((p, i) => at(i, p.rating - p.deviation)).reverse();
  const [first, last] = [points[0], points.at(-1)];
  const label = t('online.chart', {
    from: first ? n(first.rating) : '',
    to: last ? n(last.rating) : '',
    begin: first ? date(first.at) : '',
    end: last ? date(last.at) : '',
  });
  const mark = (value: number) =>
    svg`<text class="tick" x=${LEFT - 8} y=${y(value) + 5} text-anchor="end">${n(Math.round(value))}</text>`;
  const say = (i: number) => {
    const point = points[i];
    if (!point) return [];
    return [date(point.at), `${n(Math.round(point.rating))} ± ${n(Math.round(point.deviation))}`];
  };
  return readable(
    {
      name: 'rating',
      label,
      width: WIDTH,
      height: HEIGHT,
      guide: [TOP, HEIGHT - BOTTOM],
      places: points.map((_, i) => x(i)),
      say,
    },
    svg`<polygon class="rating-range" points=${[...upper, ...lower].join(' ')} />
    <polyline class="rating-line" points=${line} />
    ${mark(high)} ${mark(low)}`,
  );
}
