/** Positions and games as texts: shown, copied, downloaded, pasted and opened. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { language, n, t } from '../../i18n';
import { writePosition } from '../../rules';
import { explain } from '../../ui/errors';
import { icon } from '../../ui/icons';
import { download } from '../../ui/download';
import type { Analysis } from '../analysis';
import type { Desk } from '../desk';
import { FORMATS, type Format } from '../reading';

const POSITION_FORMATS = FORMATS.filter(
  (f) => f !== 'auto' && !f.startsWith('baghchal-p') && f !== 'baghchal-ids',
);
const RECORD_FORMATS = ['bagh', 'baghchal-pgn', 'baghchal-ids'];

/** A text, or why there is none. */
function written(write: () => string): { text: string; why: string | null } {
  try {
    return { text: write(), why: null };
  } catch (error) {
    return { text: '', why: explain(error) };
  }
}

export function notationPanel(desk: Desk, analysis: Analysis): TemplateResult {
  return html`<details
    class="panel notation"
    id="notation"
    @toggle=${(event: Event) => {
      desk.noting = (event.target as HTMLDetailsElement).open;
      desk.redraw();
    }}
  >
    <summary><h2>${t('analyse.notation')}</h2></summary>
    ${position(desk, analysis)} ${record(desk, analysis)} ${paste(desk)}
  </details>`;
}

function formatSelect(
  id: string,
  formats: readonly string[],
  chosen: string,
  choose: (format: string) => void,
): TemplateResult {
  return html`<label class="format">
    <span class="unseen">${t('analyse.notation.as')}</span>
    <select id=${id} @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
      ${formats.map(
        (format) =>
          html`<option value=${format} ?selected=${format === chosen}>
            ${format === 'auto' ? t('analyse.format.auto') : format}
          </option>`,
      )}
    </select>
  </label>`;
}

function outButtons(desk: Desk, name: string, text: string): TemplateResult {
  return html`<button
      class="quiet small"
      ?disabled=${!text}
      @click=${() => void desk.copy(text, t('analyse.copied'))}
    >
      ${icon('copy')}${t('analyse.notation.copy')}
    </button>
    <button
      class="quiet small"
      ?disabled=${!text}
      @click=${() => download(name, new Blob([`${text}\n`], { type: 'text/plain' }))}
    >
      ${icon('save')}${t('analyse.notation.download')}
    </button>`;
}

function position(desk: Desk, analysis: Analysis): TemplateResult {
  const { state, subject } = analysis;
  const { text, why } = written(() =>
    desk.writeAs === 'obx'
      ? state.position
      : writePosition(subject.ref, state.position, desk.writeAs),
  );
  return html`<div class="notation-part">
    <label for="position-text">${t('analyse.notation.position')}</label>
    <input
      id="position-text"
      class="mono"
      spellcheck="false"
      autocomplete="off"
      title=${t('analyse.notation.position.help')}
      .value=${text}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== 'Enter') return;
        const wanted = (event.target as HTMLInputElement).value;
        desk.openText(wanted, desk.writeAs === 'obx' ? 'auto' : (desk.writeAs as Format));
      }}
    />
    ${why ? html`<p class="wrong" role="status">${t('analyse.notation.not-possible', { reason: why })}</p>` : nothing}
    <div class="row">
      ${formatSelect('position-format', POSITION_FORMATS, desk.writeAs, (format) => {
        desk.writeAs = format;
        desk.redraw();
      })}
      ${outButtons(desk, `${subject.name}.obx`, text)}
    </div>
  </div>`;
}

function record(desk: Desk, analysis: Analysis): TemplateResult {
  // It is long, and rarely looked at: it is written when it can be seen.
  const { text, why } = written(() =>
    desk.noting ? analysis.record(desk.recordAs === 'bagh' ? undefined : desk.recordAs) : '',
  );
  return html`<div class="notation-part">
    <label for="record-text">${t('analyse.notation.record')}</label>
    <textarea
      id="record-text"
      class="mono"
      rows="4"
      readonly
      spellcheck="false"
      .value=${text}
    ></textarea>
    ${why ? html`<p class="wrong" role="status">${t('analyse.notation.not-possible', { reason: why })}</p>` : nothing}
    <div class="row">
      ${formatSelect('record-format', RECORD_FORMATS, desk.recordAs, (format) => {
        desk.recordAs = format;
        desk.redraw();
      })}
      ${outButtons(desk, `${analysis.subject.name}.bagh`, text)}
    </div>
  </div>`;
}

