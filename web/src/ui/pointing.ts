/** What a chart says of the place that is pointed at: by mouse, by a tap, or with arrow keys. */

import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit-html';
import { update } from '../app';
import './pointing.css';

/** The column of each chart that is pointed at. */
const picked = new Map<string, number>();

function pick(name: string, column: number | null): void {
  if ((picked.get(name) ?? null) === column) return;
  if (column === null) picked.delete(name);
  else picked.set(name, column);
  update();
}

/** A chart with something to read at each of its columns, whose middles stand at `places`. */
export interface Readable {
  name: string;
  label: string;
  width: number;
  height: number;
  /** Between which heights a line marks the column that is pointed at. */
  guide: readonly [top: number, bottom: number];
  places: readonly number[];
  /** What is said of a column, line by line. */
  say: (column: number) => string[];
}

export function readable(chart: Readable, drawing: unknown): TemplateResult {
  const { name, places, width } = chart;
  const kept = picked.get(name);
  const at = kept !== undefined && kept < places.length ? kept : null;
  const x = at === null ? 0 : (places[at] ?? 0);
  const point = (event: PointerEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const here = ((event.clientX - box.left) / box.width) * width;
    const far = (place: number) => Math.abs(place - here);
    const nearest = places.reduce(
      (best, place, i) => (far(place) < far(places[best] ?? Infinity) ? i : best),
      0,
    );
    pick(name, places.length > 0 ? nearest : null);
  };
  const key = (event: KeyboardEvent) => {
    const last = places.length - 1;
    const to = {
      ArrowLeft: Math.max((at ?? 1) - 1, 0),
      ArrowRight: Math.min((at ?? -1) + 1, last),
      Home: 0,
      End: last,
      Escape: null,
    };
    if (!Object.hasOwn(to, event.key) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    pick(name, to[event.key as keyof typeof to]);
  };
  return html`<div class="chart-box">
    <svg
      class="chart"
      viewBox="0 0 ${width} ${chart.height}"
      role="img"
      tabindex="0"
      aria-label=${chart.label}
      @pointermove=${(event: PointerEvent) => event.pointerType === 'mouse' && point(event)}
      @pointerleave=${(event: PointerEvent) => event.pointerType === 'mouse' && pick(name, null)}
      @click=${point}
      @keydown=${key}
      @focus=${(event: Event) =>
        (event.target as Element).matches(':focus-visible') && pick(name, at ?? 0)}
      @blur=${() => pick(name, null)}
    >
      ${drawing} ${at === null ? nothing : guide(x, chart.guide)}
    </svg>
    ${
      at === null
        ? nothing
        : html`<div class="chart-tip ${x < width / 2 ? 'right' : ''}" role="status">
            ${chart.say(at).map((line) => html`<p>${line}</p>`)}
          </div>`
    }
  </div>`;
}

const guide = (x: number, [top, bottom]: Readable['guide']): SVGTemplateResult =>
  svg`<line class="guide" x1=${x} x2=${x} y1=${top} y2=${bottom} />`;
