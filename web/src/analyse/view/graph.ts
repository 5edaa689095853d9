/** The value of a game after every move, as a graph: goats win below, tigers above, captures between. */

import { html, nothing, svg, type TemplateResult } from 'lit-html';
import { n, t } from '../../i18n';
import { animals } from '../../ui/words';
import type { Analysis } from '../analysis';
import type { Desk } from '../desk';
import type { Review } from '../review';
import type { Judged } from '../reviewing';
import { change, sign } from './review';
import { shortWords, valueWords } from './words';

const [WIDTH, HEIGHT, LEFT, RIGHT] = [600, 120, 58, 10];
/** Levels that are closer to each other than this have one name between them. */
const APART = 15;

export function valueGraph(desk: Desk, analysis: Analysis, review: Review): TemplateResult {
  const { game } = analysis.subject;
  const most = game.captures;
  const all = Math.max(1, review.moves.length);
  const wide = WIDTH - LEFT - RIGHT;
  const x = (ply: number) => LEFT + (ply / all) * wide;
  const y = (value: number) => HEIGHT - 14 - ((value + 1) / (most + 1)) * (HEIGHT - 28);
  const known = review.moves.flatMap(({ judged }) => (judged ? [judged] : []));
  const [first] = known;
  const start = first ? `M${x(first.ply - 1).toFixed(1)} ${y(first.before).toFixed(1)}` : '';
  const path = known.map((one) => `L${x(one.ply).toFixed(1)} ${y(one.after).toFixed(1)}`).join('');
  const at = review.current?.ply ?? review.moves.findIndex((m) => m.node === analysis.node) + 1;
  const go = (ply: number) => {
    const node = ply <= 0 ? analysis.tree.root : review.moves[ply - 1]?.node;
    desk.step(() => analysis.go(node ?? null));
  };
  const [hunter, prey] =
    animals(game) === 'vulture-crow'
      ? (['vulture', 'crow'] as const)
      : (['tiger', 'goat'] as const);
  const piece = (name: string, top: number) =>
    svg`<svg x="2" y=${top} width="26" height="26" viewBox="-50 -50 100 100"><use href="#piece-${name}" x="-50" y="-50" width="100" height="100"/></svg>`;
  return html`<svg
    class="value-graph"
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    role="img"
    aria-label=${t('analyse.review.chart')}
    @click=${(event: MouseEvent) => {
      const box = (event.currentTarget as Element).getBoundingClientRect();
      const along = ((event.clientX - box.left) / box.width) * WIDTH;
      go(Math.round(((along - LEFT) / wide) * all));
    }}
  >
    ${Array.from({ length: most + 2 }, (_, i) => i - 1).map(
      (value) =>
        svg`<path class="graph-level ${value === -1 || value === most ? 'graph-end' : ''}" d="M${LEFT} ${y(value)}H${WIDTH - RIGHT}" />`,
    )}
    ${named(most, y).map(
      (value) => svg`<text class="graph-name" x=${LEFT - 8} y=${y(value)}>×${n(value)}</text>`,
    )}
    ${piece(hunter, 1)} ${piece(prey, HEIGHT - 27)}
    ${svg`<path class="graph-line" d="${start}${path}" />`}
    ${at > 0 ? svg`<path class="graph-here" d="M${x(at)} 4V${HEIGHT - 4}" />` : nothing}
    ${known.map(
      (judged) =>
        svg`<rect class="graph-move" x=${x(judged.ply - 0.5)} y="0" width=${wide / all} height=${HEIGHT}><title>${told(analysis, judged)}</title></rect>`,
    )}
    ${known
      .filter((judged) => judged.thrown > 0)
      .map(
        (judged) =>
          svg`<g class="graph-mistake ${judged.mark}" transform="translate(${x(judged.ply)} ${y(judged.after)})"><circle r="9"/><text y="1">?</text><title>${told(analysis, judged)}</title></g>`,
      )}
  </svg>`;
}

/** The numbers of captures that are written beside the graph, so that none overlaps another. */
function named(most: number, y: (value: number) => number): number[] {
  const step = Math.ceil(APART / Math.max(1, y(0) - y(1)));
  return Array.from({ length: most }, (_, value) => value).filter((value) => value % step === 0);
}

/** What the graph says of a move when it is pointed at. */
function told(analysis: Analysis, judged: Judged): string {
  const { game } = analysis.subject;
  const move = `${n(Math.ceil(judged.ply / 2))}. ${judged.played.move}`;
  if (judged.thrown > 0) return `${move}${sign(judged)}: ${change(analysis, judged)}`;
  const worth = judged.exact ? shortWords(game, judged.played) : valueWords(game, judged.after);
  return `${move}: ${worth}`;
}
