/** What is beside the board: goats in hand, goats captured, and whose turn it is. */

import { html, type TemplateResult } from 'lit-html';
import { count, n, t } from '../i18n';
import type { Game, State } from '../rules';

const piece = (side: 'tiger' | 'goat', extra = '') =>
  html`<svg class="mini ${extra}" viewBox="-50 -50 100 100" aria-hidden="true">
    <use href="#piece-${side}" x="-50" y="-50" width="100" height="100" />
  </svg>`;

/** A picture of a piece, for texts. */
export const miniature = piece;

function row(
  side: 'tiger' | 'goat',
  filled: number,
  of: number,
  text: string,
  kind: 'in-hand' | 'captured' | 'trapped',
): TemplateResult {
  return html`<div class="herd ${kind}" style="--of: ${of}">
    <span class="herd-name" aria-hidden="true">${t(`tray.${kind}`)}</span>
    <span class="herd-count" aria-hidden="true">${n(filled)}</span>
    <span class="herd-row" aria-hidden="true">
      ${Array.from({ length: of }, (_, i) => piece(side, i < filled ? '' : 'away'))}
    </span>
    <span class="unseen">${text}</span>
  </div>`;
}

/** The goats in hand. */
export function inHand(game: Game, state: State): TemplateResult {
  const text = count('tray.goats.in-hand', state.goats_in_hand);
  return row('goat', state.goats_in_hand, game.goats, text, 'in-hand');
}

/** The goats captured, of those that win. */
export function captured(game: Game, state: State): TemplateResult {
  const text = count('tray.captured', state.captured, { of: game.captures });
  return row('goat', state.captured, game.captures, text, 'captured');
}

/** The tigers in hand, and once all are placed those that cannot move: one row in any case. */
export function tigers(game: Game, state: State): TemplateResult {
  const { tigers_in_hand: left, trapped } = state;
  if (left > 0)
    return row('tiger', left, game.tigers, count('tray.tigers.in-hand', left), 'in-hand');
  const text = count('tray.trapped', trapped.length);
  return row('tiger', trapped.length, game.tigers, text, 'trapped');
}
