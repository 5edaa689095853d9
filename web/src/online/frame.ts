/** What stands around every online screen: the way between them, and how the connection is. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { t, type Key } from '../i18n';
import { icon, type Icon } from '../ui/icons';
import { available, socket } from './connection';
import { noticeView } from './notices';

/** A screen: a page below `/online`. */
export interface Screen {
  title(): string;
  view(): TemplateResult;
  stop?(): void;
}

const PLACES: { path: string; icon: Icon; text: Key }[] = [
  { path: '/online', icon: 'people', text: 'online.lobby' },
  { path: '/online/games', icon: 'history', text: 'online.games' },
  { path: '/online/leaders', icon: 'star', text: 'online.leaders' },
  { path: '/online/account', icon: 'settings', text: 'online.account' },
];

/** A calm word while the connection is away. */
export function connectionNotice(): TemplateResult | typeof nothing {
  if (socket.status !== 'lost') return nothing;
  return html`<p class="online-lost" role="status">
    <span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>
    ${t('online.lost')}
  </p>`;
}

/** A screen with the row of places above it. */
export function framed(title: string, body: unknown): TemplateResult {
  const here = location.pathname;
  if (available() === false) return absent();
  return html`<div class="online">
    <nav class="online-places" aria-label=${t('online.places')}>
      ${PLACES.map(
        ({ path, icon: name, text }) =>
          html`<a href=${path} aria-current=${here === path ? 'page' : nothing}
            >${icon(name)}<span>${t(text)}</span></a
          >`,
      )}
    </nav>
    ${connectionNotice()} ${noticeView()}
    <h1>${title}</h1>
    ${body}
  </div>`;
}

/** The site has no online play: it says so, and what can be done instead. */
export function absent(): TemplateResult {
  return html`<section class="panel prose-panel">
    <h1>${t('online.absent')}</h1>
    <p>${t('online.absent.text')}</p>
    <div class="row">
      <a class="button" href="/play?setup">${icon('play')}${t('online.absent.play')}</a>
      <a class="button quiet" href="/">${t('nav.home')}</a>
    </div>
  </section>`;
}

export function opening(): TemplateResult {
  return html`<p class="soft" role="status">${t('app.opening')} …</p>`;
}

export function problem(text: string | null): TemplateResult | typeof nothing {
  return text ? html`<p class="wrong" role="alert">${text}</p>` : nothing;
}
