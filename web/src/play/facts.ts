/** A game that is over, in figures: accuracy, the move that decided it, and its length. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { accuracy, n, t } from '../i18n';
import type { Game, Side } from '../rules';
import { miniature } from '../ui/tray';
import { moveNumber } from '../ui/words';
import type { Summary } from './summary';

export interface Facts {
  game: Game;
  /** The side whose accuracy is told; `null` for both. */
  own: Side | null;
  /** What is known of the moves by now; `null` where nothing is looked for. */
  summary: Summary | null;
  plies: number;
  hints: number;
  /** Shows the position after some plies. */
  show: (ply: number) => void;
}

export function resultFacts({ game, own, summary, plies, hints, show }: Facts): TemplateResult {
  const done = summary?.state === 'done' ? summary : null;
  const judged = (of: Side) => {
    if (!done) return '…';
    const share = done.accuracy[of];
    return share === null ? '–' : accuracy(share);
  };
  const fact = (value: unknown, name: string) =>
    html`<div class="fact">
      <dd>${value}</dd>
      <dt>${name}</dt>
    </div>`;
  const played = own
    ? judged(own)
    : (['tiger', 'goat'] as const).map(
        (side) => html`<span class="fact-side">${miniature(side, game)}${judged(side)}</span>`,
      );
  const turning = done?.turning;
  return html`<dl class="result-facts" aria-busy=${summary?.state === 'asking' ? 'true' : 'false'}>
      ${summary ? fact(played, t('play.fact.accuracy')) : nothing}
      ${
        turning
          ? fact(
              html`<button class="plain-link" @click=${() => show(turning.ply)}>
                ${n(moveNumber(turning.ply))}. ${turning.move}
              </button>`,
              t('play.fact.turning'),
            )
          : nothing
      }
      ${fact(n(moveNumber(plies)), t('play.moves'))}
      ${hints > 0 ? fact(n(hints), t('play.fact.hints')) : nothing}
    </dl>
    ${
      done?.source === 'engine'
        ? html`<p class="soft result-source">${t('play.fact.estimate')}</p>`
        : nothing
    }`;
}
