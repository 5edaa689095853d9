/** Bots that can be challenged. */

import { html, type TemplateResult } from 'lit-html';
import { t } from '../i18n';
import { get } from './api';
import type { Player } from './types';
import { playerLink, playerName } from './words';

/** The bots that are here: the levels, and those that are connected. */
export async function present(): Promise<Player[]> {
  try {
    return (await get<{ bots: Player[] }>('/bots')).bots;
  } catch {
    return [];
  }
}

/** Where a bot is challenged. */
export function challengeLink(bot: Player): string {
  const query = new URLSearchParams({ to: bot.id, name: playerName(bot) });
  return `/online/friend?${query.toString()}`;
}

/** Bots in a list, each with a way to challenge it. */
export function botList(bots: Player[], challenge?: (bot: Player) => void): TemplateResult {
  const label = (bot: Player) => t('online.challenge.name', { name: playerName(bot) });
  return html`<ul class="online-list online-bots">
    ${bots.map(
      (bot) =>
        html`<li>
          <span>${playerLink(bot)}</span>
          ${
            challenge
              ? html`<button
                  class="quiet small"
                  aria-label=${label(bot)}
                  @click=${() => challenge(bot)}
                >
                  ${t('online.bots.challenge')}
                </button>`
              : html`<a
                  class="button quiet small"
                  aria-label=${label(bot)}
                  href=${challengeLink(bot)}
                  >${t('online.bots.challenge')}</a
                >`
          }
        </li>`,
    )}
  </ul>`;
}
