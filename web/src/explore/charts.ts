/** Small charts, drawn as SVG. Every colour has a pattern or a label beside it. */

import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit-html';
import { n, percent, t } from '../i18n';
import { readable } from '../ui/pointing';
import { drawn, type Bar, type Series } from './counting';
import {
  BOTTOM,
  DistanceScale,
  ends,
  FRAME,
  HEIGHT,
  LEFT,
  RIGHT,
  STEP,
  TALL,
  TOP,
  WIDTH,
} from './scale';

/** Patterns that tell outcomes apart without colours; they stand once on the page. */
export const patterns = html`<svg class="chart-patterns" aria-hidden="true" width="0" height="0">
  <defs>
    <pattern
      id="stripes"
      width="8"
      height="8"
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <rect width="8" height="8" class="fill-tiger-win" />
      <rect width="3" height="8" class="pattern-ink" />
    </pattern>
    <pattern id="dots" width="9" height="9" patternUnits="userSpaceOnUse">
      <rect width="9" height="9" class="fill-goat-win" />
      <circle cx="4.500" cy="4.500" r="1.800" class="pattern-ink" />
    </pattern>
  </defs>
</svg>`;

const PARTS = ['goat-win', 'draw', 'tiger-win'] as const;

function share(bar: Bar, part: (typeof PARTS)[number]): number {
  const positions =
    part === 'tiger-win' ? bar.tigerWins : part === 'goat-win' ? bar.goatWins : drawn(bar);
  return bar.positions > 0 ? positions / bar.positions : 0;
}

const partName = (part: (typeof PARTS)[number]) =>
  part === 'draw' ? t('explore.draw') : t(`outcome.${part}`);

/** Shares of the three outcomes, stacked, a bar for each number of goats. */
export function outcomes(
  name: string,
  bars: readonly Bar[],
  label: string,
  axis: string,
): TemplateResult {
  const wide = (WIDTH - LEFT - RIGHT) / Math.max(bars.length, 1);
  const y = (value: number) => TOP + TALL * (1 - value);
  // Numbers below the bars stay apart, also where digits are wide.
  const every = bars.length > 14 ? 2 : 1;
  const column = (bar: Bar, i: number): SVGTemplateResult => {
    let below = 0;
    const x = LEFT + i * wide + wide * 0.08;
    return svg`${PARTS.map((part) => {
      const value = share(bar, part);
      const top = y(below + value);
      const height = Math.max(y(below) - top, 0);
      below += value;
      return svg`<rect x=${x} y=${top} width=${wide * 0.84} height=${height} class="share share-${part}" />`;
    })}<text class="tick" x=${x + wide * 0.42} y=${HEIGHT - BOTTOM + 18} text-anchor="middle">${i % every === 0 ? n(bar.at) : ''}</text>`;
  };
  const say = (i: number): string[] => {
    const bar = bars[i];
    if (!bar) return [];
    const parts = [...PARTS].reverse();
    return [
      `${axis}: ${n(bar.at)}`,
      ...parts.map((part) => `${partName(part)}: ${percent(share(bar, part), 1)}`),
    ];
  };
  return html`<div class="legend" aria-hidden="true">
      ${[...PARTS].reverse().map((part) => key(part))}
    </div>
    ${readable(
      {
        ...FRAME,
        name,
        label,
        height: HEIGHT,
        places: bars.map((_, i) => LEFT + (i + 0.5) * wide),
        say,
      },
      svg`${[0, 0.25, 0.5, 0.75, 1].map(
        (
          value,
        ) => svg`<line class="grid" x1=${LEFT} x2=${WIDTH - RIGHT} y1=${y(value)} y2=${y(value)} />
          <text class="tick" x=${LEFT - 6} y=${y(value) + 4} text-anchor="end">${percent(value)}</text>`,
      )}
      ${bars.map(column)}
      <text class="axis" x=${(LEFT + WIDTH) / 2} y=${HEIGHT - 6} text-anchor="middle">${axis}</text>`,
    )}`;
}

function key(part: (typeof PARTS)[number]): TemplateResult {
  return html`<span class="key"
    ><svg viewBox="0 0 24 16">
      <rect width="24" height="16" class="share share-${part}" /></svg
    >${partName(part)}</span
  >`;
}

/** Dashes that tell lines apart without colours. */
const DASHES = ['', '9 5', '3 4', '14 4 3 4', '6 3', '2 7', '18 5', '10 3 3 3 3 3', '5 9', '1 3'];

/** Positions by plies, a line for each number of captured goats, on a scale of tens. */
export function distances(name: string, all: readonly Series[], label: string): TemplateResult {
  const scale = new DistanceScale(all);
  const { steps, decades } = scale;
  const every = Math.max(1, Math.ceil(steps / 12));
  const names = ends(all);
  const line = (one: Series, i: number) => {
    const path = scale
      .spots(one)
      .map(({ x, y }, at) => `${at ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`);
    return svg`<path class="line line-${i % 5}" stroke-dasharray=${DASHES[i % DASHES.length] || nothing} d=${path.join('')} />
      <text class="line-name" x=${names[i]?.x ?? 0} y=${names[i]?.y ?? 0}>${n(one.captured)}</text>`;
  };
  const places = Array.from({ length: steps }, (_, i) => scale.x(i));
  const say = (i: number) => [
    `${t('explore.plies')}: ${plies(i)}`,
    ...all
      .filter((one) => one.counts[i])
      .map((one) => `${t('explore.captured')} ${n(one.captured)}: ${n(one.counts[i] ?? 0)}`),
  ];
  return readable(
    { ...FRAME, name, label, height: HEIGHT + 6, places, say },
    svg`${Array.from({ length: decades + 1 }, (_, power) => 10 ** power).map(
      (
        value,
      ) => svg`<line class="grid" x1=${LEFT} x2=${WIDTH - RIGHT} y1=${scale.y(value)} y2=${scale.y(value)} />
        <text class="tick" x=${LEFT - 6} y=${scale.y(value) + 4} text-anchor="end">${short(value)}</text>`,
    )}
    ${places.map((x, i) =>
      i % every === 0
        ? svg`<text class="tick" x=${x} y=${HEIGHT - BOTTOM + 24} text-anchor="middle">${n(i * STEP)}</text>`
        : nothing,
    )}
    ${all.map(line)}
    <text class="axis" x=${(LEFT + WIDTH) / 2} y=${HEIGHT} text-anchor="middle">
      ${t('explore.plies')}
    </text>`,
  );
}

/** The plies of a step, in words. */
export const plies = (i: number) =>
  t('explore.plies.range', { from: i * STEP, to: i * STEP + STEP - 1 });

function short(value: number): string {
  if (value >= 1e9) return `${n(value / 1e9)} G`;
  if (value >= 1e6) return `${n(value / 1e6)} M`;
  if (value >= 1e3) return `${n(value / 1e3)} k`;
  return n(value);
}
