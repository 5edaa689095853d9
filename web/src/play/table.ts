/** The table at which a game is played: strips of the players, the board, and what may be done. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { n, t, type Key } from '../i18n';
import { settings, change } from '../settings';
import type { Game, Side } from '../rules';
import { board, gameTitle, viewItems } from '../ui/board';
import { explain } from '../ui/errors';
import { icon } from '../ui/icons';
import { playHere } from '../ui/play-here';
import { item, popup } from '../ui/popup';
import { captured, inHand, miniature, tigers } from '../ui/tray';
import { lookedAt, say, sayCount, sideName } from '../ui/words';
import { clockText } from './clock';
import { action, moveList, steps, type Lookable } from './parts';
import { petals } from './petals';
import { celebrated, resultCard, shareItems, winner, type ResultActions } from './result';
import { STAND_IN, type Session } from './session';
import type { Summary } from './summary';

export interface TableActions extends ResultActions {
  askResign: (ask: boolean) => void;
  askNew: () => void;
  copyRecord: () => void;
}

export interface TableState {
  /** Whether the player is asked if they want to resign. */
  resigning: boolean;
  /** Whether the result was put aside, so that the board is seen. */
  closed: boolean;
  /** Whether the game has just ended: only then is there something to celebrate. */
  fresh: boolean;
  summary: Summary | null;
}

export function table(session: Session, state: TableState, actions: TableActions): TemplateResult {
  const { game, result, hint, shown, looksBack } = session;
  const bottom: Side = session.own ?? 'goat';
  const card = result ? resultCard(session, result, state.summary, actions) : nothing;
  const covered = result !== null && !state.closed && !looksBack;
  return html`
    <div class="table play">
      <div class="area-head">${strip(session, bottom === 'goat' ? 'tiger' : 'goat')}</div>
      <div class="area-board">
        <p class="unseen">${t('board.keys')}</p>
        ${board(game, shown, {
          moves: session.moves,
          play: (move) => session.play(move),
          marks: hint && !looksBack ? [{ point: hint.to, kind: 'hint' }] : [],
          arrows:
            hint && hint.from !== null && !looksBack
              ? [{ from: hint.from, to: hint.to, kind: 'hint' }]
              : [],
          over: covered ? html`<div class="over-board">${card}</div>` : nothing,
        })}
      </div>
      <div class="area-foot">${strip(session, bottom)}</div>
      <div class="beside">
        <div class="controls">
          ${steps(lookable(session))}
          ${state.resigning ? sure(session, actions) : buttons(session, actions)}
        </div>
        ${result && !covered ? html`<div class="panel">${card}</div>` : nothing}
        <div class="panel">${moves(session, actions)} ${aims(session)}</div>
      </div>
    </div>
    ${result && celebrated(session, result) && state.fresh && covered ? petals() : nothing}
  `;
}

/** A side: who plays it, what it has, and whether it is to move. */
function strip(session: Session, side: Side): TemplateResult {
  const { game, shown, result, saved } = session;
  const active = !result && session.state.turn === side;
  const won = result !== null && winner(result) === side;
  const left = session.timeLeft(side);
  return html`<div
    class="strip ${active ? 'active' : ''} ${won ? 'winner' : ''}"
    role="group"
    aria-label=${sideName(game, side)}
  >
    ${miniature(side, game)}
    <div class="strip-text">
      <p class="strip-name">
        ${playerName(session, side)}${won ? html` <span class="crown" aria-hidden="true">★</span>` : nothing}
      </p>
      <p class="status-text" role=${active ? 'status' : nothing}>
        ${active ? statusText(session) : nothing}
        ${
          active && session.busy
            ? html`<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>`
            : nothing
        }
        ${
          active && session.problem
            ? html`<button class="quiet small" @click=${() => session.retry()}>
                ${t('play.retry')}
              </button>`
            : nothing
        }
      </p>
    </div>
    <div class="badges">
      ${
        side === 'tiger'
          ? html`${captured(game, shown)} ${tigers(game, shown)}`
          : inHand(game, shown)
      }
    </div>
    ${
      left === null || !saved.clock
        ? nothing
        : html`<span
            class="clock ${active && session.ticking ? 'ticking' : ''} ${left < 20_000 ? 'low' : ''}"
            role="timer"
            aria-label=${t('clock.left', { side: sideName(game, side) })}
            >${clockText(left)}</span
          >`
    }
  </div>`;
}

