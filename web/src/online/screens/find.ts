/** Find an opponent: paired by rating and clock, or a challenge that stands in the lobby. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { update } from '../../app';
import { n, t } from '../../i18n';
import { keepChoices, lastChoices, type Level } from '../../play/saved';
import { navigate } from '../../router';
import { icon } from '../../ui/icons';
import { get, OnlineError, post } from '../api';
import { botList, challengeLink, present } from '../bots';
import { askToNotify, callForAttention, mayAsk } from '../attention';
import { socket, withAccount } from '../connection';
import { framed, problem, type Screen } from '../frame';
import { expectGame } from '../notices';
import { FOR_SEEKS, TermsForm } from '../terms-form';
import type { Challenge, Player } from '../types';
import { explainOnline, termsText } from '../words';

/** After this long the computer is offered, too. */
const OFFER_COMPUTER = 15_000;
/** A seek that is not renewed ends after 45 seconds, since nobody seems to wait any more. */
const RENEW = 8_000;

export function screen(): Screen {
  const form = new TermsForm(FOR_SEEKS);
  let seek: Challenge | null = null;
  let since = 0;
  let wrong: string | null = null;
  let busy = false;
  let left = false;
  let bots: Player[] = [];
  let timer: ReturnType<typeof setInterval> | undefined;
  let renewal: ReturnType<typeof setInterval> | undefined;

  function open(game: string): void {
    left = true;
    seek = null;
    callForAttention(t('online.started'));
    navigate(`/online/game/${game}`);
  }

  async function begin(kind: 'seek' | 'open', again = false): Promise<void> {
    if (busy) return;
    busy = true;
    wrong = null;
    update();
    try {
      await withAccount();
      const body = { kind, ...form.body() };
      const made = await post<{ challenge?: Challenge; game?: string }>('/challenges', body);
      if (made.game) return open(made.game);
      seek = made.challenge ?? null;
      if (!again) since = Date.now();
      void lookForBots();
      timer ??= setInterval(update, 1000);
      renewal ??= setInterval(() => void look(), RENEW);
    } catch (error) {
      wrong = explainOnline(error);
    }
    busy = false;
    update();
  }

  /** Bots come and go while somebody waits. */
  async function lookForBots(): Promise<void> {
    // The levels are offered below, and play without a connection.
    bots = (await present()).filter(({ id }) => !id.startsWith('level-')).slice(0, 3);
    update();
  }

  /**
   * Says that somebody waits, and finds out whether the seek has led to a game: the notice of it
   * may be lost.
   */
  async function look(): Promise<void> {
    const of = seek;
    if (!of || left) return;
    void lookForBots();
    try {
      const { game } = await post<{ game?: string }>(`/challenges/${of.id}/renew`);
      if (game && !left && seek === of) open(game);
    } catch (error) {
      const gone = error instanceof OnlineError && error.code === 'not-found';
      if (gone && seek === of && !left) {
        // The network was away for too long. Somebody still waits.
        seek = null;
        if (of.kind === 'seek') await begin('seek', true);
      }
    }
    update();
  }

  /** Withdraws the challenge; says whether a game has begun meanwhile. */
  async function withdraw(): Promise<boolean> {
    const of = seek;
    seek = null;
    endTimers();
    update();
    if (!of) return false;
    const withdrawn = await post(`/challenges/${of.id}/decline`).then(
      () => true,
      () => false,
    );
    if (withdrawn) return false;
    // It was taken in the last moment, perhaps.
    const now = await get<{ challenge: Challenge }>(`/challenges/${of.id}`).catch(() => null);
    if (now?.challenge.game && !left) open(now.challenge.game);
    return Boolean(now?.challenge.game);
  }

  function endTimers(): void {
    clearInterval(timer);
    clearInterval(renewal);
    timer = renewal = undefined;
  }

  expectGame((game) => {
    if (!seek) return false;
    if (!left) open(game);
    return true;
  });
  const stopStatus = socket.onStatus(() => {
    if (socket.status === 'open') void look();
  });
  const stopNotices = socket.onNotice(({ type }) => {
    if (type === 'missed') void look();
  });

  function choosing(): TemplateResult {
    return html`<form
      class="panel online-form"
      @submit=${(event: Event) => {
        event.preventDefault();
        void begin('seek');
      }}
    >
      ${form.view()} ${problem(wrong)}
      <button class="wide-button" type="submit" ?disabled=${busy}>
        ${icon('people')}${t('online.find.begin')}
      </button>
      <button class="quiet" type="button" ?disabled=${busy} @click=${() => void begin('open')}>
        ${t('online.find.post')}
      </button>
    </form>`;
  }

  function waiting(seek: Challenge): TemplateResult {
    const waited = Date.now() - since;
    return html`<section class="panel online-form">
      <p>${termsText(seek.setup)}</p>
      <p class="online-waiting" role="status">
        <span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>
        ${t('online.find.waiting')}
      </p>
      <p class="soft" aria-hidden="true">
        ${t('online.find.time', { seconds: n(Math.floor(waited / 1000)) })}
      </p>
      ${
        waited > OFFER_COMPUTER
          ? html`<div class="online-meanwhile">
              ${
                bots.length
                  ? html`<p>${t('online.find.bots')}</p>
                      ${botList(
                        bots,
                        (bot) =>
                          void withdraw().then((found) => {
                            if (!found) navigate(challengeLink(bot));
                          }),
                      )}`
                  : nothing
              }
              <p>${t('online.find.computer')}</p>
              <div class="row">
                ${([2, 4, 6] as const).map(
                  (level) =>
                    html`<button
                      class="quiet"
                      @click=${() =>
                        void withdraw().then((found) => {
                          if (!found) playComputer(seek.setup.game, level);
                        })}
                    >
                      ${icon('computer')}${t('home.level', { level })}
                    </button>`,
                )}
              </div>
            </div>`
          : nothing
      }
      ${
        mayAsk()
          ? html`<button class="quiet" @click=${() => void askToNotify().then(update)}>
              ${t('online.notify')}
            </button>`
          : nothing
      }
      <button class="quiet" @click=${() => void withdraw()}>
        ${icon('close')}${t('online.withdraw')}
      </button>
    </section>`;
  }

  return {
    title: () => t('online.find'),
    view: () => framed(t('online.find'), seek ? waiting(seek) : choosing()),
    stop: () => {
      left = true;
      endTimers();
      stopStatus();
      stopNotices();
      expectGame(null);
      // Paired players who have gone would make others wait. What stands in the lobby stays.
      if (seek?.kind === 'seek') {
        void post(`/challenges/${seek.id}/decline`).catch(() => undefined);
      }
    },
  };
}

/** Begins a game against a level of the computer. */
function playComputer(game: string, level: Level): void {
  keepChoices({ ...lastChoices(), game: { name: game }, with: 'computer', level });
  navigate(`/play?side=goat&game=${game}`);
}
