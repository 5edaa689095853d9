/** The choice of a game above a list. */

import { html, type TemplateResult } from 'lit-html';
import { t } from '../i18n';
import { games } from '../rules';
import { gameTitle } from '../ui/board';

export function gameChoice(chosen: string, choose: (name: string) => void): TemplateResult {
  return html`<label class="online-field">
    <span>${t('setup.game')}</span>
    <select @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
      ${games().map(
        (name) =>
          html`<option value=${name} ?selected=${name === chosen}>${gameTitle({ name })}</option>`,
      )}
    </select>
  </label>`;
}
