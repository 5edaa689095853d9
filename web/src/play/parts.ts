/** Parts of a table that games on this device and online ones share. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { t } from '../i18n';
import type { Game, Side } from '../rules';
import { icon, type Icon } from '../ui/icons';
import { miniature } from '../ui/tray';
import { gameLength } from '../ui/words';

/** A game that can be looked through: its moves, and how many of them are shown. */
export interface Lookable {
  moves: readonly string[];
  ply: number;
  look: (ply: number) => void;
}

/** Steps through the moves. */
export function steps({ moves, ply, look }: Lookable): TemplateResult {
  const all = moves.length;
  const button = (name: Icon, text: string, key: string, to: number) =>
    html`<button
      class="quiet round"
      aria-label=${text}
      title="${text} (${key})"
      ?disabled=${to < 0 || to > all || to === ply}
      @click=${() => look(to)}
    >
      ${icon(name)}
    </button>`;
  return html`<div class="row steps" role="group" aria-label=${t('play.moves')}>
    ${button('first', t('step.first'), 'Home', 0)} ${button('back', t('step.back'), '←', ply - 1)}
    ${button('next', t('step.next'), '→', ply + 1)} ${button('last', t('step.last'), 'End', all)}
  </div>`;
}

/** The moves so far, to click; the one that is shown is marked. */
export function moveList(
  { moves, ply, look }: Lookable,
  below: TemplateResult | typeof nothing,
): TemplateResult {
  const rounds = Array.from({ length: Math.ceil(moves.length / 2) }, (_, i) => i);
  const move = (index: number) =>
    moves[index] === undefined
      ? nothing
      : html`<button
          class="plain-move"
          aria-current=${ply === index + 1 ? 'true' : nothing}
          @click=${() => look(index + 1)}
        >
          ${moves[index]}
        </button>`;
  return html`<div class="moves">
    <h2>${t('play.moves')} <span class="soft move-count">${gameLength(moves.length)}</span></h2>
    ${
      moves.length === 0
        ? html`<p class="soft">${t('play.no-moves')}</p>`
        : html`<ol class="move-list" tabindex="0" data-follow aria-label=${t('play.moves')}>
            ${rounds.map((i) => html`<li>${move(2 * i)} ${move(2 * i + 1)}</li>`)}
          </ol>`
    }
    ${below}
  </div>`;
}

/** A button below the board. */
export function action(
  name: Icon,
  text: string,
  click: () => void,
  disabled = false,
): TemplateResult {
  return html`<button class="quiet action" ?disabled=${disabled} @click=${click}>
    ${icon(name)}<span>${text}</span>
  </button>`;
}

/** What the card of a result says first. */
export interface ResultHead {
  winner: Side | null;
  title: string;
  reason: string;
  /** What a grand end is worth. */
  grand: number | null;
  /** Whether the person at the device won. */
  won: boolean;
  close: () => void;
}

/** The card of a result: who won and why, then what is put into it. */
export function resultFrame(
  game: Game,
  { winner, title, reason, grand, won, close }: ResultHead,
  rest: unknown,
): TemplateResult {
  return html`<section
    class="result ${grand === null ? '' : 'grand'} ${won ? 'won' : ''}"
    aria-labelledby="ended"
  >
    <button
      class="quiet round result-close"
      aria-label=${t('play.result.close')}
      title=${t('play.result.close')}
      @click=${close}
    >
      ${icon('close')}
    </button>
    <div class="result-head">
      <span class="result-pieces">
        ${
          winner
            ? miniature(winner, game)
            : html`${miniature('tiger', game)}${miniature('goat', game)}`
        }
      </span>
      <div>
        <h2 id="ended">${title}</h2>
        <p class="result-why">${reason}</p>
      </div>
    </div>
    ${grand === null ? nothing : html`<p class="grand-text">${t('result.grand', { worth: grand })}</p>`}
    ${rest}
  </section>`;
}
