/** The editor of positions, beside the board. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { n, t } from '../../i18n';
import { explain } from '../../ui/errors';
import { playHere } from '../../ui/play-here';
import { miniature } from '../../ui/tray';
import { say, sideName } from '../../ui/words';
import type { Desk } from '../desk';
import type { Editor, Tool } from '../editor';
import { resultWords } from './words';
import './editor.css';

export function editorPanel(desk: Desk, editor: Editor): TemplateResult {
  const { game } = editor;
  const act = (action: () => void) => () => {
    action();
    desk.redraw();
  };
  const tool = (value: Tool, picture: unknown) =>
    html`<label>
      <input
        type="radio"
        name="tool"
        .checked=${editor.tool === value}
        @change=${act(() => (editor.tool = value))}
      />
      <span>${picture}${say(game, `analyse.editor.${value}`)}</span>
    </label>`;
  const turn = (value: 'tiger' | 'goat') =>
    html`<label>
      <input
        type="radio"
        name="turn"
        .checked=${editor.parts.turn === value}
        @change=${act(() => editor.turn(value))}
      />
      <span>${miniature(value, game)}${sideName(game, value)}</span>
    </label>`;
  const stepper = (label: string, value: number, set: (value: number) => void) =>
    html`<div class="stepper" role="group" aria-label=${label}>
      <span class="stepper-label">${label}</span>
      <button
        class="quiet round"
        aria-label=${t('analyse.editor.fewer', { what: label })}
        ?disabled=${value === 0}
        @click=${act(() => set(value - 1))}
      >
        −
      </button>
      <output>${n(value)}</output>
      <button
        class="quiet round"
        aria-label=${t('analyse.editor.more', { what: label })}
        ?disabled=${value >= editor.game.goats}
        @click=${act(() => set(value + 1))}
      >
        +
      </button>
    </div>`;
  return html`<section class="panel editor" aria-labelledby="editor-title">
    <h2 id="editor-title">${t('analyse.editor')}</h2>
    <fieldset>
      <legend>${t('analyse.editor.piece')}</legend>
      <div class="choices">
        ${tool('tiger', miniature('tiger', game))} ${tool('goat', miniature('goat', game))}
        ${tool('none', '')}
      </div>
    </fieldset>
    <p class="soft">${t('analyse.editor.how')}</p>
    <fieldset>
      <legend>${t('analyse.editor.turn')}</legend>
      <div class="choices">${turn('goat')} ${turn('tiger')}</div>
    </fieldset>
    ${stepper(say(game, 'analyse.editor.in-hand'), editor.parts.goats_in_hand, (v) => editor.inHand(v))}
    ${stepper(say(game, 'analyse.editor.captured'), editor.parts.captured, (v) => editor.captured(v))}
    <div class="row">
      <button class="quiet small" @click=${act(() => editor.clear())}>
        ${t('analyse.editor.clear')}
      </button>
      <button class="quiet small" @click=${act(() => editor.reset())}>
        ${t('analyse.editor.start')}
      </button>
    </div>
    <div class="legality ${editor.problem ? 'illegal' : 'legal'}" role="status">
      ${legality(editor)}
    </div>
    <div class="row">
      <button ?disabled=${!editor.state} @click=${() => desk.endEdit(true)}>
        ${t('analyse.editor.done')}
      </button>
      ${editor.state && desk.analysis ? playHere(desk.analysis.subject.ref, editor.state) : nothing}
      <button class="quiet" @click=${() => desk.endEdit(false)}>
        ${t('analyse.editor.cancel')}
      </button>
    </div>
  </section>`;
}

function legality(editor: Editor): TemplateResult {
  if (editor.problem) {
    return html`<p>
      <strong>${t('analyse.editor.illegal')}</strong>
      <span>${explain(editor.problem, editor.game)}</span>
    </p>`;
  }
  const result = editor.state?.result;
  return html`<p>
      ✓
      ${result ? t('analyse.editor.over', { result: resultWords(editor.game, result) }) : t('analyse.editor.legal')}
    </p>
    <p><code>${editor.state?.position ?? ''}</code></p>`;
}
