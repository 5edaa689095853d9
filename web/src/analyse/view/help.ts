/** The keys, in a window over the page. */

import { html, type TemplateResult } from 'lit-html';
import { t, type Key } from '../../i18n';

const KEYS: [string[], Key][] = [
  [['←', '→'], 'analyse.keys.back'],
  [['Home', 'End'], 'analyse.keys.ends'],
  [['↑', '↓'], 'analyse.keys.variations'],
  [['space'], 'analyse.keys.best'],
  [['f'], 'analyse.keys.flip'],
  [['v'], 'analyse.keys.values'],
  [['e'], 'analyse.keys.edit'],
  [['c'], 'analyse.keys.comment'],
  [['p'], 'analyse.keys.promote'],
  [['Delete'], 'analyse.keys.delete'],
  [['n', 'Shift n'], 'analyse.keys.mistakes'],
  [['Ctrl V'], 'analyse.keys.paste'],
  [['?'], 'analyse.keys.help'],
];

export function openHelp(): void {
  const dialog = document.getElementById('keys');
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}

export function helpDialog(): TemplateResult {
  return html`<dialog
    id="keys"
    class="panel keys"
    aria-labelledby="keys-title"
    @click=${(event: MouseEvent) => {
      // A click beside the window closes it.
      if (event.target === event.currentTarget) (event.target as HTMLDialogElement).close();
    }}
  >
    <form method="dialog">
      <h2 id="keys-title">${t('analyse.keys')}</h2>
      <dl>
        ${KEYS.map(
          ([keys, text]) =>
            html`<dt>
                ${keys.map(
                  (key) => html`<kbd>${key === 'space' ? t('analyse.keys.space') : key}</kbd> `,
                )}
              </dt>
              <dd>${t(text)}</dd>`,
        )}
      </dl>
      <p class="soft">${t('analyse.keys.board')}</p>
      <button>${t('analyse.keys.close')}</button>
    </form>
  </dialog>`;
}
