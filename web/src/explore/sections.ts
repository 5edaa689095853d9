/** The parts of Explore that show numbers: charts with their tables, the papers, the files. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { update } from '../app';
import { count, done, n, percent, t } from '../i18n';
import type { Side } from '../rules';
import { distances, outcomes, plies } from './charts';
import { bars, bySource, drawn, series, size, type Bar, type Series } from './counting';
import type { ClassRow, PublishedNumber, Snapshot, Tables } from './data';
import { STEP } from './scale';

const share = (part: number, of: number) => (of > 0 ? percent(part / of, 1) : '–');

const opened = new Set<string>();

/** Something long, which is drawn when it is opened. */
function folded(name: string, summary: unknown, inside: () => TemplateResult): TemplateResult {
  const toggle = (event: Event) => {
    const { open } = event.currentTarget as HTMLDetailsElement;
    if (open === opened.has(name)) return;
    if (open) opened.add(name);
    else opened.delete(name);
    update();
  };
  return html`<details class="numbers" .open=${opened.has(name)} @toggle=${toggle}>
    <summary>${summary}</summary>
    ${opened.has(name) ? inside() : nothing}
  </details>`;
}

/** A table that is opened below a chart. */
function numbers(
  name: string,
  caption: string,
  heads: string[],
  rows: (string | number)[][],
): TemplateResult {
  const cell = (value: string | number) => (typeof value === 'number' ? n(value) : value);
  return folded(
    name,
    t('explore.table'),
    () =>
      html`<div class="scroll" tabindex="0" role="region" aria-label=${caption}>
        <table>
          <caption class="unseen">
            ${caption}
          </caption>
          <thead>
            <tr>
              ${heads.map((head) => html`<th scope="col">${head}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              ([first, ...rest]) =>
                html`<tr>
                  <th scope="row">${cell(first ?? '')}</th>
                  ${rest.map((value) => html`<td>${cell(value)}</td>`)}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`,
  );
}

function outcomeNumbers(
  name: string,
  all: readonly Bar[],
  caption: string,
  first: string,
): TemplateResult {
  const draws = Math.max(0, ...all.map((bar) => bar.draws.length));
  const heads = [
    first,
    t('explore.position.count'),
    t('outcome.goat-win'),
    ...Array.from({ length: draws }, (_, i) => t('explore.draw-with', { captures: i })),
    t('outcome.tiger-win'),
  ];
  const rows = all.map((bar) => [
    bar.at,
    bar.positions,
    bar.goatWins,
    ...Array.from({ length: draws }, (_, i) => bar.draws[i] ?? 0),
    bar.tigerWins,
  ]);
  return numbers(name, caption, heads, rows);
}

export function outcomeFigure(
  classes: readonly ClassRow[],
  phase: 'placement' | 'sliding',
  turn: Side,
): TemplateResult {
  const [by, words] = phase === 'placement' ? ['placed', 'outcomes'] : ['captured', 'sliding'];
  const all = bars(classes, phase, turn, by as 'placed' | 'captured');
  const axis = t(by === 'placed' ? 'explore.placed' : 'explore.captured');
  const label = t(`explore.${words as 'outcomes' | 'sliding'}.label`, { side: t(`side.${turn}`) });
  const last = all[all.length - 1];
  const said = last
    ? `${axis} ${n(last.at)}: ${t('outcome.tiger-win')} ${share(last.tigerWins, last.positions)}, ${t('explore.draw')} ${share(drawn(last), last.positions)}, ${t('outcome.goat-win')} ${share(last.goatWins, last.positions)}`
    : '';
  return html`<figure>
    ${outcomes(phase, all, `${label}. ${said}`, axis)}
    <figcaption>${outcomeNumbers(phase, all, label, axis)}</figcaption>
  </figure>`;
}

export function distanceFigure(
  snapshot: Snapshot,
  outcome: 'tiger-win' | 'goat-win',
): TemplateResult {
  const all = series(snapshot.distances, outcome, STEP);
  const what = t(`explore.distances.${outcome}`);
  const label = t('explore.distances.label', { what });
  const longest = all
    .map((one) => `${t('explore.captured')} ${n(one.captured)}: ${n(one.longest)}`)
    .join(', ');
  return html`<figure>
    <h3>${what}</h3>
    ${distances(outcome, all, `${label}. ${t('explore.longest')}: ${longest}`)}
    <figcaption>${distanceNumbers(outcome, all, label)}</figcaption>
  </figure>`;
}

