/** Pieces beside the board: a picture and a number each. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { n, t } from '../i18n';
import type { Game, Side, State } from '../rules';
import { animals, sayCount, type Animals } from './words';

type Named = Pick<Game, 'name'>;

/** The drawing of a side's piece. */
export function pieceName(side: Side, of: Animals = 'tiger-goat'): string {
  if (of === 'tiger-goat') return side;
  return side === 'tiger' ? 'vulture' : 'crow';
}

/** A picture of a piece, for texts. */
export function miniature(side: Side, game?: Named, extra = ''): TemplateResult {
  const name = pieceName(side, game ? animals(game) : 'tiger-goat');
  return html`<svg class="mini ${extra}" viewBox="-50 -50 100 100" aria-hidden="true">
    <use href="#piece-${name}" x="-50" y="-50" width="100" height="100" />
  </svg>`;
}

function badge(
  game: Named,
  side: Side,
  kind: 'in-hand' | 'captured' | 'trapped',
  value: number,
  text: string,
  of?: number,
): TemplateResult {
  return html`<span class="badge ${kind}" title=${text}>
    <span class="badge-name" aria-hidden="true">${t(`tray.${kind}`)}</span>
    ${miniature(side, game)}
    <span class="badge-count" aria-hidden="true"
      >${n(value)}${of === undefined ? nothing : html`<small>/${n(of)}</small>`}</span
    >
    <span class="unseen">${text}</span>
  </span>`;
}

/** The goats in hand. */
export function inHand(game: Game, state: State): TemplateResult {
  const text = sayCount(game, 'tray.goats.in-hand', state.goats_in_hand);
  return badge(game, 'goat', 'in-hand', state.goats_in_hand, text);
}

/** The goats captured, of those that win. */
export function captured(game: Game, state: State): TemplateResult {
  const text = sayCount(game, 'tray.captured', state.captured, { of: game.captures });
  return badge(game, 'goat', 'captured', state.captured, text, game.captures);
}

/** The tigers in hand, and once all are placed those that cannot move. */
export function tigers(game: Game, state: State): TemplateResult {
  const { tigers_in_hand: left, trapped } = state;
  if (left > 0) {
    const text = sayCount(game, 'tray.tigers.in-hand', left);
    return badge(game, 'tiger', 'in-hand', left, text);
  }
  const text = sayCount(game, 'tray.trapped', trapped.length);
  return badge(game, 'tiger', 'trapped', trapped.length, text, game.tigers);
}
