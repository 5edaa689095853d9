/** Accuracy over time: a dot for each game, the oldest first. */

import { nothing, svg, type TemplateResult } from 'lit-html';
import { accuracy, date, percent, t } from '../i18n';
import type { PlayedGame } from '../play/history';
import { readable } from '../ui/pointing';

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [640, 260, 62, 14, 14, 40];
/** With more games than this, dots would touch: the line is enough. */
const DOTS = 60;

export function accuracyChart(games: readonly PlayedGame[]): TemplateResult | typeof nothing {
  const [first, last] = [games[0], games.at(-1)];
  if (!first || !last) return nothing;
  const share = (game: PlayedGame) => game.accuracy ?? 0;
  const wide = WIDTH - LEFT - RIGHT - 20;
  const x = (i: number) => LEFT + 10 + (i / Math.max(1, games.length - 1)) * wide;
  const y = (value: number) => HEIGHT - BOTTOM - value * (HEIGHT - TOP - BOTTOM);
  const spots = games.map((game, i) => ({ x: x(i), y: y(share(game)) }));
  const path = spots.map(({ x, y }, i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`);
  const shares = games.map(share);
  const label = t('history.chart.range', {
    from: accuracy(Math.min(...shares)),
    to: accuracy(Math.max(...shares)),
    begin: date(first.when),
    end: date(last.when),
  });
  const chart = {
    name: 'accuracy',
    label,
    width: WIDTH,
    height: HEIGHT,
    guide: [TOP, HEIGHT - BOTTOM],
    places: spots.map(({ x }) => x),
    say: (i: number) => {
      const game = games[i];
      return game ? [date(game.when), accuracy(share(game))] : [];
    },
  } as const;
  return readable(
    chart,
    svg`${[0, 0.5, 1].map(
      (value) =>
        svg`<line class="grid" x1=${LEFT} x2=${WIDTH - RIGHT} y1=${y(value)} y2=${y(value)} />
        <text class="tick" x=${LEFT - 8} y=${y(value) + 5} text-anchor="end">${percent(value)}</text>`,
    )}
    <path class="accuracy-line" d=${path.join('')} />
    ${
      games.length <= DOTS
        ? spots.map(
            ({ x, y }) => svg`<circle class="accuracy-dot" cx=${x} cy=${y} r="5.500"></circle>`,
          )
        : nothing
    }
    <text class="tick" x=${LEFT + 4} y=${HEIGHT - 10}>${date(first.when)}</text>
    <text class="tick" x=${WIDTH - RIGHT} y=${HEIGHT - 10} text-anchor="end">${date(last.when)}</text>`,
  );
}
