/** What every move is worth, in a table; best play; and the estimate where nothing is known. */

import { html, nothing, type TemplateResult } from 'lit-html';
import type { MoveVerdict } from '../../api';
import type { FoundLine } from '../../engine';
import { count, done, n, t } from '../../i18n';
import { moveInWords } from '../../ui/board';
import { pointed } from '../../ui/pointer';
import { say } from '../../ui/words';
import type { Analysis } from '../analysis';
import { MARKINGS } from '../analysis';
import type { Desk } from '../desk';
import { grouped } from '../grouping';
import { plyOf } from '../tree';
import type { Value } from '../values';
import { moveNumber } from './moves';
import { estimateWords, resultWords, shape, timeLeft, verdictWords } from './words';

/** The most moves of the main line that are shown at once. */
const LINE = 12;

let whole: string | null = null;

export function valuesPanel(desk: Desk, analysis: Analysis): TemplateResult {
  desk.answered ||= analysis.value?.kind !== 'asking';
  return html`<section
    class="panel values ${desk.answered ? '' : 'waits'}"
    aria-labelledby="values-title"
  >
    <h2 id="values-title">${t('analyse.values')}</h2>
    ${body(desk, analysis)} ${desk.answered ? markings(desk) : nothing}
  </section>`;
}

/** What is marked on the board. */
function markings(desk: Desk): TemplateResult {
  return html`<fieldset class="marking">
      <legend>${t('analyse.values.on-board')}</legend>
      <div class="choices">
        ${MARKINGS.map(
          (marking) =>
            html`<label>
              <input
                type="radio"
                name="marking"
                .checked=${desk.marking === marking}
                @change=${() => desk.mark(marking)}
              />
              <span>${t(`analyse.values.${marking}`)}</span>
            </label>`,
        )}
      </div>
    </fieldset>
    <p class="soft legend">${t('analyse.legend')}</p>`;
}

function body(desk: Desk, analysis: Analysis): TemplateResult {
  const { value, state } = analysis;
  if (!value) {
    return html`<p>
      ${state.result ? resultWords(analysis.subject.game, state.result) : t('analyse.values.over')}
    </p>`;
  }
  if (value.kind === 'asking') return html`<p class="soft">${t('analyse.verdict.asking')} …</p>`;
  if (value.kind === 'known') {
    if (value.partly) return html`<p class="soft">${t('analyse.verdict.asking')} …</p>`;
    return html`${table(desk, analysis, value.moves)}${mainLine(desk, analysis)}`;
  }
  // A running rated game is left to its players.
  if (value.kind === 'away' && value.why === 'guarded') return unknown(value);
  return html`${unknown(value)}${estimate(desk, analysis)}`;
}

/** A button that plays a move, and shows it on the board before. */
export function moveButton(
  desk: Desk,
  analysis: Analysis,
  text: string,
  label: string,
  className = '',
): TemplateResult {
  const move = analysis.state.legal.find((legal) => legal.text === text);
  const words = move ? moveInWords(analysis.subject.game, move, analysis.state.turn) : text;
  return html`<button
    class="chip ${className}"
    aria-label="${text}. ${words}. ${label}"
    @click=${() => move && desk.play(move)}
    @focus=${() => desk.show(text)}
    @blur=${() => desk.show(null)}
    @pointermove=${(event: PointerEvent) => pointed(event) && desk.show(text)}
    @pointerleave=${(event: PointerEvent) => event.pointerType === 'mouse' && desk.show(null)}
  >
    ${text}
  </button>`;
}

function table(desk: Desk, analysis: Analysis, moves: readonly MoveVerdict[]): TemplateResult {
  const groups = grouped(moves);
  const plies = moves.some((move) => move.plies !== null);
  const best = groups[0]?.classes[0];
  return html`<table class="value-table">
    <thead>
      <tr>
        <th scope="col" title=${t('analyse.values.captures.help')}>
          ${t('analyse.values.captures')}
        </th>
        ${
          plies
            ? html`<th scope="col" title=${t('analyse.values.plies.help')}>
                ${t('analyse.values.plies')}
              </th>`
            : nothing
        }
        <th scope="col">${t('analyse.values.move')}</th>
      </tr>
    </thead>
    ${groups.map(
      (group) => html`
        <tbody class="group-${group.outcome}">
          <tr class="group">
            <th colspan=${plies ? 3 : 2} scope="rowgroup">
              ${shape(group.outcome)}
              ${count('analyse.values.group', group.count, {
                outcome: say(analysis.subject.game, `analyse.verdict.${group.outcome}`),
              })}
            </th>
          </tr>
          ${group.classes.map(
            (same) =>
              html`<tr>
                <td>${same.captures === null ? '–' : n(same.captures)}</td>
                ${plies ? html`<td>${same.plies === null ? '–' : n(same.plies)}</td>` : nothing}
                <td class="chips">
                  <div>
                    ${same.moves.map((text) =>
                      moveButton(
                        desk,
                        analysis,
                        text,
                        verdictWords(analysis.subject.game, same),
                        `mark-${group.outcome} ${same === best ? 'best' : ''}`,
                      ),
                    )}
                  </div>
                </td>
              </tr>`,
          )}
        </tbody>
      `,
    )}
  </table>`;
}

