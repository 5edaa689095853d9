/** Which board and which rules are analysed. */

import { html, type TemplateResult } from 'lit-html';
import { n, t } from '../../i18n';
import { gameTitle } from '../../ui/board';
import { usualCaptures, type Analysis } from '../analysis';
import type { Desk } from '../desk';

export function gamePanel(desk: Desk, analysis: Analysis): TemplateResult {
  const { subject } = analysis;
  const usual = usualCaptures(subject);
  const games = desk.games.some((game) => game.name === subject.name)
    ? desk.games
    : [...desk.games, subject.game];
  const value = (event: Event) => (event.target as HTMLSelectElement).value;
  return html`<section class="panel game-panel" aria-labelledby="game-title">
    <h2 id="game-title">${t('analyse.game')}</h2>
    <div class="game-fields">
      <label>
        <span>${t('analyse.game.board')}</span>
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
        <span>${t('analyse.game.captures')}</span>
        <select
          id="captures-select"
          @change=${(event: Event) => desk.chooseGame(subject.name, Number(value(event)))}
        >
          ${Array.from({ length: subject.game.goats }, (_, i) => i + 1).map(
            (captures) =>
              html`<option value=${captures} ?selected=${captures === subject.game.captures}>
                ${captures === usual ? t('setup.usual', { captures }) : n(captures)}
              </option>`,
          )}
        </select>
      </label>
      <label class="button quiet small file">
        ${t('analyse.game.file')}
        <input
          type="file"
          accept=".toml,text/plain"
          @change=${(event: Event) => {
            const input = event.target as HTMLInputElement;
            void desk.openFile(input.files?.[0]);
            input.value = '';
          }}
        />
      </label>
    </div>
  </section>`;
}
