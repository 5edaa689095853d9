/** What players do beside moving: offers and their answers, claims, phrases. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { t } from '../i18n';
import { icon } from '../ui/icons';
import { popup } from '../ui/popup';
import type { OnlineSession } from './session';
import { PHRASES } from './types';
import { playerName, seconds } from './words';

/** Offers that stand, and what an opponent who has left leaves open. */
export function offers(session: OnlineSession): TemplateResult | typeof nothing {
  const { snapshot, you, opponent, ending } = session;
  if (!snapshot || !you || !opponent || ending) return nothing;
  const name = playerName(session.players[opponent]);
  return html`${
    snapshot.draw_offer === opponent
      ? question(t('online.draw.offered', { name }), (accept) =>
          session.command({ type: 'answer-draw', accept }),
        )
      : nothing
  }
  ${snapshot.draw_offer === you ? hint(t('online.draw.sent')) : nothing}
  ${
    snapshot.takeback === opponent
      ? question(t('online.takeback.asked', { name }), (accept) =>
          session.command({ type: 'answer-takeback', accept }),
        )
      : nothing
  }
  ${snapshot.takeback === you ? hint(t('online.takeback.sent')) : nothing} ${claim(session, name)}`;
}

function question(text: string, answer: (accept: boolean) => void): TemplateResult {
  return html`<div class="panel online-offer" role="alert">
    <p>${text}</p>
    <div class="row">
      <button @click=${() => answer(true)}>${t('online.yes')}</button>
      <button class="quiet" @click=${() => answer(false)}>${t('online.no')}</button>
    </div>
  </div>`;
}

function hint(text: string): TemplateResult {
  return html`<p class="soft online-hint" role="status">${text}</p>`;
}

/** The opponent has left: a countdown, then the game can be claimed. */
function claim(session: OnlineSession, name: string): TemplateResult | typeof nothing {
  const left = session.claimLeft();
  // Before both sides have moved there is nothing to claim; the game can be called off.
  if (left === null || !session.underway) return nothing;
  if (left > 0) {
    return html`<p class="panel online-offer">
      ${t('online.claim.soon', { name, seconds: seconds(left) })}
    </p>`;
  }
  return html`<div class="panel online-offer" role="alert">
    <p>${t('online.claim', { name })}</p>
    <div class="row">
      <button @click=${() => session.command({ type: 'claim', claim: 'win' })}>
        ${t('online.claim.win')}
      </button>
      <button class="quiet" @click=${() => session.command({ type: 'claim', claim: 'draw' })}>
        ${t('online.claim.draw')}
      </button>
    </div>
  </div>`;
}

/** Phrases to choose from, instead of a chat. */
export function asides(session: OnlineSession): TemplateResult {
  return html`<div class="online-phrases">
    ${popup(
      t('online.say'),
      'comment',
      PHRASES.map(
        (phrase) =>
          html`<button class="quiet item" @click=${() => session.command({ type: 'say', phrase })}>
            ${icon('comment')}<span>${t(`online.phrase.${phrase}`)}</span>
          </button>`,
      ),
    )}
  </div>`;
}
