/** A challenge: its maker passes on the link and waits; the first to open it plays, others watch. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { update } from '../../app';
import { t } from '../../i18n';
import { navigate } from '../../router';
import { game as describeGame } from '../../rules';
import { icon } from '../../ui/icons';
import { copyText } from '../../ui/toast';
import { miniature } from '../../ui/tray';
import { sideName } from '../../ui/words';
import { get, OnlineError, post } from '../api';
import { askToNotify, mayAsk } from '../attention';
import { socket, withAccount } from '../connection';
import { framed, opening, problem, type Screen } from '../frame';
import { expectGame } from '../notices';
import type { Code } from '../qr';
import { gameRef, otherSide } from '../reduce';
import type { Challenge } from '../types';
import { explainOnline, playerLink, playerName, termsText } from '../words';

/** The pause between two looks whether the challenge was accepted: the notice may be lost. */
const LOOK = 8_000;

export function screen(_url: URL, id: string): Screen {
  let challenge: Challenge | null = null;
  let missing = false;
  let wrong: string | null = null;
  let busy = false;
  let code: Code | null = null;
  let left = false;
  const link = new URL(`/online/c/${id}`, location.href).href;

  const mine = () => challenge !== null && challenge.by.id === socket.me?.player;

  function open(game: string): void {
    left = true;
    navigate(`/online/game/${game}`, { replace: true });
  }

  async function look(): Promise<void> {
    try {
      await socket.ready();
      // The maker's look says that somebody waits, and finds the game after the challenge's end.
      const found = mine()
        ? await post<{ challenge?: Challenge; game?: string }>(`/challenges/${id}/renew`)
        : await get<{ challenge: Challenge; game?: string }>(`/challenges/${id}`);
      missing = false;
      if (left) return;
      challenge = found.challenge ?? challenge;
      const game = found.game ?? challenge?.game;
      if (game) return open(game);
      if (mine() && challenge?.kind === 'link' && !code) {
        // Only those who pass a link on need the code.
        code = (await import('../qr')).qrCode(link);
      }
    } catch (error) {
      if (error instanceof OnlineError && error.code === 'not-found') missing = true;
      else wrong = explainOnline(error);
    }
    update();
  }

  async function act(what: 'accept' | 'decline'): Promise<void> {
    if (busy) return;
    busy = true;
    wrong = null;
    update();
    try {
      await withAccount();
      const answer = await post<{ game?: string }>(`/challenges/${id}/${what}`);
      if (answer.game) open(answer.game);
      else navigate('/online');
    } catch (error) {
      wrong = explainOnline(error);
      // Someone else may have been faster.
      await look();
    }
    busy = false;
    update();
  }

  expectGame(() => {
    // It may be another game: the challenge tells.
    void look();
    return mine();
  });
  const stopStatus = socket.onStatus(() => {
    if (socket.status === 'open') void look();
  });
  const stopNotices = socket.onNotice((notice) => {
    const about = notice.type === 'challenge' && notice.challenge.id === id;
    if (about || notice.type === 'missed') void look();
  });
  const looks = setInterval(() => {
    if (mine() && !missing && !left) void look();
  }, LOOK);
  void look();

  function waiting(challenge: Challenge): TemplateResult {
    return html`<section class="panel online-form">
      <p>${termsText(challenge.setup)}${sideLine(challenge)}</p>
      ${challenge.kind === 'link' ? passOn() : nothing}
      <p class="online-waiting" role="status">
        <span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>
        ${
          challenge.opponent
            ? t('online.waiting.name', { name: playerName(challenge.opponent) })
            : t(challenge.kind === 'link' ? 'online.waiting.friend' : 'online.find.waiting')
        }
      </p>
      ${
        mayAsk()
          ? html`<button class="quiet" @click=${() => void askToNotify().then(update)}>
              ${t('online.notify')}
            </button>`
          : nothing
      }
      ${problem(wrong)}
      <button class="quiet" ?disabled=${busy} @click=${() => void act('decline')}>
        ${icon('close')}${t('online.withdraw')}
      </button>
    </section>`;
  }

  function passOn(): TemplateResult {
    return html`<p>${t('online.link.text')}</p>
      <div class="online-link">
        <input
          readonly
          aria-label=${t('online.link')}
          .value=${link}
          @focus=${(event: Event) => (event.target as HTMLInputElement).select()}
        />
        <button @click=${() => void copyText(link, t('share.link.copied'), t('share.failed'))}>
          ${icon('copy')}${t('share.link')}
        </button>
        ${
          typeof navigator.share === 'function'
            ? html`<button class="quiet" @click=${() => void share()}>
                ${icon('share')}${t('share')}
              </button>`
            : nothing
        }
      </div>
      <div class="online-code" role="img" aria-label=${t('online.code')}>
        ${
          code
            ? html`<svg viewBox="0 0 ${code.size} ${code.size}"><path d=${code.path}></path></svg>`
            : nothing
        }
      </div>`;
  }

  async function share(): Promise<void> {
    try {
      await navigator.share({ title: t('app.name'), text: t('online.link.share'), url: link });
    } catch {
      // The user changed their mind.
    }
  }

  function sideLine(challenge: Challenge): unknown {
    if (!challenge.side) return html` · ${t('online.side.lot')}`;
    const side = mine() ? challenge.side : otherSide(challenge.side);
    const game = describeGame(gameRef(challenge.setup));
    return html` · ${t('setup.side')}: ${miniature(side, game)} ${sideName(game, side)}`;
  }

  function invited(challenge: Challenge): TemplateResult {
    const needsName = challenge.setup.rated && !socket.me?.name;
    return html`<section class="panel online-form">
      <p class="online-invited">${playerLink(challenge.by)} ${t('online.invites')}</p>
      <p>${termsText(challenge.setup)}${sideLine(challenge)}</p>
      ${challenge.two_games ? html`<p class="soft">${t('online.two-games.text')}</p>` : nothing}
      ${problem(wrong)}
      ${
        needsName
          ? html`<p>${t('online.rated.name')}</p>
              <a class="button wide-button" href="/online/account?next=${location.pathname}"
                >${t('online.rate.keep')}</a
              >`
          : html`<button class="wide-button" ?disabled=${busy} @click=${() => void act('accept')}>
              ${icon('play')}${t('online.accept')}
            </button>`
      }
      ${
        challenge.kind === 'direct'
          ? html`<button class="quiet" ?disabled=${busy} @click=${() => void act('decline')}>
              ${t('online.decline')}
            </button>`
          : nothing
      }
      ${
        socket.me?.name || needsName ? nothing : html`<p class="soft">${t('online.guest.text')}</p>`
      }
    </section>`;
  }

  const title = () => (challenge && !mine() ? t('online.invited') : t('online.challenge'));
  return {
    title,
    view: () =>
      framed(
        title(),
        missing
          ? html`<section class="panel online-form">
              <p>${t('online.challenge.gone')}</p>
              <a class="button" href="/online/friend">${t('online.challenge.new')}</a>
            </section>`
          : challenge
            ? mine()
              ? waiting(challenge)
              : invited(challenge)
            : html`${problem(wrong)}${wrong ? nothing : opening()}`,
      ),
    stop: () => {
      left = true;
      clearInterval(looks);
      expectGame(null);
      stopStatus();
      stopNotices();
    },
  };
}
