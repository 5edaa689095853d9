/** The way between the list of bots and the workshop. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { t, type Key } from '../i18n';
import { icon, type Icon } from '../ui/icons';

const PLACES: { path: string; icon: Icon; text: Key }[] = [
  { path: '/bots', icon: 'star', text: 'bots.list' },
  { path: '/bots/workshop', icon: 'edit', text: 'bots.workshop' },
];

export function places(): TemplateResult {
  return html`<nav class="online-places bots-places" aria-label=${t('bots.places')}>
    ${PLACES.map(
      ({ path, icon: name, text }) =>
        html`<a href=${path} aria-current=${location.pathname === path ? 'page' : nothing}
          >${icon(name)}<span>${t(text)}</span></a
        >`,
    )}
  </nav>`;
}
