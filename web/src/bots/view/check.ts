/** “Check”: one line for each point, with what was sent and what came back. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { count, decimal, n, t } from '../../i18n';
import { analyseUrl } from '../../links';
import { allFine, POINTS, POSITIONS, type Point } from '../checking';
import type { Desk } from '../desk';
import { failureText } from '../words';
import { runButton } from './run';

export function checkView(desk: Desk): TemplateResult {
  const { points } = desk;
  return html`<p class="soft">${t('bots.check.text', { count: POSITIONS })}</p>
    ${runButton(desk, 'check', 'flag', t('bots.check.run'), () => void desk.check())}
    ${
      points
        ? html`<ul class="bot-points">
              ${points.map((point) => line(desk, point))}
            </ul>
            ${ended(desk, points)}`
        : nothing
    }`;
}

function ended(desk: Desk, points: readonly Point[]): TemplateResult | typeof nothing {
  const over = desk.running === null && points.length > 0 && points.every(({ ok }) => ok !== null);
  if (!over) return nothing;
  const fine = allFine(points);
  if (!fine && points.length < POINTS.length && points.every(({ ok }) => ok)) return nothing;
  return html`<p class="bot-verdict ${fine ? 'fine' : 'not-fine'}">
    ${t(fine ? 'bots.check.fine' : 'bots.check.not-fine')}
  </p>`;
}

function line(desk: Desk, point: Point): TemplateResult {
  const { name, ok } = point;
  const sign = ok === null ? '…' : ok ? '✓' : '✗';
  const sent = t(`bots.check.${name}.sent`, {
    count: POSITIONS,
    seconds: decimal(desk.workshop.limit / 1000, 1),
  });
  return html`<li class="bot-point ${ok === null ? 'runs' : ok ? 'fine' : 'not-fine'}">
    <span class="bot-sign" aria-hidden="true">${sign}</span>
    <div>
      <strong>${t(`bots.check.${name}`)}</strong>
      ${
        ok === null
          ? nothing
          : html`<span class="unseen">${t(ok ? 'bots.check.passed' : 'bots.check.failed')}</span>`
      }
      <span class="soft">${t('bots.check.sent', { what: sent })}</span>
      <span>${back(desk, point)}</span>
    </div>
  </li>`;
}

/** What came back. */
function back(desk: Desk, point: Point): TemplateResult | string {
  if (point.failure) {
    const { position } = point;
    return html`${failureText(point.failure)}
    ${
      position
        ? html`<a href=${analyseUrl({ game: desk.game, start: position })} target="_blank"
            >${t('bots.check.position')}</a
          >`
        : nothing
    }`;
  }
  if (point.ok === null) {
    return point.of ? `${n(point.done ?? 0)} / ${n(point.of)}` : t('bots.thinking');
  }
  if (point.name === 'rules') return count('bots.back.legal', point.done ?? 0);
  if (point.name === 'time') {
    return t('bots.back.slowest', { ms: Math.ceil(point.slowest ?? 0) });
  }
  return point.move ? t('bots.back.move', { move: point.move }) : t('bots.back.ready');
}