function distanceNumbers(name: string, all: readonly Series[], caption: string): TemplateResult {
  const steps = Math.max(0, ...all.map((one) => one.counts.length));
  const heads = [
    t('explore.plies'),
    ...all.map((one) => `${t('explore.captured')} ${n(one.captured)}`),
  ];
  const rows = Array.from({ length: steps }, (_, i) => [
    plies(i),
    ...all.map((one) => one.counts[i] ?? 0),
  ]);
  return numbers(name, caption, heads, [
    ...rows,
    [t('explore.longest'), ...all.map((one) => one.longest)],
  ]);
}

/** A printed number in the digits of the language, if it is one. */
function printed(text: string): string {
  return /^\d+$/.test(text) ? n(Number(text)) : text;
}

export function papers(all: readonly PublishedNumber[]): TemplateResult {
  if (all.length === 0) return html`<p>${t('explore.papers.none')}</p>`;
  const equal = all.filter((number) => number.agreement === 'equal').length;
  const sign = { equal: '=', misprint: '✎', estimate: '≈', part: '⊂', differs: '≠' };
  return html`<p>${t('explore.papers.about')}</p>
    <p><strong>${t('explore.papers.sum', { equal, all: all.length })}</strong></p>
    ${bySource(all).map(([source, list]) => {
      const odd = list.filter((number) => number.agreement !== 'equal').length;
      return folded(
        source,
        html`<span lang="en">${source}</span>
          <span class="soft"
            >· ${n(list.length - odd)} =${odd > 0 ? html` · ${n(odd)} ≠` : nothing}</span
          >`,
        () =>
          html`<div class="scroll" tabindex="0" role="region" aria-label=${source}>
            <table>
              <thead>
                <tr>
                  <th scope="col">${t('explore.papers.what')}</th>
                  <th scope="col">${t('explore.papers.printed')}</th>
                  <th scope="col">${t('explore.papers.ours')}</th>
                  <th scope="col">${t('explore.papers.agreement')}</th>
                </tr>
              </thead>
              <tbody>
                ${list.map(
                  (number) =>
                    html`<tr class=${number.agreement === 'equal' ? '' : 'odd'}>
                      <th scope="row" lang="en">
                        ${number.what}${number.note ? html`<br /><small>${number.note}</small>` : nothing}
                      </th>
                      <td>${printed(number.printed)}</td>
                      <td>${printed(number.ours)}</td>
                      <td class="agreement">
                        ${sign[number.agreement]} ${t(`explore.agreement.${number.agreement}`)}
                      </td>
                    </tr>`,
                )}
              </tbody>
            </table>
          </div>`,
      );
    })}`;
}

/** How far the tables are, and their files. */
export function tableFiles(snapshot: Snapshot, live: Tables | undefined): TemplateResult {
  const ready = live?.parts.flatMap((part) => part.files) ?? [];
  const files = live ? ready : snapshot.tables.files;
  const state = () => {
    if (!live) return t('explore.files.state.none', { size: size(snapshot.tables.bytes) });
    if (live.state === 'ready') return t('explore.files.state.ready', { size: size(live.bytes) });
    if (live.state === 'solving') {
      const left = live.seconds_left;
      const time = left ? count('explore.files.minutes', Math.max(1, Math.round(left / 60))) : '';
      const said = t('explore.files.state.solving', { percent: done(live.progress) });
      return time ? `${said} ${t('explore.files.left', { time })}` : said;
    }
    return t(`explore.files.state.${live.state}`);
  };
  return html`<p>${t('explore.files.about')}</p>
    <p role="status"><strong>${state()}</strong></p>
    ${
      live?.state === 'solving'
        ? html`<progress
            max="1"
            value=${live.progress}
            aria-label=${t('explore.files')}
          ></progress>`
        : nothing
    }
    ${
      files.length === 0
        ? nothing
        : folded(
            'files',
            count('explore.files.list', files.length),
            () =>
              html`<div class="scroll" tabindex="0" role="region" aria-label=${t('explore.files')}>
                <table>
                  <thead>
                    <tr>
                      <th scope="col">${t('explore.files.name')}</th>
                      <th scope="col">${t('explore.files.size')}</th>
                      <th scope="col">${t('explore.files.hash')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    ${files.map(
                      (file) =>
                        html`<tr>
                          <th scope="row">
                            ${file.url ? html`<a href=${file.url} download>${file.name}</a>` : file.name}
                          </th>
                          <td>${size(file.length)}</td>
                          <td class="hash"><code>${file.blake3}</code></td>
                        </tr>`,
                    )}
                  </tbody>
                </table>
              </div>`,
          )
    }`;
}