/** Best play, numbered as the moves of a game are; a click plays up to there. */
function line(desk: Desk, analysis: Analysis, moves: readonly string[]): TemplateResult {
  const before = plyOf(analysis.node);
  return html`<ol class="line-moves">
    ${moves.map(
      (text, i) =>
        html`<li>
          ${moveNumber(before + i + 1, i === 0)}<button
            class="plain-move"
            @click=${() => {
              desk.show(null);
              analysis.playLine(moves.slice(0, i + 1));
            }}
          >
            ${text}
          </button>
        </li>`,
    )}
  </ol>`;
}

function mainLine(desk: Desk, analysis: Analysis): TemplateResult | typeof nothing {
  const { position } = analysis.state;
  const best = analysis.values.lineOf(position);
  if (!best || best.moves.length === 0) return nothing;
  const moves = best.moves.map((move) => move.move);
  const all = whole === position || moves.length <= LINE + 2;
  const shown = all ? moves : moves.slice(0, LINE);
  const end = () => {
    if (!best.end) return nothing;
    return best.end.reason === 'settled'
      ? t('analyse.line.settled')
      : t('analyse.line.end', {
          reason: say(analysis.subject.game, `reason.${best.end.reason}`),
        });
  };
  return html`<div class="main-line">
    <h3>${t('analyse.line')}</h3>
    ${line(desk, analysis, shown)}
    ${
      all
        ? html`<p class="soft">${end()}</p>`
        : html`<button
            class="quiet small"
            @click=${() => {
              whole = position;
              desk.redraw();
            }}
          >
            ${count('analyse.line.more', moves.length - LINE)}
          </button>`
    }
  </div>`;
}

function unknown(value: Exclude<Value, { kind: 'asking' } | { kind: 'known' }>): TemplateResult {
  if (value.kind === 'away') {
    return html`<div class="unknown">
      <p>${t(`analyse.away.${value.why}`)}</p>
      ${
        value.details
          ? html`<details class="soft small">
              <summary>${t('failure.details')}</summary>
              <p lang="en">${value.details}</p>
            </details>`
          : nothing
      }
    </div>`;
  }
  // The service's own words are for whoever runs it: they name its commands, in English.
  const going = value.reason === 'solving' || value.reason === 'waiting';
  return html`<div class="unknown">
    <p>${t(`analyse.unknown.${value.reason}`)}</p>
    ${
      value.progress !== null && going
        ? html`<p class="progress">
            <progress
              max="1"
              .value=${value.progress}
              aria-label=${t(`analyse.unknown.${value.reason}`)}
            ></progress>
            <span>
              ${t('analyse.progress', { percent: done(value.progress) })}${
                value.secondsLeft !== null ? html`, ${timeLeft(value.secondsLeft)}` : nothing
              }
            </span>
          </p>`
        : nothing
    }
  </div>`;
}

function estimate(desk: Desk, analysis: Analysis): TemplateResult {
  const { found, searching, problem } = analysis.estimate;
  const lines = found?.lines ?? [];
  return html`<div class="estimate">
    <h3>${t('analyse.estimate')}</h3>
    <p class="soft">
      ${t('analyse.estimate.not-exact')}
      ${found ? html`${t('analyse.estimate.depth', { depth: found.depth })}.` : nothing}
      ${searching ? html`${t('analyse.estimate.searching')} …` : nothing}
    </p>
    ${
      problem
        ? html`<p role="alert">${t('analyse.estimate.failed', { reason: problem })}</p>`
        : nothing
    }
    <ul class="estimates">
      ${lines.map((one) => estimateLine(desk, analysis, one))}
    </ul>
  </div>`;
}

function estimateLine(desk: Desk, analysis: Analysis, one: FoundLine): TemplateResult {
  const [first, ...rest] = one.moves;
  if (!first) return html``;
  const words = estimateWords(analysis.subject.game, one);
  return html`<li>
    ${moveButton(desk, analysis, first, words, 'mark-info')}
    <span class="estimate-words">${words}</span>
    ${rest.length ? html`<span class="soft">${rest.slice(0, 6).join(' ')}</span>` : nothing}
  </li>`;
}
