/** What stands around every page. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { update } from '../app';
import { LANGUAGE_NAMES, LANGUAGES, t } from '../i18n';
import { change, settings, THEMES } from '../settings';
import { icon, type Icon } from './icons';
import { toastView } from './toast';
import { newVersion, reload } from './updates';

const PAGES = ['play', 'analyse', 'learn', 'explore', 'bots'] as const satisfies Icon[];

export function shell(here: string, body: unknown): TemplateResult {
  return html`
    <a class="skip" href="#page">${t('app.skip')}</a>
    <header class="bar">
      <a class="wordmark" href="/" aria-label="${t('app.name')}: ${t('nav.home')}">
        <svg viewBox="-50 -50 100 100" aria-hidden="true">
          <use href="#piece-tiger" x="-50" y="-50" width="100" height="100" />
        </svg>
        <span>${t('app.name')}</span>
      </a>
      <nav class="pages" aria-label=${t('nav.main')}>
        ${PAGES.map(
          (name) => html`
            <a
              href="/${name}"
              aria-current=${here === name || (name === 'play' && here === 'online') ? 'page' : nothing}
            >
              ${icon(name)}<span>${t(`nav.${name}`)}</span>
            </a>
          `,
        )}
      </nav>
      ${menu()}
    </header>
    ${
      newVersion()
        ? html`<p class="notice" role="status">
            ${t('app.update')} <button class="quiet" @click=${reload}>${t('app.reload')}</button>
          </p>`
        : nothing
    }
    <main id="page" class="page page-${here || 'home'}" tabindex="-1">${body}</main>
    ${toastView()}
  `;
}

/** A page without anything around it. */
export function frame(body: unknown): TemplateResult {
  return html`<main id="page">${body}</main>`;
}

let menuOpen = false;

function toggle(open: boolean): void {
  menuOpen = open;
  update();
}

// A click beside the settings closes them.
document.addEventListener('pointerdown', (event) => {
  if (menuOpen && !(event.target as Element).closest('.menu')) toggle(false);
});

function menu(): TemplateResult {
  return html`
    <div
      class="menu"
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !menuOpen) return;
        toggle(false);
        document.getElementById('settings-button')?.focus();
      }}
      @focusout=${(event: FocusEvent) => {
        const within = event.currentTarget as Element;
        const to = event.relatedTarget as Element | null;
        if (menuOpen && to && !within.contains(to)) toggle(false);
      }}
    >
      <button
        id="settings-button"
        class="quiet round"
        aria-label=${t('settings.title')}
        aria-expanded=${menuOpen}
        aria-controls="settings"
        @click=${() => toggle(!menuOpen)}
      >
        ${icon('settings')}
      </button>
      <div id="settings" class="sheet" ?hidden=${!menuOpen}>
        <fieldset>
          <legend>${t('settings.language')}</legend>
          <div class="choices">
            ${LANGUAGES.map((language) =>
              radio(
                'language',
                language,
                settings.language,
                LANGUAGE_NAMES[language],
                language,
                () => change({ language: language }),
              ),
            )}
          </div>
        </fieldset>
        <fieldset>
          <legend>${t('settings.theme')}</legend>
          <div class="choices">
            ${THEMES.map((theme) =>
              radio('theme', theme, settings.theme, t(`settings.theme.${theme}`), undefined, () =>
                change({ theme: theme }),
              ),
            )}
          </div>
        </fieldset>
        ${tick('coordinates')} ${tick('animation')} ${tick('sound')}
        <p class="foot"><a href="/about" @click=${() => toggle(false)}>${t('nav.about')}</a></p>
      </div>
    </div>
  `;
}

function radio(
  name: string,
  value: string,
  chosen: string,
  text: string,
  lang: string | undefined,
  choose: () => void,
): TemplateResult {
  return html`<label lang=${lang ?? nothing}>
    <input type="radio" name=${name} .checked=${value === chosen} @change=${choose} />
    <span>${text}</span>
  </label>`;
}

function tick(name: 'coordinates' | 'animation' | 'sound'): TemplateResult {
  return html`<label class="tick">
    <input
      type="checkbox"
      .checked=${settings[name]}
      @change=${(event: Event) => change({ [name]: (event.target as HTMLInputElement).checked })}
    />
    <span>${t(`settings.${name}`)}</span>
  </label>`;
}
