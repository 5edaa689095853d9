/** The table at which a game is played: the board, what is beside it, and what may be done. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { count, n, t, type Key } from '../i18n';
import { analyseUrl } from '../links';
import { keepBoard } from '../analyse/boards';
import type { GameRef, Result, Side } from '../rules';
import { announce } from '../ui/announce';
import { board, gameTitle, viewButtons } from '../ui/board';
import { icon, type Icon } from '../ui/icons';
import { captured, inHand, miniature, tigers } from '../ui/tray';
import { petals } from './petals';
import type { Session } from './session';

export interface TableActions {
  newGame: () => void;
  again: () => void;
  askResign: (ask: boolean) => void;
}

export function table(session: Session, asking: boolean, actions: TableActions): TemplateResult {
  const { game, state, result, hint } = session;
  return html`
    <div class="table">
      <div class="board-side">
        ${status(session)}
        <p class="unseen">${t('board.keys')}</p>
        ${board(game, state, {
          moves: session.moves,
          play: (move) => session.play(move),
          marks: hint ? [{ point: hint.to, kind: 'hint' }] : [],
          arrows:
            hint && hint.from !== null ? [{ from: hint.from, to: hint.to, kind: 'hint' }] : [],
        })}
        <div class="trays">
          ${captured(game, state)} ${tigers(game, state)} ${inHand(game, state)}
        </div>
      </div>
      <div class="beside">
        ${result ? ended(session, result, actions) : nothing}
        <div class="panel">
          ${asking ? sure(session, actions) : buttons(session, actions)}
          <div class="row view-row">${viewButtons()}</div>
          ${moves(session)}
        </div>
      </div>
    </div>
    ${result?.grand ? petals() : nothing}
  `;
}

/** Whose turn it is. The height stays the same, so that the board never jumps. */
function status(session: Session): TemplateResult {
  const { state, result, busy, own, problem } = session;
  const side = result ? winner(result) : state.turn;
  const text = () => {
    if (problem) return t('play.problem', { reason: problem });
    if (result) return t(`outcome.${result.outcome}`);
    if (busy === 'computer') return t('play.thinking');
    if (busy === 'hint') return t('play.looking');
    if (state.occurrences === 2 && state.phase === 'sliding') return t('play.twice');
    const placing = state.turn === 'tiger' ? state.tigers_in_hand : state.goats_in_hand;
    const what = placing > 0 ? 'place' : 'move';
    if (own === null) return t(`play.turn.${what}.${state.turn}`);
    return t(`play.your-turn.${what}.${state.turn}`);
  };
  return html`<div class="status">
    ${side ? miniature(side) : nothing}
    <p class="status-text">${text()}</p>
    ${
      problem
        ? html`<button class="quiet" @click=${() => session.retry()}>${t('play.retry')}</button>`
        : nothing
    }
    ${busy ? html`<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>` : nothing}
  </div>`;
}

function winner(result: Result): Side | null {
  if (result.outcome === 'draw') return null;
  return result.outcome === 'tiger-win' ? 'tiger' : 'goat';
}

/** The end of a game: who won, why, and what next. */
function ended(session: Session, result: Result, actions: TableActions): TemplateResult {
  const won = winner(result);
  const title = () => {
    if (session.own === null || won === null) return t(`outcome.${result.outcome}`);
    return won === session.own ? t('play.won') : t('play.lost');
  };
  return html`<section class="panel ended ${result.grand ? 'grand' : ''}" aria-labelledby="ended">
    <div class="ended-pieces">
      ${won ? miniature(won) : html`${miniature('tiger')}${miniature('goat')}`}
    </div>
    <h2 id="ended">${title()}</h2>
    <p>${t(`reason.${result.reason}`)}</p>
    ${result.grand ? html`<p class="grand-text">${t('result.grand', { worth: result.worth })}</p>` : nothing}
    <p class="soft">
      ${count('play.length', session.saved.moves.length)}${
        session.saved.hints > 0 ? html` · ${count('play.hints', session.saved.hints)}` : nothing
      }
    </p>
    <div class="row">
      <a
        class="button"
        href=${analyseUrl({ ...session.saved, game: analysed(session), review: session.own ?? 'both' })}
        @click=${() => session.saved.game.file && keepBoard(session.saved.game.file)}
        >${icon('analyse')}${t('play.review')}</a
      >
      <button class="quiet" @click=${actions.again}>${icon('again')}${t('play.again')}</button>
      <button class="quiet" @click=${actions.newGame}>${t('play.new')}</button>
    </div>
  </section>`;
}

