/** Moves from here with their values, and how often they were played in the user's own games. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { count, n, t } from '../../i18n';
import type { Analysis } from '../analysis';
import type { Desk } from '../desk';
import { Explorer, type Played, type Row } from '../explorer';
import { pathOf, plyOf } from '../tree';
import { moveNumber } from './moves';
import { shape, shortWords, verdictWords } from './words';
import './explorer.css';

/** Moves that are listed at first, beside those that were played. */
const LISTED = 12;
/** The last moves before the position that are named. */
const PATH = 12;

/** The position of which all moves are listed. */
let whole: string | null = null;

/** What is in the panel of the explorer, while it is open. */
export function explorerBody(desk: Desk, analysis: Analysis): TemplateResult {
  const { state, value, subject } = analysis;
  const kept = desk.explorer;
  const explorer = kept?.fits(subject) ? kept : new Explorer(subject);
  desk.explorer = explorer;
  const known = value?.kind === 'known' ? value.moves : [];
  const order = known.map(({ move }) => move);
  const rows = explorer.at(state, order);
  const played = rows.filter((row) => row.played).length;
  const shown = whole === state.position ? rows : rows.slice(0, Math.max(LISTED, played));
  return html`<p class="soft">
      ${explorer.games > 0 ? count('explorer.games', explorer.games) : t('explorer.none')}
    </p>
    ${path(desk, analysis)}
    <table class="explorer-table">
      <thead>
        <tr>
          <th scope="col">${t('analyse.values.move')}</th>
          <th scope="col">${t('explorer.value')}</th>
          ${played ? html`<th scope="col">${t('explorer.played')}</th>` : nothing}
        </tr>
      </thead>
      <tbody>
        ${shown.map((row) => {
          const verdict = known.find(({ move }) => row.moves.includes(move));
          return html`<tr>
            <th scope="row">${moves(analysis, row)}</th>
            <td>
              ${
                verdict
                  ? html`<span title=${verdictWords(analysis.subject.game, verdict)}
                      >${shape(verdict.outcome)} ${shortWords(analysis.subject.game, verdict)}</span
                    >`
                  : '–'
              }
            </td>
            ${played ? html`<td>${row.played ? results(row.played) : nothing}</td>` : nothing}
          </tr>`;
        })}
      </tbody>
    </table>
    ${
      shown.length < rows.length
        ? html`<button
            class="quiet small"
            @click=${() => {
              whole = state.position;
              desk.redraw();
            }}
          >
            ${count('explorer.more', rows.length - shown.length)}
          </button>`
        : nothing
    }`;
}

/** The way from the start, to step back on. */
function path(desk: Desk, analysis: Analysis): TemplateResult | typeof nothing {
  const [root, ...nodes] = pathOf(analysis.node);
  if (!root || nodes.length === 0) return nothing;
  const last = nodes.slice(-PATH);
  const go = (node: typeof root) => () => void desk.step(() => analysis.go(node));
  return html`<p class="explorer-path">
    <button class="plain-move" @click=${go(root)}>${t('analyse.moves.start')}</button>
    ${nodes.length > last.length ? '…' : nothing}
    ${last.map(
      (node, i) =>
        html`<span class="one-move"
          >${moveNumber(plyOf(node), i === 0)}<button
            class="plain-move"
            aria-current=${node === analysis.node ? 'true' : nothing}
            @click=${go(node)}
          >
            ${node.move}
          </button></span
        >`,
    )}
  </p>`;
}

/** A move, with how many others are its mirror images. */
function moves(analysis: Analysis, { moves: [first = '', ...others] }: Row): TemplateResult {
  return html`<button class="plain-move" @click=${() => analysis.play({ text: first })}>
      ${first}</button
    >${
      others.length
        ? html`<span class="soft explorer-same" title=${others.join(' ')}
            ><span aria-hidden="true">+${n(others.length)}</span
            ><span class="unseen">${t('explorer.same', { moves: others.join(', ') })}</span></span
          >`
        : nothing
    }`;
}

const RESULTS = ['won', 'drawn', 'lost'] as const;

/** How often a move was played, and how those games ended, as a bar. */
function results(mine: Played): TemplateResult {
  const words = t('explorer.score', { won: mine.won, drawn: mine.drawn, lost: mine.lost });
  const counted = mine.won + mine.drawn + mine.lost;
  return html`<span class="explorer-own" title=${words}>
    <span class="explorer-count">${n(mine.games)}</span>
    ${
      counted > 0
        ? html`<span class="results" aria-hidden="true"
            >${RESULTS.filter((how) => mine[how] > 0).map(
              (how) => html`<i class=${how} style="flex-grow: ${mine[how]}">${n(mine[how])}</i>`,
            )}</span
          >`
        : nothing
    }
    <span class="unseen">${words}</span>
  </span>`;
}
