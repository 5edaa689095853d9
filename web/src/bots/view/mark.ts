/** “Mark it”: the share of moves that lose value, by side and phase. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { count, decimal, n, percent, t } from '../../i18n';
import { analyseUrl } from '../../links';
import type { Desk } from '../desk';
import { GROUPS, interval, MARKED, total, type Mark, type Marks } from '../marking';
import { progress, runButton } from './run';

export function markView(desk: Desk): TemplateResult {
  return html`<p class="soft">${t('bots.mark.text', { count: MARKED })}</p>
    ${runButton(desk, 'mark', 'analyse', t('bots.mark.run'), () => void desk.mark())}
    ${desk.marks ? results(desk, desk.marks) : nothing}`;
}

function results(desk: Desk, marks: Marks): TemplateResult {
  const { by, done, of } = marks;
  if (of === 0) return html`<p class="wrong" role="alert">${t('bots.mark.none')}</p>`;
  const all = total(marks);
  const runs = desk.running?.mode === 'mark';
  return html`
    ${by === 'puzzles' ? html`<p class="workshop-note">${t('bots.mark.offline', { count: of })}</p>` : nothing}
    ${runs ? progress(done, of, `${n(done)} / ${n(of)}`) : nothing}
    ${all.positions > 0 && !runs ? verdict(all) : nothing}
    ${
      marks.failed ? html`<p class="wrong">${count('bots.mark.failed', marks.failed)}</p>` : nothing
    }
    <table class="online-numbers bot-marks">
      <thead>
        <tr>
          <th scope="col">${t('bots.mark.where')}</th>
          <th scope="col">${t('bots.mark.positions')}</th>
          <th scope="col">${t('bots.mark.errors')}</th>
          ${by === 'tables' ? html`<th scope="col">${t('bots.mark.lost')}</th>` : nothing}
        </tr>
      </thead>
      <tbody>
        ${GROUPS.map((group) => row(t(`bots.mark.${group}`), marks.groups[group], by))}
        ${row(t('bots.mark.all'), all, by)}
      </tbody>
    </table>
    ${marks.errors.length && !runs ? examples(desk, marks) : nothing}
  `;
}

function verdict({ errors, positions }: Mark): TemplateResult {
  const [low, high] = interval(errors, positions);
  const values = { share: percent(errors / positions), low: percent(low), high: percent(high) };
  return html`<p class="bot-share" role="status">
    <strong>${values.share}</strong> ${t('bots.mark.share', { low: values.low, high: values.high })}
  </p>`;
}

function row(name: string, { positions, errors, thrown }: Mark, by: Marks['by']): TemplateResult {
  return html`<tr>
    <td>${name}</td>
    <td>${n(positions)}</td>
    <td>
      ${positions ? html`${n(errors)} <small class="soft">${percent(errors / positions)}</small>` : '–'}
    </td>
    ${by === 'tables' ? html`<td>${positions ? decimal(thrown / positions, 2) : '–'}</td>` : nothing}
  </tr>`;
}

/** Some of its errors, to look at. */
function examples(desk: Desk, { errors }: Marks): TemplateResult {
  return html`<details class="bot-games">
    <summary>${t('bots.mark.examples')}</summary>
    <ul>
      ${errors.map(
        ({ position, played, better }) =>
          html`<li>
            <a href=${analyseUrl({ game: desk.game, start: position })} target="_blank"
              >${t('bots.mark.example', { played, better })}</a
            >
          </li>`,
      )}
    </ul>
  </details>`;
}