/** The game as the analysis knows it: files of one's own by the name in them. */
function analysed(session: Session): GameRef {
  const { file, captures } = session.saved.game;
  if (!file) return session.saved.game;
  return { name: session.game.name, ...(captures === undefined ? {} : { captures }) };
}

function action(name: Icon, text: string, click: () => void, disabled = false): TemplateResult {
  return html`<button class="quiet action" ?disabled=${disabled} @click=${click}>
    ${icon(name)}<span>${text}</span>
  </button>`;
}

function buttons(session: Session, actions: TableActions): TemplateResult {
  const over = session.result !== null;
  return html`<div class="actions">
    ${action('undo', t('play.take-back'), () => session.takeBack(), !session.canTakeBack)}
    ${action('hint', t('play.hint'), () => void session.help(), !session.yourTurn || session.busy !== null)}
    ${
      over
        ? action('again', t('play.new'), actions.newGame)
        : action('flag', t('play.give-up'), () => actions.askResign(true))
    }
  </div>`;
}

function sure(session: Session, actions: TableActions): TemplateResult {
  const friend = session.own === null;
  return html`<div class="sure" role="group" aria-labelledby="sure">
    <p id="sure">${friend ? t(`play.sure.${session.state.turn}`) : t('play.sure')}</p>
    <div class="row">
      <button
        @click=${() => {
          actions.askResign(false);
          session.resign();
        }}
      >
        ${icon('flag')}${t('play.give-up')}
      </button>
      ${
        friend
          ? html`<button
              class="quiet"
              @click=${() => {
                actions.askResign(false);
                session.agree();
              }}
            >
              ${t('play.agree')}
            </button>`
          : nothing
      }
      <button class="quiet" @click=${() => actions.askResign(false)}>${t('play.go-on')}</button>
    </div>
  </div>`;
}

/** Where there is room, the moves are shown at once. */
const wide = matchMedia('(min-width: 60rem)');

/** The moves so far, and the game as a record. */
function moves(session: Session): TemplateResult {
  const { moves } = session.state;
  const level =
    session.saved.opponent.kind === 'computer'
      ? t('play.against', {
          level:
            session.saved.opponent.level === 'perfect'
              ? t('level.perfect')
              : n(session.saved.opponent.level),
          name: t(`level.${session.saved.opponent.level}` as Key),
        })
      : t('play.two');
  const rounds = Array.from({ length: Math.ceil(moves.length / 2) }, (_, i) => i);
  return html`<p class="soft game-line">
      ${gameTitle(session.game)} · ${level} ·
      ${t('play.to-win', { captures: session.game.captures })}
    </p>
    <details class="moves" ?open=${wide.matches}>
      <summary>${count('play.length', moves.length)}</summary>
      <ol class="move-list" tabindex="0" aria-label=${t('play.moves')}>
        ${rounds.map(
          (i) => html`<li><span>${moves[2 * i]}</span> <span>${moves[2 * i + 1] ?? ''}</span></li>`,
        )}
      </ol>
      <button class="quiet" @click=${() => void copy(session)}>${t('play.copy')}</button>
    </details>`;
}

async function copy(session: Session): Promise<void> {
  try {
    await navigator.clipboard.writeText(session.record());
    announce(t('play.copied'));
  } catch {
    announce(t('play.not-copied'));
  }
}
