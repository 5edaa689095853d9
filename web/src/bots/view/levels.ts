/** “Let it play”: games against the levels, as either side. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { n, t, type Key } from '../../i18n';
import { analyseUrl } from '../../links';
import { game as describeGame, type Side } from '../../rules';
import { miniature } from '../../ui/tray';
import { moveNumber, sideName } from '../../ui/words';
import type { Desk } from '../desk';
import { LONGEST, tally, type Ladder, type Played } from '../ladder';
import { failureText } from '../words';
import { progress, runButton } from './run';

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
const PAIRS = [1, 5, 20] as const;
const SIDES: Side[] = ['goat', 'tiger'];

export function levelsView(desk: Desk): TemplateResult {
  const runs = desk.running?.mode === 'levels';
  const level = (event: Event) => {
    const { value } = event.target as HTMLSelectElement;
    desk.levels = value === 'all' ? 'all' : Number(value);
  };
  return html`<p class="soft">${t('bots.levels.text', { most: moveNumber(LONGEST) })}</p>
    <div class="workshop-shelf">
      <label class="online-field">
        <span>${t('bots.levels.against')}</span>
        <select id="bot-level" ?disabled=${runs} @change=${level}>
          ${LEVELS.map(
            (one) =>
              html`<option value=${one} .selected=${one === desk.levels}>
                ${t('home.level', { level: n(one) })}: ${t(`level.${one}` as Key)}
              </option>`,
          )}
          <option value="all" .selected=${desk.levels === 'all'}>${t('bots.levels.all')}</option>
        </select>
      </label>
      <label class="online-field">
        <span>${t('bots.levels.games')}</span>
        <select
          id="bot-pairs"
          ?disabled=${runs}
          @change=${(event: Event) => {
            desk.pairs = Number((event.target as HTMLSelectElement).value);
          }}
        >
          ${PAIRS.map(
            (pairs) =>
              html`<option value=${pairs} .selected=${pairs === desk.pairs}>
                ${n(2 * pairs)}
              </option>`,
          )}
        </select>
      </label>
    </div>
    ${runButton(desk, 'levels', 'play', t('bots.levels.run'), () => void desk.climb())}
    ${desk.ladder ? results(desk, desk.ladder) : nothing}`;
}

function results(desk: Desk, ladder: Ladder): TemplateResult {
  const { games, of, now } = ladder;
  const game = describeGame(desk.game);
  const levels = [...new Set(games.map(({ level }) => level))];
  const cell = (level: number, side: Side) => {
    const { won, drawn, lost } = tally(games, level, side);
    return html`<td>${t('bots.levels.tally', { won, drawn, lost })}</td>`;
  };
  const doing = now
    ? t('bots.levels.now', {
        level: now.level,
        side: sideName(game, now.side),
        ply: moveNumber(now.ply + 1),
      })
    : '';
  return html`
    ${
      desk.running?.mode === 'levels'
        ? progress(games.length, of, `${n(games.length)} / ${n(of)} · ${doing}`)
        : nothing
    }
    ${
      games.length
        ? html`<table class="online-numbers bot-ladder">
              <thead>
                <tr>
                  <th scope="col">${t('bots.levels.level')}</th>
                  ${SIDES.map(
                    (side) =>
                      html`<th scope="col">
                        ${miniature(side, game)}
                        ${t('bots.levels.as', { side: sideName(game, side) })}
                      </th>`,
                  )}
                </tr>
              </thead>
              <tbody>
                ${levels.map(
                  (level) =>
                    html`<tr>
                      <td>${n(level)}</td>
                      ${SIDES.map((side) => cell(level, side))}
                    </tr>`,
                )}
              </tbody>
            </table>
            <details class="bot-games">
              <summary>${t('bots.levels.replay')}</summary>
              <ul>
                ${games.map((one) => played(desk, one))}
              </ul>
            </details>`
        : nothing
    }
  `;
}

function played(desk: Desk, { level, side, moves, result, failure }: Played): TemplateResult {
  const game = describeGame(desk.game);
  return html`<li>
    <a href=${analyseUrl({ game: desk.game, moves })} target="_blank"
      >${t('home.level', { level: n(level) })} ·
      ${t('bots.levels.as', { side: sideName(game, side) })}: ${t(`bots.${result}`)}</a
    >
    ${failure ? html`<span class="soft">${failureText(failure)}</span>` : nothing}
  </li>`;
}
