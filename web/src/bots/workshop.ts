/** The workshop: a bot written in the browser, checked, played, matched and marked. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { decimal, t } from '../i18n';
import { radio } from '../online/terms-form';
import { games } from '../rules';
import { gameTitle } from '../ui/board';
import { icon } from '../ui/icons';
import { Desk, MODES, type Mode } from './desk';
import { LIMITS, LONGEST_NAME } from './kept';
import { places } from './places';
import { checkView } from './view/check';
import { editor } from './view/editor';
import { levelsView } from './view/levels';
import { markView } from './view/mark';
import { playView } from './view/play';

const VIEWS: Record<Mode, (desk: Desk) => TemplateResult> = {
  check: checkView,
  play: playView,
  levels: levelsView,
  mark: markView,
};

export function screen(url: URL) {
  const desk = new Desk(url);
  return {
    title: () => t('bots.workshop'),
    view: () =>
      html`<div class="online bots workshop">
        ${places()}
        <h1>${t('bots.workshop')}</h1>
        <p>${t('bots.workshop.lead')}</p>
        ${fromLink(desk)}
        <div class="workshop-columns">
          <section class="panel workshop-source" aria-label=${t('bots.program')}>
            ${desk.shared ? nothing : shelf(desk)} ${editor(desk)}
          </section>
          ${desk.shared ? nothing : tools(desk)}
        </div>
      </div>`,
    moved: (to: URL) => void desk.arrive(to),
    stop: () => desk.leave(),
  };
}

/** A bot that came with a link is looked at first. */
function fromLink(desk: Desk): TemplateResult | typeof nothing {
  if (desk.unreadable) {
    return html`<section class="panel workshop-link" role="alert">
      <p>${t('bots.link.unreadable')}</p>
      <button class="quiet" @click=${() => desk.leaveLink()}>${t('bots.link.leave')}</button>
    </section>`;
  }
  if (!desk.shared) return nothing;
  return html`<section class="panel workshop-link" role="alert">
    <h2>${t('bots.link', { name: desk.shared.name || t('bots.first-name') })}</h2>
    <p>${t('bots.link.text')}</p>
    <div class="row">
      <button @click=${() => desk.take()}>${icon('plus')}${t('bots.link.take')}</button>
      <button class="quiet" @click=${() => desk.leaveLink()}>${t('bots.link.leave')}</button>
    </div>
  </section>`;
}

/** The bots that are kept, and what can be done with the one that is open. */
function shelf(desk: Desk): TemplateResult {
  const { workshop, bot } = desk;
  return html`<div class="workshop-shelf">
      <label class="online-field">
        <span>${t('bots.yours')}</span>
        <select
          id="bot-select"
          @change=${(event: Event) => desk.open((event.target as HTMLSelectElement).value)}
        >
          ${workshop.bots.map(
            (one) =>
              html`<option value=${one.id} .selected=${one.id === bot.id}>
                ${one.name || t('bots.first-name')}
              </option>`,
          )}
        </select>
      </label>
      <label class="online-field">
        <span>${t('bots.name')}</span>
        <input
          id="bot-name"
          maxlength=${LONGEST_NAME}
          autocomplete="off"
          .value=${bot.name}
          @input=${(event: Event) => desk.rename((event.target as HTMLInputElement).value)}
        />
      </label>
    </div>
    <div class="row workshop-shelf-buttons">
      <button class="quiet small" @click=${() => desk.add()}>
        ${icon('plus')}${t('bots.new')}
      </button>
      <button class="quiet small" @click=${() => void desk.share()}>
        ${icon('share')}${t('bots.share')}
      </button>
      <button
        class="quiet small"
        @click=${() => {
          if (confirm(t('bots.delete.sure', { name: bot.name }))) desk.remove();
        }}
      >
        ${icon('bin')}${t('bots.delete')}
      </button>
    </div>`;
}

/** The game, the time, and what the bot is to do. */
function tools(desk: Desk): TemplateResult {
  const { workshop } = desk;
  return html`<section class="panel workshop-tools" aria-label=${t('bots.tools')}>
    <div class="workshop-shelf">
      <label class="online-field">
        <span>${t('setup.game')}</span>
        <select
          id="bot-game"
          @change=${(event: Event) =>
            desk.choose({ game: (event.target as HTMLSelectElement).value })}
        >
          ${games().map(
            (name) =>
              html`<option value=${name} .selected=${name === workshop.game}>
                ${gameTitle({ name })}
              </option>`,
          )}
        </select>
      </label>
      <label class="online-field">
        <span>${t('bots.limit')}</span>
        <select
          id="bot-limit"
          @change=${(event: Event) =>
            desk.choose({ limit: Number((event.target as HTMLSelectElement).value) })}
        >
          ${LIMITS.map(
            (limit) =>
              html`<option value=${limit} .selected=${limit === workshop.limit}>
                ${t('bots.limit.seconds', { seconds: decimal(limit / 1000, 1) })}
              </option>`,
          )}
        </select>
      </label>
    </div>
    <div class="choices" role="radiogroup" aria-label=${t('bots.tools')}>
      ${MODES.map((mode) =>
        radio('bot-mode', mode === desk.mode, t(`bots.mode.${mode}`), () => desk.show(mode)),
      )}
    </div>
    ${VIEWS[desk.mode](desk)}
    ${desk.problem ? html`<p class="wrong" role="alert">${desk.problem}</p>` : nothing}
  </section>`;
}
