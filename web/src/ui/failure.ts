/** The page that is shown when something went wrong: what happened, and the ways back. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { isText, t } from '../i18n';
import { forgetAll, isKeeping } from '../store';
import { isMissingPart } from './errors';

/** An error for a report: its message, and where it happened. */
function details(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return `${error.name}: ${error.message}\n${error.stack ?? ''}`.slice(0, 4000);
}

/** What is said where the texts themselves did not come. */
const BUILT_IN = {
  'failure.title': 'Something went wrong',
  'failure.text': 'This page hit an unexpected error. Reload to try again.',
  'failure.reload': 'Reload',
  'failure.home': 'Home',
  'failure.details': 'Details',
  'error.offline': "You're offline, or the service is not responding.",
} as const;

const say = (key: keyof typeof BUILT_IN) => (isText(key) ? t(key) : BUILT_IN[key]);

export function failureView(error: unknown): TemplateResult {
  // Without a connection nothing that is stored is at fault.
  const missing = isMissingPart(error);
  const stored = !missing && isText('failure.saved');
  const go = (to: string) => () => location.assign(to);
  return html`<section class="panel prose-panel failure" role="alert">
    <h1>${say('failure.title')}</h1>
    <p>
      ${say(missing ? 'error.offline' : 'failure.text')}
      ${stored && isKeeping() ? t('failure.saved') : nothing}
    </p>
    <div class="row">
      <button @click=${() => location.reload()}>${say('failure.reload')}</button>
      <button class="quiet" @click=${go('/')}>${say('failure.home')}</button>
      ${
        stored
          ? html`<button
              class="quiet"
              @click=${() => {
                if (!confirm(t('failure.forget.sure'))) return;
                void forgetAll().then(() => location.assign('/'));
              }}
            >
              ${t('failure.forget')}
            </button>`
          : nothing
      }
    </div>
    <details>
      <summary>${say('failure.details')}</summary>
      <pre lang="en">${details(error)}</pre>
    </details>
  </section>`;
}
