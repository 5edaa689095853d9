/** Games in a list. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { date, t } from '../i18n';
import { game as describeGame, type Side } from '../rules';
import { gameTitle } from '../ui/board';
import { miniature } from '../ui/tray';
import { gameLength, say } from '../ui/words';
import { socket } from './connection';
import { gameRef } from './reduce';
import type { GameRow } from './types';
import { leftText, playerName, timeText } from './words';

const sideOf = (row: GameRow, player: string | null): Side | null =>
  player === null
    ? null
    : row.players.tiger?.id === player
      ? 'tiger'
      : row.players.goat?.id === player
        ? 'goat'
        : null;

/** Whether it is a player's turn in a game. */
export function isTurnOf(row: GameRow, player: string | null): boolean {
  return row.reason === null && row.turn === sideOf(row, player);
}

function standing(row: GameRow, own: Side | null): string {
  const game = describeGame(gameRef(row.setup));
  if (row.reason === null) {
    if (own === null) return gameLength(row.ply);
    const whose = t(row.turn === own ? 'online.turn.yours' : 'online.turn.theirs');
    if (row.setup.time.type !== 'days' || row.deadline === null) return whose;
    const left = leftText(Math.max(0, row.deadline - socket.now()));
    return `${whose} · ${t('online.left', { time: left })}`;
  }
  if (row.outcome === null) return t('online.aborted');
  if (row.outcome === 'draw') return t('outcome.draw');
  if (own === null) return say(game, `outcome.${row.outcome}`);
  return t((row.outcome === 'tiger-win') === (own === 'tiger') ? 'online.won' : 'online.lost-game');
}

/**
 * Games as one of their players sees them, or as everyone does. With `named`, that player is
 * called by name even if it is the one who looks.
 */
export function gameList(
  rows: GameRow[],
  player: string | null,
  { named = false } = {},
): TemplateResult {
  return html`<ul class="online-list">
    ${rows.map((row) => {
      const game = describeGame(gameRef(row.setup));
      const own = sideOf(row, player);
      const turn = isTurnOf(row, player);
      const name = (side: Side) =>
        html`<span class="online-player"
          >${miniature(side, game)}${!named && row.players[side]?.id === socket.me?.player ? t('online.you') : playerName(row.players[side])}</span
        >`;
      return html`<li class=${turn ? 'your-turn' : ''}>
        <a class="online-game" href="/online/game/${row.game}">
          <span>${name('tiger')} ${name('goat')}</span>
          <span class="soft"
            >${gameTitle(game)} ·
            ${timeText(row.setup.time)}${
              row.setup.rated ? html` · ${t('online.rated')}` : nothing
            }</span
          >
          <span class=${turn ? 'online-turn' : 'soft'}
            >${standing(row, own)}${row.reason === null ? nothing : html` · ${date(row.updated)}`}</span
          >
        </a>
      </li>`;
    })}
  </ul>`;
}
