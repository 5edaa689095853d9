/** A rating over time, with its uncertainty. */

import { html, svg, type TemplateResult } from 'lit-html';
import { date, n, t } from '../i18n';

export interface Point {
  at: number;
  rating: number;
  deviation: number;
}

const WIDTH = 320;
const HEIGHT = 110;
const LEFT = 38;

export function ratingChart(points: Point[]): TemplateResult {
  const low = Math.min(...points.map((p) => p.rating - p.deviation));
  const high = Math.max(...points.map((p) => p.rating + p.deviation));
  const span = Math.max(high - low, 1);
  // By games, not by days: a pause says nothing about strength.
  const x = (i: number) => LEFT + (i / Math.max(points.length - 1, 1)) * (WIDTH - LEFT - 6);
  const y = (value: number) => 6 + (1 - (value - low) / span) * (HEIGHT - 14);
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
    svg`<text x=${LEFT - 6} y=${y(value) + 4} text-anchor="end">${n(Math.round(value))}</text>`;
  return html`<svg
    class="online-chart"
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    role="img"
    aria-label=${label}
  >
    <polygon points=${[...upper, ...lower].join(' ')} />
    <polyline points=${line} />
    ${mark(high)} ${mark(low)}
  </svg>`;
}
