/** The table of an online game: strips with clocks, the board, and what may be done. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { t } from '../i18n';
import type { Game, Side, State } from '../rules';
import { change, settings } from '../settings';
import { board, gameTitle, viewItems } from '../ui/board';
import { icon } from '../ui/icons';
import { item, popup } from '../ui/popup';
import { captured, inHand, miniature, tigers } from '../ui/tray';
import { lookedAt, say, sideName } from '../ui/words';
import { action, moveList, steps, type Lookable } from '../play/parts';
import { petals } from '../play/petals';
import { asides, offers } from './asides';
import { connectionNotice } from './frame';
import { noticeView } from './notices';
import { otherSide } from './reduce';
import { resultCard, wonBy, type ResultActions, type ResultState } from './result';
import type { OnlineSession } from './session';
import { leftText, playerLink, ratingText, seconds, termsText } from './words';

export interface TableActions extends ResultActions {
  askResign: (ask: boolean) => void;
  copyRecord: () => void;
  watchLink: () => void;
  notify: (() => void) | null;
  block: (() => void) | null;
}

export interface TableState extends ResultState {
  resigning: boolean;
  closed: boolean;
}

export function table(
  session: OnlineSession,
  state: TableState,
  actions: TableActions,
): TemplateResult {
  const { game, shown, ending, looksBack } = session;
  if (!game || !shown) return html``;
  const bottom: Side = session.you ?? 'goat';
  const card = ending ? resultCard(session, game, ending, state, actions) : nothing;
  const covered = ending !== null && !state.closed && !looksBack;
  const { premove } = session;
  const held = premove && !looksBack && !ending ? premove.move : null;
  return html`
    <div class="online-over">${connectionNotice()} ${noticeView()}</div>
    <div class="table play online-table ${session.you && !session.yourTurn ? 'waits' : ''}">
      <div class="area-head">${strip(session, game, shown, otherSide(bottom))}</div>
      <div class="area-board">
        <p class="unseen">${t('board.keys')}</p>
        ${board(game, shown, {
          moves: session.choices,
          play: (move) => session.play(move),
          marks: held ? [{ point: held.to, kind: 'info' }] : [],
          arrows:
            held && held.from !== null ? [{ from: held.from, to: held.to, kind: 'info' }] : [],
          over: covered ? html`<div class="over-board">${card}</div>` : nothing,
        })}
      </div>
      <div class="area-foot">${strip(session, game, shown, bottom)}</div>
      <div class="beside">
        ${
          held
            ? html`<p class="online-premove" role="status">
                ${t('online.premove', { move: held.text })}
                <button class="quiet small" @click=${() => session.cancelPremove()}>
                  ${t('online.premove.cancel')}
                </button>
              </p>`
            : nothing
        }
        ${offers(session)}
        <div class="controls">
          ${steps(lookable(session))}
          ${session.you && !ending ? (state.resigning ? sure(session, actions) : buttons(session, actions)) : watching(session, actions)}
        </div>
        ${ending && !covered ? html`<div class="panel">${card}</div>` : nothing}
        <div class="panel">
          ${moves(session)}
          <p class="soft game-line">${gameTitle(game)} · ${terms(session)}</p>
        </div>
      </div>
    </div>
    ${ending && session.you && wonBy(ending) === session.you && covered ? petals() : nothing}
  `;
}

function terms(session: OnlineSession): string {
  if (!session.snapshot) return '';
  const [, ...rest] = termsText(session.snapshot.setup).split(' · ');
  return rest.join(' · ');
}

/** A side: who plays it, what it has, and whether it is to move. */
function strip(session: OnlineSession, game: Game, shown: State, side: Side): TemplateResult {
  const { ending } = session;
  const active = session.turn === side;
  const won = ending !== null && wonBy(ending) === side;
  const left = session.timeLeft(side);
  const days = session.snapshot?.setup.time.type === 'days';
  const away = session.away(side) !== null && !ending;
  const said = session.said[side];
  const low = left !== null && !days && left < 20_000;
  return html`<div
    class="strip ${active ? 'active' : ''} ${won ? 'winner' : ''} ${away ? 'away' : ''}"
    role="group"
    aria-label=${sideName(game, side)}
  >
    ${miniature(side, game)}
    <div class="strip-text">
      <p class="strip-name">
        ${playerLink(session.players[side])} ${ratingText(session.players[side])}
        ${
          session.you === side
            ? html`<span class="soft online-own">(${t('online.you')})</span>`
            : nothing
        }
        ${won ? html`<span class="crown" aria-hidden="true">★</span>` : nothing}
      </p>
      ${away ? html`<p class="online-away">${t('online.away')}</p>` : nothing}
      <p class="status-text" role=${active ? 'status' : nothing}>
        ${active ? statusText(session, game) : nothing}
      </p>
      ${active ? firstMove(session) : nothing}
      ${
        said
          ? html`<p class="online-said" role="status">${t(`online.phrase.${said.phrase}`)}</p>`
          : nothing
      }
    </div>
    <div class="badges">
      ${
        side === 'tiger'
          ? html`${captured(game, shown)} ${tigers(game, shown)}`
          : inHand(game, shown)
      }
    </div>
    ${
      left === null
        ? nothing
        : html`<span
            class="clock ${session.ticking === side ? 'ticking' : ''} ${low ? 'low' : ''} ${
              days ? 'days' : ''
            }"
            role="timer"
            aria-label=${t('clock.left', { side: sideName(game, side) })}
            >${leftText(left)}</span
          >`
    }
  </div>`;
}

