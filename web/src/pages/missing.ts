import { html } from 'lit-html';
import { t } from '../i18n';
import type { Page } from '../page';

export function page(): Page {
  return {
    title: () => t('missing.title'),
    view: () =>
      html`<h1>${t('missing.title')}</h1>
        <p>${t('missing.text')}</p>
        <p><a class="button" href="/">${t('nav.home')}</a></p>`,
  };
}
