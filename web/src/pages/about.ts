/** What this is, and the rules in short. */

import { html } from 'lit-html';
import { t } from '../i18n';
import type { Page } from '../page';
import './about.css';

const RULES = [1, 2, 3, 4, 5] as const;

/** Works that the project rests on; titles stay in their language. */
const SOURCES = [
  'Lim Yew Jin, Jürg Nievergelt: Computing Tigers and Goats (2004)',
  'Lim Yew Jin, Jürg Nievergelt: Tigers and Goats is a draw (2009)',
  'P. Shouthiri: Tigers and Goats, a Board Game for Android',
  'B. Sapkota: Online Baghchal Exchange Notation (OBX), version 1.0 (2019)',
];

export function page(): Page {
  return {
    title: () => t('about.title'),
    view: () =>
      html`<article class="panel prose">
        <h1>${t('about.title')}</h1>
        <p>${t('about.what')}</p>
        <p>${t('about.solved')}</p>
        <h2>${t('about.rules')}: ${t('game.bagh-chal')}</h2>
        <ol>
          ${RULES.map((i) => html`<li>${t(`about.rules.${i}`)}</li>`)}
        </ol>
        <h2>${t('about.privacy')}</h2>
        <p>${t('about.privacy.1')}</p>
        <p>${t('about.privacy.2')}</p>
        <p><a href="/online/stored">${t('about.stored')}</a></p>
        <h2>${t('about.sources')}</h2>
        <ul lang="en">
          ${SOURCES.map((source) => html`<li>${source}</li>`)}
        </ul>
        <p class="soft">${t('about.licence')}</p>
      </article>`,
  };
}