function playerName(session: Session, side: Side): string {
  const { opponent } = session.saved;
  const name = sideName(session.game, side);
  if (opponent.kind === 'friend') return name;
  if (opponent.side !== side) return t('play.name.you', { side: name });
  const plays = opponent.level === 'perfect' && session.standIn ? STAND_IN : opponent.level;
  const level = plays === 'perfect' ? t('level.perfect') : n(plays);
  return t('play.name.computer', { side: name, level });
}

/** Whose turn it is, or what is being done. */
function statusText(session: Session): string {
  const { state, busy, own, problem, game } = session;
  if (problem) {
    const reason = explain(problem.error);
    return t(problem.of === 'hint' ? 'play.problem.hint' : 'play.problem', { reason });
  }
  if (session.looksBack) return lookedAt(session.saved.moves, session.ply);
  if (busy === 'computer') return t('play.thinking');
  if (busy === 'hint') return t('play.looking');
  if (state.occurrences === 2 && state.phase === 'sliding') return t('play.twice');
  const placing = state.turn === 'tiger' ? state.tigers_in_hand : state.goats_in_hand;
  const what = placing > 0 ? 'place' : 'move';
  const whose = own === null ? 'turn' : 'your-turn';
  return say(game, `play.${whose}.${what}.${state.turn}`);
}

function buttons(session: Session, actions: TableActions): TemplateResult {
  const over = session.result !== null;
  return html`<div class="actions">
    ${action('undo', t('play.take-back'), () => session.takeBack(), !session.canTakeBack)}
    ${action(
      'hint',
      t('play.hint'),
      () => void session.help(),
      !session.yourTurn || session.busy !== null || session.looksBack,
    )}
    ${action('flag', t('play.resign'), () => actions.askResign(true), over)}
    ${action('plus', t('play.new'), actions.askNew)}
    ${popup(
      t('play.more'),
      'more',
      html`${viewItems()}
      ${item(
        settings.sound ? 'sound' : 'silent',
        t(settings.sound ? 'sound.off' : 'sound.on'),
        () => change({ sound: !settings.sound }),
      )}
      ${item('copy', t('play.copy'), actions.copyRecord)} ${shareItems(actions)}`,
    )}
  </div>`;
}

function sure(session: Session, actions: TableActions): TemplateResult {
  const friend = session.own === null;
  return html`<div class="sure" role="group" aria-labelledby="sure">
    <p id="sure">
      ${friend ? say(session.game, `play.sure.${session.state.turn}`) : t('play.sure')}
    </p>
    <div class="row">
      <button
        @click=${() => {
          actions.askResign(false);
          session.resign();
        }}
      >
        ${icon('flag')}${t('play.resign')}
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

function moves(session: Session, actions: TableActions): TemplateResult {
  const back = session.looksBack
    ? html`<div class="row">
        <button class="quiet small" @click=${() => actions.show(session.saved.moves.length)}>
          ${t('play.to-now')}
        </button>
        ${playHere(session.saved.game, session.shown, true)}
      </div>`
    : nothing;
  return moveList(lookable(session), back);
}

const lookable = (session: Session): Lookable => ({
  moves: session.saved.moves,
  ply: session.ply,
  look: (ply) => session.look(ply),
});

/** The rules of a board, as the keys of their texts. */
function rulesOf({ placed, diagonals }: Game): Key[] {
  // The grand wins of Bagh Chal need diagonals on which all tigers can stand in a row.
  const grand: Key[] = diagonals.length > 0 ? ['about.rules.5'] : [];
  const begin: Key = placed ? 'about.rules.2.placed' : 'about.rules.2';
  return ['about.rules.1', begin, 'about.rules.3', 'about.rules.4', ...grand];
}

/** What either side wants, and the rules, one tap away. */
function aims(session: Session): TemplateResult {
  const { game, saved } = session;
  const level = () => {
    if (saved.opponent.kind === 'friend') return t('play.two');
    const { level } = saved.opponent;
    return t('play.against', {
      level: level === 'perfect' ? t('level.perfect') : n(level),
      name: t(`level.${level}` as Key),
    });
  };
  return html`<p class="soft game-line">${gameTitle(game)} · ${level()}</p>
    <details class="aims">
      <summary>${t('play.rules')}</summary>
      <ul>
        <li>${miniature('tiger', game)} ${sayCount(game, 'play.aim.tiger', game.captures)}</li>
        <li>${miniature('goat', game)} ${say(game, 'play.aim.goat')}</li>
      </ul>
      <ol>
        ${rulesOf(game).map((key) => html`<li>${say(game, key)}</li>`)}
      </ol>
      <p><a href="/learn">${t('play.rules.learn')}</a></p>
    </details>`;
}
