/** Help in a window over the page: what the hand does on the board, what marks mean, and the keys. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { t, type Key } from '../../i18n';
import type { Game } from '../../rules';
import { icon } from '../../ui/icons';
import { say } from '../../ui/words';
import type { Desk } from '../desk';
import { shape } from './words';
import './help.css';

const GESTURES: [Key, Key][] = [
  ['analyse.hand.circle', 'analyse.hand.circle.how'],
  ['analyse.hand.arrow', 'analyse.hand.arrow.how'],
  ['analyse.hand.erase', 'analyse.hand.erase.how'],
  ['analyse.hand.preview', 'analyse.hand.preview.how'],
];

const MARKS = ['tiger-win', 'draw', 'goat-win'] as const;

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

export function openHelp(desk: Desk): void {
  desk.helped = true;
  desk.redraw();
  // After it is drawn.
  queueMicrotask(() => {
    const dialog = document.getElementById('keys');
    if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
  });
}

/** The window, which is filled when it is first opened. */
export function helpDialog(desk: Desk, game: Game): TemplateResult | typeof nothing {
  if (!desk.helped) return nothing;
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
      <div class="row keys-head">
        <h2 id="keys-title">${t('analyse.help')}</h2>
        <!-- The first button has the focus, so that the window opens at its top. -->
        <button
          class="quiet round"
          aria-label=${t('analyse.keys.close')}
          title=${t('analyse.keys.close')}
        >
          ${icon('close')}
        </button>
      </div>
      <h3>${t('analyse.hand')}</h3>
      <dl class="hand">
        ${GESTURES.map(
          ([what, how]) =>
            html`<dt>${t(what)}</dt>
              <dd>${t(how)}</dd>`,
        )}
      </dl>
      <h3>${t('analyse.marks')}</h3>
      <p class="row marks-meant">
        ${MARKS.map((outcome) => html`<span>${shape(outcome)} ${say(game, `outcome.${outcome}`)}</span>`)}
      </p>
      <p class="soft">${t('analyse.legend')}</p>
      <h3>${t('analyse.keys')}</h3>
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
    </form>
  </dialog>`;
}
