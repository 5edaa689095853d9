/** A plain editor: a text with line numbers, in which Tab indents. */

import { html, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { t } from '../../i18n';
import { LONGEST_SOURCE } from '../kept';
import type { Desk } from '../desk';

const INDENT = '  ';
/** Escape lets the next Tab leave the text, for those who use the keyboard only. */
let leaves = false;

function insert(area: HTMLTextAreaElement, text: string): void {
  // The old command keeps the browser's undo; where it is gone the text is replaced.
  if (!document.execCommand('insertText', false, text)) {
    area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
    area.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
}

/** Moves the lines of the selection to the right, or back. */
function indent(area: HTMLTextAreaElement, back: boolean): void {
  const { value, selectionStart, selectionEnd } = area;
  if (selectionStart === selectionEnd && !back) return insert(area, INDENT);
  const start = value.lastIndexOf('\n', selectionStart - 1) + 1;
  const lines = value.slice(start, selectionEnd).split('\n');
  const moved = lines.map((line) => (back ? line.replace(/^ {1,2}/, '') : INDENT + line));
  area.setSelectionRange(start, selectionEnd);
  insert(area, moved.join('\n'));
  area.setSelectionRange(start, start + moved.join('\n').length);
}

function pressed(event: KeyboardEvent): void {
  const area = event.currentTarget as HTMLTextAreaElement;
  if (event.key === 'Escape') leaves = true;
  else if (event.key === 'Tab') {
    if (leaves || event.ctrlKey || event.altKey || event.metaKey) leaves = false;
    else {
      event.preventDefault();
      indent(area, event.shiftKey);
    }
  } else {
    leaves = false;
    if (event.key === 'Enter' && !event.isComposing) {
      // The next line begins where this one did, or further in after a brace.
      const before = area.value.slice(0, area.selectionStart);
      const line = before.slice(before.lastIndexOf('\n') + 1);
      const space = /^ */.exec(line)?.[0] ?? '';
      event.preventDefault();
      insert(area, `\n${space}${line.trimEnd().endsWith('{') ? INDENT : ''}`);
    }
  }
}

/** The numbers go with the text. */
function scrolled(event: Event): void {
  const area = event.currentTarget as HTMLElement;
  const numbers = area.parentElement?.querySelector<HTMLElement>('.code-lines');
  if (numbers) numbers.scrollTop = area.scrollTop;
}

export function editor(desk: Desk): TemplateResult {
  const { source } = desk;
  const count = source.split('\n').length;
  const numbers = Array.from({ length: count }, (_, i) => i + 1).join('\n');
  return html`<div class="code">
      <pre class="code-lines" aria-hidden="true">${numbers}</pre>
      <textarea
        id="bot-source"
        aria-label=${t('bots.program')}
        aria-describedby="bot-source-help"
        spellcheck="false"
        autocapitalize="off"
        autocomplete="off"
        autocorrect="off"
        wrap="off"
        maxlength=${LONGEST_SOURCE}
        ?readonly=${desk.shared !== null}
        .value=${live(source)}
        @input=${(event: Event) => desk.edit((event.target as HTMLTextAreaElement).value)}
        @keydown=${pressed}
        @scroll=${scrolled}
      ></textarea>
    </div>
    <p class="soft workshop-note" id="bot-source-help">${t('bots.program.help')}</p>`;
}
