/** Moves from here with their values, and how often they were played in the user's own games. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { count, n, t } from '../../i18n';
import type { Analysis } from '../analysis';
import type { Desk } from '../desk';
import type { Played } from '../explorer';
import { shape, shortWords, verdictWords } from './words';

/** Moves that are listed: those that were played, then the best others. */
const LISTED = 12;

export function explorerPanel(desk: Desk, analysis: Analysis): TemplateResult {
  const open = (event: Event) => {
    const details = event.currentTarget as HTMLDetailsElement;
    if (details.open !== desk.exploring) desk.explore(details.open);
  };
  return html`<details class="panel explorer" .open=${desk.exploring} @toggle=${open}>
    <summary><h2>${t('explorer')}</h2></summary>
    ${desk.exploring ? body(desk, analysis) : nothing}
  </details>`;
}

function body(desk: Desk, analysis: Analysis): TemplateResult {
  const { state, value } = analysis;
  const { explorer } = desk;
  const played = explorer?.at(state.position) ?? [];
  const known = value?.kind === 'known' ? value.moves : [];
  const texts = [
    ...played.map(([move]) => move),
    ...known.map(({ move }) => move),
    ...state.legal.map((move) => move.text),
  ];
  const moves = [...new Set(texts)].slice(0, Math.max(LISTED, played.length));
  const own = new Map(played);
  return html`<p class="soft">
      ${
        explorer && explorer.games > 0
          ? count('explorer.games', explorer.games)
          : t('explorer.none')
      }
    </p>
    <table class="explorer-table">
      <thead>
        <tr>
          <th scope="col">${t('analyse.values.move')}</th>
          <th scope="col">${t('explorer.value')}</th>
          ${played.length ? html`<th scope="col">${t('explorer.played')}</th>` : nothing}
        </tr>
      </thead>
      <tbody>
        ${moves.map((text) => {
          const verdict = known.find(({ move }) => move === text);
          const mine = own.get(text);
          return html`<tr>
            <th scope="row">
              <button class="plain-move" @click=${() => analysis.play({ text })}>${text}</button>
            </th>
            <td>
              ${
                verdict
                  ? html`<span title=${verdictWords(analysis.subject.game, verdict)}
                      >${shape(verdict.outcome)} ${shortWords(analysis.subject.game, verdict)}</span
                    >`
                  : '–'
              }
            </td>
            ${played.length ? html`<td>${mine ? results(mine) : nothing}</td>` : nothing}
          </tr>`;
        })}
      </tbody>
    </table>`;
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
