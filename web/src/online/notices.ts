/** Things that concern the player wherever they are: challenges, and games that have started. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { update } from '../app';
import { t } from '../i18n';
import { icon } from '../ui/icons';
import { announce } from '../ui/announce';
import { socket } from './connection';
import { callForAttention } from './attention';
import type { Challenge } from './types';
import { playerName, termsText } from './words';

let challenge: Challenge | null = null;
let started: string | null = null;
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
    if (notice.type === 'started') {
      if (challenge?.game === notice.game) challenge = null;
      if (!expected?.(notice.game)) {
        started = notice.game;
        const text = t('online.started');
        announce(text);
        callForAttention(text);
      }
    } else if (notice.type === 'challenge-gone') {
      if (challenge?.id === notice.challenge) challenge = null;
    } else if (notice.challenge.opponent?.id === socket.me?.player) {
      const open = notice.challenge.game === null && notice.challenge.expires > socket.now();
      if (open && !notice.challenge.rematch_of) {
        challenge = notice.challenge;
        const text = t('online.challenged', { name: playerName(challenge.by) });
        announce(text);
        callForAttention(text);
      } else if (challenge?.id === notice.challenge.id) challenge = null;
    }
    update();
  });
}

/** Puts a notice aside. */
export function dismiss(what: 'challenge' | 'started'): void {
  if (what === 'challenge') challenge = null;
  else started = null;
  update();
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
