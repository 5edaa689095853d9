/** What the service stores about a player, on one page. */

import { html } from 'lit-html';
import { t, type Key } from '../../i18n';
import { framed, type Screen } from '../frame';

const ROWS = [
  'cookie',
  'name',
  'passkeys',
  'sessions',
  'times',
  'games',
  'challenges',
  'ratings',
  'blocks',
] as const;

export function screen(): Screen {
  return {
    title: () => t('online.stored'),
    view: () =>
      framed(
        t('online.stored'),
        html`<article class="panel prose">
          <p>${t('online.stored.intro')}</p>
          <ul>
            ${ROWS.map((row) => html`<li>${t(`online.stored.${row}` as Key)}</li>`)}
          </ul>
          <p>${t('online.stored.public')}</p>
          <p>${t('online.stored.not')}</p>
          <h2>${t('online.stored.end')}</h2>
          <p>${t('online.stored.delete')}</p>
          <p>${t('online.stored.guests')}</p>
          <p><a href="/online/account">${t('online.stored.account')}</a></p>
        </article>`,
      ),
  };
}
