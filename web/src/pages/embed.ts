/**
 * A board for other people's pages: `/embed/GAME?position=…&moves=…&ply=…`, in a frame.
 * It shows the position, steps through the moves, and links to the analysis.
 */

import { html, nothing } from 'lit-html';
import { readAddress } from '../analyse/address';
import { movesOf } from '../analyse/tree';
import { update } from '../app';
import { t } from '../i18n';
import type { Page } from '../page';
import { game as describeGame, state as stateOf, type GameRef } from '../rules';
import { canBePlayed, isPlayable } from '../rules/schema';
import { board, gameTitle } from '../ui/board';
import { icon, type Icon } from '../ui/icons';
import './embed.css';

export function page(url: URL): Page {
  const asked = readAddress(url);
  const ref: GameRef =
    asked.captures === undefined
      ? { name: asked.name }
      : { name: asked.name, captures: asked.captures };
  // The line through the move that is shown, to its end; variations beside it are left out.
  let end = asked.node;
  while (end.children[0]) end = end.children[0];
  const moves = movesOf(end);
  let ply = movesOf(asked.node).length;
  const readable = isPlayable(ref) && canBePlayed(ref, moves, asked.start);
  const go = (to: number) => {
    ply = Math.min(Math.max(to, 0), moves.length);
    update();
  };
  const button = (name: Icon, label: string, to: number) =>
    html`<button
      class="quiet round"
      aria-label=${label}
      title=${label}
      ?disabled=${to < 0 || to > moves.length}
      @click=${() => go(to)}
    >
      ${icon(name)}
    </button>`;
  return {
    title: () => t('app.name'),
    view: () => {
      if (!readable) return html`<p class="notice" role="alert">${t('embed.wrong')}</p>`;
      const game = describeGame(ref);
      const state = stateOf(ref, moves.slice(0, ply), asked.start);
      const link = `/analyse/${encodeURIComponent(asked.name)}${url.search}`;
      return html`<div class="embed">
        <h1 class="unseen">${gameTitle(game)}</h1>
        ${board(game, state)}
        <div class="row embed-bar">
          ${
            moves.length
              ? html`${button('back', t('step.back'), ply - 1)}
                ${button('next', t('step.next'), ply + 1)}`
              : nothing
          }
          <a href=${link} target="_blank" rel="noopener"> ${gameTitle(game)} · ${t('app.name')} </a>
        </div>
      </div>`;
    },
  };
}
