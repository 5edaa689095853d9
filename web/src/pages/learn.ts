import { html } from 'lit-html';
import { t } from '../i18n';
import type { Page } from '../page';

export function page(): Page {
  return {
    title: () => t('nav.learn'),
    view: () =>
      html`<h1>${t('nav.learn')}</h1>
        <p>${t('soon')}</p>`,
  };
}
