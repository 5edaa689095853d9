/** The button that runs something, and the one that stops it. */

import { html, type TemplateResult } from 'lit-html';
import { t } from '../../i18n';
import { icon, type Icon } from '../../ui/icons';
import type { Desk, Mode } from '../desk';

export function runButton(
  desk: Desk,
  mode: Mode,
  name: Icon,
  text: string,
  run: () => void,
): TemplateResult {
  if (desk.running?.mode === mode) {
    return html`<button class="quiet" @click=${() => desk.stop()}>
      ${icon('close')}${t('bots.stop')}
    </button>`;
  }
  return html`<button ?disabled=${desk.running !== null} @click=${run}>
    ${icon(name)}${text}
  </button>`;
}

/** How far something is. */
export function progress(done: number, of: number, text: string): TemplateResult {
  return html`<div class="workshop-progress" role="status">
    <progress max=${Math.max(of, 1)} .value=${done} aria-label=${text}></progress>
    <span class="soft">${text}</span>
  </div>`;
}
