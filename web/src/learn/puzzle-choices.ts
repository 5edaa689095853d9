/** Which puzzle to try: by kind, by difficulty, the one before or after, or any of the list. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { n, t } from '../i18n';
import { icon } from '../ui/icons';
import type { Solved } from './progress';
import { doneWords } from './puzzle-words';
import {
  fitting,
  GRADES,
  KINDS,
  type Collection,
  type Filter,
  type Grade,
  type Kind,
} from './puzzles';

/** What is shown, and what may be done about it. */
export interface Shown {
  filter: Filter;
  /** The puzzle that is open. */
  number: number;
  choose: (filter: Filter) => void;
  go: (step: 1 | -1) => void;
  address: (number: number) => string;
  /** How a puzzle was solved, if it was. */
  how: (number: number) => Solved | undefined;
}

export function puzzleChoices(collection: Collection, shown: Shown): TemplateResult {
  const numbers = fitting(collection.puzzles, shown.filter);
  const radio = (name: string, chosen: boolean, text: unknown, choose: () => void) =>
    html`<label
      ><input type="radio" name=${name} .checked=${chosen} @change=${choose} /><span
        >${text}</span
      ></label
    >`;
  const kind = (value: Kind | undefined, text: string) =>
    radio('kind', shown.filter.kind === value, text, () => shown.choose({ kind: value }));
  const grade = (value: Grade | undefined, text: unknown) =>
    radio('grade', shown.filter.grade === value, text, () => shown.choose({ grade: value }));
  return html`<section class="panel">
    <fieldset>
      <legend>${t('puzzles.kind')}</legend>
      <div class="choices">
        ${kind(undefined, t('puzzles.any'))}
        ${KINDS.map((value) => kind(value, t(`puzzles.kind.${value}`)))}
      </div>
    </fieldset>
    <fieldset>
      <legend>${t('puzzles.grade')}</legend>
      <div class="choices">
        ${grade(undefined, t('puzzles.any'))}
        ${GRADES.map((value) => grade(value, t(`puzzles.grade.${value}`)))}
      </div>
    </fieldset>
    <div class="row learn-buttons apart">
      <button class="quiet round" aria-label=${t('puzzles.previous')} @click=${() => shown.go(-1)}>
        ${icon('back')}
      </button>
      <span class="soft">${doneWords(numbers.map(shown.how))}</span>
      <button class="quiet round" aria-label=${t('puzzles.next')} @click=${() => shown.go(1)}>
        ${icon('next')}
      </button>
    </div>
    <details class="puzzle-list">
      <summary>${t('puzzles.list')}</summary>
      <ol>
        ${numbers.map((number) => link(number, shown))}
      </ol>
    </details>
    <p class="last"><a href="/learn">${t('learn.all')}</a></p>
  </section>`;
}

function link(number: number, shown: Shown): TemplateResult {
  const how = shown.how(number);
  const state = how === undefined || how === 'hinted' ? 'open' : how;
  const label = `${t('puzzles.number', { number })}, ${t(`puzzles.state.${state}`)}`;
  return html`<li>
    <a
      class="puzzle-link ${how ?? ''}"
      href=${shown.address(number)}
      aria-label=${label}
      aria-current=${number === shown.number ? 'true' : nothing}
      >${n(number)}<span aria-hidden="true"
        >${how === 'solved' ? '✓' : how === 'helped' ? '○' : ''}</span
      ></a
    >
  </li>`;
}

/** The difficulty, for the eye and in words. */
export function stars(grade: Grade): TemplateResult {
  return html`<span class="stars"
    ><span aria-hidden="true">${'●'.repeat(grade)}${'○'.repeat(5 - grade)}</span
    ><span class="unseen">${t('puzzles.stars', { grade })}</span></span
  >`;
}