function paste(desk: Desk): TemplateResult {
  return html`<form
    class="notation-part"
    @submit=${(event: Event) => {
      event.preventDefault();
      const box = (event.target as HTMLFormElement).querySelector('textarea');
      if (box && desk.openText(box.value)) box.value = '';
    }}
  >
    <label for="paste-text">${t('analyse.notation.paste')}</label>
    <p class="soft">${t('analyse.notation.paste.help')}</p>
    <textarea id="paste-text" class="mono" rows="4" spellcheck="false"></textarea>
    <div class="row">
      ${formatSelect('paste-format', FORMATS, desk.readAs, (format) => {
        desk.readAs = format as Format;
        desk.redraw();
      })}
      <button class="small" type="submit">${t('analyse.notation.open')}</button>
      <label class="button quiet small file">
        ${t('analyse.notation.file')}
        <input
          type="file"
          accept=".obx,.bagh,.txt,.toml,.pgn,text/plain"
          @change=${(event: Event) => {
            const input = event.target as HTMLInputElement;
            void desk.openFile(input.files?.[0]);
            input.value = '';
          }}
        />
      </label>
    </div>
  </form>`;
}

/** What was opened together: a list to step through, what was mended, what could not be read. */
export function openedPanel(desk: Desk): TemplateResult | typeof nothing {
  const { opened } = desk;
  if (!opened) return nothing;
  const { items, faults, index } = opened;
  const warnings = items[index]?.warnings ?? [];
  if (items.length < 2 && faults.length === 0 && warnings.length === 0) return nothing;
  return html`<section class="panel opened" aria-labelledby="opened-title">
    ${
      items.length > 1
        ? html`<div class="row opened-head">
              <h2 id="opened-title">
                ${t('analyse.list', { index: index + 1, count: items.length })}
              </h2>
              <button
                class="quiet round"
                aria-label=${t('analyse.list.previous')}
                ?disabled=${index === 0}
                @click=${() => desk.openItem(index - 1)}
              >
                ${icon('back')}
              </button>
              <button
                class="quiet round"
                aria-label=${t('analyse.list.next')}
                ?disabled=${index === items.length - 1}
                @click=${() => desk.openItem(index + 1)}
              >
                ${icon('next')}
              </button>
            </div>
            <ol class="opened-list" tabindex="0" data-follow aria-labelledby="opened-title">
              ${items.map(
                (item, i) =>
                  html`<li>
                    <button
                      class="plain-move"
                      aria-current=${i === index ? 'true' : nothing}
                      @click=${() => desk.openItem(i)}
                    >
                      <span class="number">${n(i + 1)}</span> ${item.label}
                    </button>
                  </li>`,
              )}
            </ol>`
        : html`<h2 id="opened-title" class="unseen">${t('analyse.notation.paste')}</h2>`
    }
    ${warnings.map(
      (warning) =>
        html`<p class="soft">${t('analyse.open.mended', { what: mendedWords(warning) })}</p>`,
    )}
    ${
      faults.length
        ? html`<ul class="faults" role="alert">
            ${faults
              .slice(0, 20)
              .map(
                ({ text, why }) =>
                  html`<li>
                    ${
                      text
                        ? t('analyse.open.fault', { text, why })
                        : t('analyse.open.fault.plain', { why })
                    }
                  </li>`,
              )}
          </ul>`
        : nothing
    }
  </section>`;
}

/** The fields that the reader names at the beginning of what it mended. */
const MENDED = {
  pieces: 'pieces',
  fields: 'fields',
  turn: 'turn',
  'goats left': 'left',
  'captured goats': 'captured',
  'goats left, captured goats': 'goats',
  'last move': 'last-move',
  'move number': 'number',
} as const;

/** What was mended. The library tells the details in English; in other languages what it was. */
function mendedWords(warning: string): string {
  if (language() === 'en') return warning;
  const field = Object.entries(MENDED).find(([name]) => warning.startsWith(`${name}: `));
  return t(`analyse.mended.${field?.[1] ?? 'other'}`);
}
