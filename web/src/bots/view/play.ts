/** “Play it”: a board against the bot. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { t } from '../../i18n';
import { analyseUrl } from '../../links';
import { game as describeGame, type Side } from '../../rules';
import { board } from '../../ui/board';
import { icon } from '../../ui/icons';
import { captured, inHand, miniature } from '../../ui/tray';
import { say, sideName } from '../../ui/words';
import type { Desk } from '../desk';
import type { PlayTable } from '../play-table';
import { failureText } from '../words';

export function playView(desk: Desk): TemplateResult {
  const game = describeGame(desk.game);
  const side = (of: Side) =>
    html`<button class=${desk.table ? 'quiet' : ''} @click=${() => desk.play(of)}>
      ${miniature(of, game)}${t('bots.play.as', { side: sideName(game, of) })}
    </button>`;
  return html`<p class="soft">${t('bots.play.text')}</p>
    <div class="row">${side('goat')} ${side('tiger')}</div>
    ${desk.table ? tableView(desk, desk.table) : nothing}`;
}

function status(table: PlayTable): string {
  const { result } = table.state;
  if (result) {
    const outcome = say(table.game, `outcome.${result.outcome}`);
    return `${outcome}. ${say(table.game, `reason.${result.reason}`)}`;
  }
  if (table.failure) return failureText(table.failure);
  return t(table.yourTurn ? 'bots.play.yours' : 'bots.thinking');
}

function tableView(desk: Desk, table: PlayTable): TemplateResult {
  const { game, state, log, moves } = table;
  return html`<div class="bot-table">
    <p class="bot-status ${table.failure ? 'wrong' : ''}" role="status">${status(table)}</p>
    <div class="badges">${inHand(game, state)} ${captured(game, state)}</div>
    ${board(game, state, {
      play: (move) => table.play(move),
      moves: table.yourTurn ? state.legal : [],
    })}
    <div class="row">
      ${
        table.failure
          ? html`<button class="quiet small" @click=${() => void table.answer()}>
              ${icon('again')}${t('bots.play.again')}
            </button>`
          : nothing
      }
      <button class="quiet small" ?disabled=${moves.length < 2} @click=${() => table.takeBack()}>
        ${icon('undo')}${t('play.take-back')}
      </button>
      <a class="button quiet small" target="_blank" href=${analyseUrl({ game: desk.game, moves })}
        >${icon('analyse')}${t('nav.analyse')}</a
      >
    </div>
    ${
      log.length
        ? html`<details open>
            <summary>${t('bots.play.log')}</summary>
            <pre class="bots-command scroll" tabindex="0">${log.join('\n')}</pre>
          </details>`
        : nothing
    }
  </div>`;
}