/** Whose turn it is, and what is waited for. */
function statusText(session: OnlineSession, game: Game): string {
  const { now, turn, you } = session;
  if (!now || !turn) return '';
  if (session.looksBack) return lookedAt(session.moves, session.ply);
  if (session.pending) return t('online.sending');
  const placing = turn === 'tiger' ? now.tigers_in_hand : now.goats_in_hand;
  const what = placing > 0 ? 'place' : 'move';
  const text = say(game, `play.${turn === you ? 'your-turn' : 'turn'}.${what}.${turn}`);
  if (now.occurrences === 2 && now.phase === 'sliding') return t('play.twice');
  return text;
}

/** How long the first move may take. It is not read out every second. */
function firstMove(session: OnlineSession): TemplateResult | typeof nothing {
  const left = session.firstMoveLeft();
  if (left === null || session.pending) return nothing;
  const text = t('online.first-move', { seconds: seconds(left) });
  return html`<p class="soft online-first" role="timer">${text}</p>`;
}

function buttons(session: OnlineSession, actions: TableActions): TemplateResult {
  const { snapshot, you } = session;
  const underway = session.underway;
  const clock = snapshot?.clocks !== undefined;
  return html`<div class="actions">
    ${
      underway
        ? action('flag', t('play.resign'), () => actions.askResign(true))
        : action('close', t('online.abort'), () => session.command({ type: 'abort' }))
    }
    ${action(
      'people',
      t('online.draw'),
      () => session.command({ type: 'offer-draw' }),
      !underway || snapshot?.draw_offer === you,
    )}
    ${
      session.rated
        ? action('clock', t('online.give'), () => session.command({ type: 'give-time' }), !clock)
        : action(
            'undo',
            t('play.take-back'),
            () => session.command({ type: 'propose-takeback' }),
            !underway || snapshot?.takeback === you,
          )
    }
    ${asides(session)}
    ${popup(
      t('play.more'),
      'more',
      html`${
        session.rated || !clock
          ? nothing
          : item('clock', t('online.give'), () => session.command({ type: 'give-time' }))
      }
      ${common(actions)}
      ${actions.block ? item('close', t('online.block'), actions.block) : nothing}`,
    )}
  </div>`;
}

function common(actions: TableActions): TemplateResult {
  return html`${viewItems()}
  ${item(settings.sound ? 'sound' : 'silent', t(settings.sound ? 'sound.off' : 'sound.on'), () =>
    change({ sound: !settings.sound }),
  )}
  ${actions.notify ? item('comment', t('online.notify'), actions.notify) : nothing}
  ${item('copy', t('play.copy'), actions.copyRecord)}
  ${item('link', t('online.watch.link'), actions.watchLink)}`;
}

/** For those who watch, and after the end. */
function watching(session: OnlineSession, actions: TableActions): TemplateResult {
  return html`<div class="row online-watching">
    ${
      session.you || session.ending
        ? nothing
        : html`<p class="soft">
            ${t('online.watching')} ${session.rated ? t('online.watching.late') : nothing}
          </p>`
    }
    ${popup(t('play.more'), 'more', common(actions))}
  </div>`;
}

function sure(session: OnlineSession, actions: TableActions): TemplateResult {
  return html`<div class="sure" role="group" aria-labelledby="sure">
    <p id="sure">${t('play.sure')}</p>
    <div class="row">
      <button
        @click=${() => {
          actions.askResign(false);
          session.command({ type: 'resign' });
        }}
      >
        ${icon('flag')}${t('play.resign')}
      </button>
      <button class="quiet" @click=${() => actions.askResign(false)}>${t('play.go-on')}</button>
    </div>
  </div>`;
}

function moves(session: OnlineSession): TemplateResult {
  const back = session.looksBack
    ? html`<button class="quiet small" @click=${() => session.look(session.moves.length)}>
        ${t('play.to-now')}
      </button>`
    : nothing;
  return moveList(lookable(session), back);
}

const lookable = (session: OnlineSession): Lookable => ({
  moves: session.moves,
  ply: session.ply,
  look: (ply) => session.look(ply),
});
