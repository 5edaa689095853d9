/**
 * Things that concern the player wherever they are: challenges, games that have started, and games
 * in which it is the player's turn.
 */

import { html, nothing, type TemplateResult } from 'lit-html';
import { callInTitle, update } from '../app';
import { t } from '../i18n';
import { icon } from '../ui/icons';
import { announce } from '../ui/announce';
import { sound } from '../ui/sound';
import { toast } from '../ui/toast';
import { socket } from './connection';
import { callForAttention } from './attention';
import type { Challenge } from './types';
import { playerName, termsText } from './words';

let challenge: Challenge | null = null;
let started: string | null = null;
/** The game in which it became the player's turn last, elsewhere. */
let turn: string | null = null;
let listening = false;
/** A screen that waits for a game takes it to heart itself. */
let expected: ((game: string) => boolean) | null = null;

/** Says that a screen waits for a game to start; it answers whether it was the one. */
export function expectGame(handler: ((game: string) => boolean) | null): void {
  expected = handler;
}

/** Begins to listen, once. */
export function listenForNotices(): void {
  if (listening) return;
  listening = true;
  socket.onNotice((notice) => {
    switch (notice.type) {
      case 'started':
        if (challenge?.game === notice.game) challenge = null;
        if (!expected?.(notice.game)) {
          started = notice.game;
          call(t('online.started'));
        }
        break;
      case 'your-turn':
        turn = notice.game;
        sound('slide');
        call(t('online.turn.yours'), notice.game);
        break;
      case 'ended':
        if (turn === notice.game) turn = null;
        break;
      case 'challenge-gone':
        if (challenge?.id === notice.challenge) challenge = null;
        break;
      case 'challenge':
        if (notice.challenge.opponent?.id === socket.me?.player) challenged(notice.challenge);
        break;
      case 'missed':
        // Screens that wait for something look by themselves.
        break;
    }
    update();
  });
}

function challenged(by: Challenge): void {
  const open = by.game === null && by.expires > socket.now();
  if (open && !by.rematch_of) {
    challenge = by;
    call(t('online.challenged', { name: playerName(by.by) }));
  } else if (challenge?.id === by.id) challenge = null;
}

/** Tells the player, wherever the page and the player are. */
function call(text: string, tag?: string): void {
  // Pages without online play have no place for notices.
  if (location.pathname.startsWith('/online')) announce(text);
  else toast(text);
  callForAttention(text, tag);
  mark();
}

/** The title of the page tells of a game that waits, until it is looked at. */
function mark(): void {
  callInTitle(turn ? t('online.turn.yours') : '');
}

/** Puts a notice aside. */
export function dismiss(what: 'challenge' | 'started' | 'turn'): void {
  if (what === 'challenge') challenge = null;
  else if (what === 'started') started = null;
  else turn = null;
  mark();
  update();
}

/** The game is looked at: there is no need to call. */
export function looksAt(game: string): void {
  if (turn !== game) return;
  turn = null;
  mark();
}

export function noticeView(): TemplateResult | typeof nothing {
  // A game that is open already needs no notice.
  if (started && location.pathname === `/online/game/${started}`) started = null;
  if (challenge && location.pathname === `/online/c/${challenge.id}`) challenge = null;
  if (started) {
    return html`<p class="online-notice" role="status">
      <span>${t('online.started')}</span>
      <a class="button" href="/online/game/${started}" @click=${() => dismiss('started')}
        >${icon('play')}${t('online.started.open')}</a
      >
    </p>`;
  }
  if (turn && !challenge) {
    return html`<p class="online-notice" role="status">
      <span>${t('online.turn.yours')}</span>
      <a class="button" href="/online/game/${turn}" @click=${() => dismiss('turn')}
        >${icon('play')}${t('online.started.open')}</a
      >
      <button class="quiet" @click=${() => dismiss('turn')}>${t('online.later')}</button>
    </p>`;
  }
  if (!challenge) return nothing;
  return html`<p class="online-notice" role="status">
    <span
      >${t('online.challenged', { name: playerName(challenge.by) })}
      <span class="soft">${termsText(challenge.setup)}</span></span
    >
    <a class="button" href="/online/c/${challenge.id}">${t('online.look')}</a>
    <button class="quiet" @click=${() => dismiss('challenge')}>${t('online.later')}</button>
  </p>`;
}
