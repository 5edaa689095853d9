/** Which board and which rules are analysed. */

import { html, type TemplateResult } from 'lit-html';
import { count, t } from '../../i18n';
import { gameTitle } from '../../ui/board';
import type { Analysis } from '../analysis';
import type { Desk } from '../desk';

/** The board and the captures that win, to choose from. */
export function subjectFields(desk: Desk, analysis: Analysis): TemplateResult {
  const { subject } = analysis;
  const games = desk.games.some((game) => game.name === subject.name)
    ? desk.games
    : [...desk.games, subject.game];
  const value = (event: Event) => (event.target as HTMLSelectElement).value;
  return html`<div class="subject" role="group" aria-label=${t('analyse.game')}>
    <label>
      <span class="unseen">${t('analyse.game.board')}</span>
      <select id="game-select" @change=${(event: Event) => desk.chooseGame(value(event))}>
        ${games.map(
          (game) =>
            html`<option value=${game.name} ?selected=${game.name === subject.name}>
              ${gameTitle(game)}
            </option>`,
        )}
      </select>
    </label>
    <label>
      <span class="unseen">${t('analyse.game.captures')}</span>
      <select
        id="captures-select"
        @change=${(event: Event) => desk.chooseGame(subject.name, Number(value(event)))}
      >
        ${Array.from({ length: subject.game.goats }, (_, i) => i + 1).map(
          (captures) =>
            html`<option value=${captures} ?selected=${captures === subject.game.captures}>
              ${count('analyse.game.win', captures)}
            </option>`,
        )}
      </select>
    </label>
  </div>`;
}
