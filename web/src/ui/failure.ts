/** The page that is shown when something went wrong: what happened, and the ways back. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { t } from '../i18n';
import { forgetAll } from '../store';
import { isMissingPart } from './errors';

/** An error for a report: its message, and where it happened. */
function details(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return `${error.name}: ${error.message}\n${error.stack ?? ''}`.slice(0, 4000);
}

export function failureView(error: unknown): TemplateResult {
  // Without a connection nothing that is stored is at fault.
  const missing = isMissingPart(error);
  const go = (to: string) => () => location.assign(to);
  return html`<section class="panel prose-panel failure" role="alert">
    <h1>${t('failure.title')}</h1>
    <p>${t(missing ? 'error.offline' : 'failure.text')}</p>
    <div class="row">
      <button @click=${() => location.reload()}>${t('failure.reload')}</button>
      <button class="quiet" @click=${go('/')}>${t('failure.home')}</button>
      ${
        missing
          ? nothing
          : html`<button
              class="quiet"
              @click=${() => {
                if (!confirm(t('failure.forget.sure'))) return;
                forgetAll();
                location.assign('/');
              }}
            >
              ${t('failure.forget')}
            </button>`
      }
    </div>
    <details>
      <summary>${t('failure.details')}</summary>
      <pre lang="en">${details(error)}</pre>
    </details>
  </section>`;
}
