/** The choices before a game. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { isSolved } from '../api';
import { update } from '../app';
import { n, t, want, type Key } from '../i18n';
import { isAbsent } from '../online/absent';
import { game as describeGame, games, type GameRef } from '../rules';
import { board, gameTitle } from '../ui/board';
import { explain } from '../ui/errors';
import { icon } from '../ui/icons';
import { sample } from '../ui/sample';
import { miniature } from '../ui/tray';
import { sideName } from '../ui/words';
import { gameLine } from './game-line';
import {
  keepChoices,
  lastChoices,
  LEVELS,
  unfinished,
  type Choices,
  type Level,
  type Pace,
} from './saved';
import './setup.css';

/** Clocks to choose from: minutes for each side, and seconds that every move adds. */
const PACES: (Pace | undefined)[] = [
  undefined,
  { seconds: 180, increment: 2 },
  { seconds: 300, increment: 5 },
  { seconds: 600, increment: 10 },
];

/** How many games in progress are listed at first. */
const WAITING = 5;

export interface SetupActions {
  begin: (choices: Choices) => void;
  resume: (id: string) => void;
  remove: (id: string) => void;
}

export class Setup {
  choices: Choices;
  /** Whether the tables behind the page know the game. */
  private solved = false;
  private problem: string | null;
  /** Whether the player is asked what becomes of the game under way. */
  private asking = false;
  /** Whether all games in progress are listed. */
  private all = false;
  /** How many boards are pictured by now. */
  private pictured = 1;

  constructor(
    private readonly actions: SetupActions,
    changes: Partial<Choices>,
    problem: string | undefined,
  ) {
    this.choices = { ...lastChoices(), ...changes };
    this.problem = problem ?? null;
    void this.ask(this.choices.game);
    this.picture();
  }

  /** Draws one board after the other, so that the page answers in between. */
  private picture(): void {
    setTimeout(() => {
      this.pictured += 1;
      update();
      if (this.pictured < games().length) this.picture();
    });
  }

  private choose(changes: Partial<Choices>): void {
    this.choices = { ...this.choices, ...changes };
    if (changes.game) {
      this.problem = null;
      void this.ask(this.choices.game);
    }
    update();
  }

  private async ask(game: GameRef): Promise<void> {
    this.solved = false;
    const solved = await isSolved(game, describeGame(game).start);
    if (this.choices.game !== game) return;
    this.solved = solved;
    if (!solved && this.choices.level === 'perfect') this.choices.level = 8;
    update();
  }

  private async open(file: File | undefined): Promise<void> {
    if (!file) return;
    try {
      if (file.size > 100_000) throw new Error(t('setup.file.large'));
      const ref: GameRef = { file: await file.text() };
      describeGame(ref);
      this.choose({ game: ref });
    } catch (error) {
      // Without the words the library explains it, in English.
      await want('rules').catch(() => undefined);
      this.problem = t('setup.file.wrong', { reason: explain(error) });
      update();
    }
  }

  private submit(): void {
    if (unfinished().length > 0 && !this.asking) {
      this.asking = true;
      update();
      queueMicrotask(() => document.getElementById('resume-first')?.focus());
      return;
    }
    keepChoices(this.choices);
    this.actions.begin(this.choices);
  }

  view(): TemplateResult {
    const { choices } = this;
    const game = describeGame(choices.game);
    return html`
      <h1>${t('setup.title')}</h1>
      ${this.waiting()}
      <form
        class="setup"
        @submit=${(event: Event) => {
          event.preventDefault();
          this.submit();
        }}
      >
        <fieldset class="panel boards">
          <legend>${t('setup.game')}</legend>
          ${this.problem ? html`<p class="wrong" role="alert">${this.problem}</p>` : nothing}
          <div class="board-choices">
            ${games().map((name, i) => this.boardChoice(name, i < this.pictured))}
          </div>
          <div class="row">
            <label class="button quiet file">
              ${icon('plus')}${t('setup.file')}
              <input
                type="file"
                accept=".toml,text/plain"
                @change=${(event: Event) =>
                  void this.open((event.target as HTMLInputElement).files?.[0])}
              />
            </label>
            ${choices.game.file ? html`<p class="chosen-board">✓ ${gameTitle(game)}</p>` : nothing}
          </div>
        </fieldset>
        <div class="panel choices-panel">
          <fieldset>
            <legend>${t('setup.with')}</legend>
            <div class="choices">
              ${radio(
                'with',
                choices.with === 'computer',
                icon('computer'),
                t('setup.computer'),
                () => this.choose({ with: 'computer' }),
              )}
              ${radio('with', choices.with === 'friend', icon('people'), t('setup.friend'), () =>
                this.choose({ with: 'friend' }),
              )}
            </div>
          </fieldset>
          ${isAbsent() ? nothing : html`<p><a href="/online/friend">${t('home.friend')}</a></p>`}
          ${choices.with === 'computer' ? this.computer() : this.clock()} ${this.captures()}
          ${
            this.asking
              ? this.question()
              : html`<button class="wide-button" type="submit">
                  ${icon('play')}${t('setup.start')}
                </button>`
          }
        </div>
      </form>
    `;
  }

  /** Games that wait, to be resumed or deleted. */
  private waiting(): TemplateResult | typeof nothing {
    const all = unfinished();
    if (all.length === 0) return nothing;
    return html`<section class="panel waiting" aria-labelledby="waiting">
      <h2 id="waiting">${t('setup.waiting')}</h2>
      <ul>
        ${(this.all ? all : all.slice(0, WAITING)).map(
          (saved) =>
            html`<li>
              <span class="waiting-text">${gameLine(saved)}</span>
              <button @click=${() => this.actions.resume(saved.id)}>
                ${icon('next')}${t('home.continue')}
              </button>
              <button
                class="quiet round"
                aria-label=${t('setup.waiting.delete')}
                title=${t('setup.waiting.delete')}
                @click=${() => confirm(t('setup.waiting.sure')) && this.actions.remove(saved.id)}
              >
                ${icon('bin')}
              </button>
            </li>`,
        )}
      </ul>
      ${
        all.length > WAITING && !this.all
          ? html`<button
              class="quiet small"
              @click=${() => {
                this.all = true;
                update();
              }}
            >
              ${t('setup.waiting.all', { number: all.length })}
            </button>`
          : nothing
      }
    </section>`;
  }

  private question(): TemplateResult {
    const [first] = unfinished();
    return html`<div class="sure" role="alertdialog" aria-labelledby="under-way">
      <p id="under-way">${t('setup.under-way')}</p>
      <div class="row">
        ${
          first
            ? html`<button
                type="button"
                id="resume-first"
                @click=${() => this.actions.resume(first.id)}
              >
                ${icon('next')}${t('home.continue')}
              </button>`
            : nothing
        }
        <button type="submit" class="quiet">${icon('play')}${t('setup.start-other')}</button>
      </div>
    </div>`;
  }

  private captures(): TemplateResult {
    const { choices } = this;
    const game = describeGame(choices.game);
    const { captures: _, ...rest } = choices.game;
    const usual = describeGame(rest).captures;
    return html`<details class="more-choices">
      <summary>${t('setup.more')}</summary>
      <label class="captures">
        <span>${t('setup.captures')}</span>
        <select
          @change=${(event: Event) => {
            const captures = Number((event.target as HTMLSelectElement).value);
            this.choose({ game: captures === usual ? rest : { ...rest, captures } });
          }}
        >
          ${Array.from({ length: game.goats }, (_, i) => i + 1).map(
            (captures) =>
              html`<option value=${captures} ?selected=${captures === game.captures}>
                ${captures === usual ? t('setup.usual', { captures }) : n(captures)}
              </option>`,
          )}
        </select>
      </label>
    </details>`;
  }

  private clock(): TemplateResult {
    const { pace } = this.choices;
    return html`<fieldset>
      <legend>${t('clock')}</legend>
      <div class="choices">
        ${PACES.map((one) =>
          radio(
            'clock',
            one?.seconds === pace?.seconds,
            nothing,
            one
              ? t('clock.pace', { minutes: one.seconds / 60, seconds: one.increment })
              : t('clock.none'),
            () => this.choose({ pace: one }),
          ),
        )}
      </div>
    </fieldset>`;
  }

  private computer(): TemplateResult {
    const { choices } = this;
    const game = describeGame(choices.game);
    const side = (value: Choices['side'], picture: unknown, text: string) =>
      radio('side', value === choices.side, picture, text, () => this.choose({ side: value }));
    const level = (value: Level, text: string) =>
      radio('level', value === choices.level, nothing, text, () => this.choose({ level: value }));
    return html`
      <fieldset>
        <legend>${t('setup.side')}</legend>
        <div class="choices">
          ${side('tiger', miniature('tiger', game), sideName(game, 'tiger'))}
          ${side('goat', miniature('goat', game), sideName(game, 'goat'))}
          ${side('either', nothing, t('setup.either'))}
        </div>
      </fieldset>
      <fieldset>
        <legend>${t('setup.level')}</legend>
        <div class="choices levels">
          ${LEVELS.map((value) => level(value, n(value)))}
          ${this.solved ? level('perfect', t('level.perfect')) : nothing}
        </div>
        <p class="soft level-name">${t(`level.${choices.level}` as Key)}</p>
        ${navigator.onLine ? nothing : html`<p class="soft">${t('app.offline')}</p>`}
      </fieldset>
    `;
  }

  private boardChoice(name: string, pictured: boolean): TemplateResult {
    const game = describeGame({ name });
    const chosen = !this.choices.game.file && this.choices.game.name === name;
    return html`<label class="board-choice">
      <input
        type="radio"
        name="game"
        .checked=${chosen}
        @change=${() => this.choose({ game: { name } })}
      />
      <span class="board-card">
        <span class="thumb" aria-hidden="true" inert>
          ${
            pictured
              ? board(game, sample(game), { coordinates: false, animate: false, straight: true })
              : nothing
          }
        </span>
        <span class="board-name">${gameTitle(game)}</span>
        <span class="soft">${t(`game.from.${name}` as Key)}</span>
      </span>
    </label>`;
  }
}

function radio(
  name: string,
  chosen: boolean,
  picture: unknown,
  text: string,
  choose: () => void,
): TemplateResult {
  return html`<label>
    <input type="radio" name=${name} .checked=${chosen} @change=${choose} />
    <span>${picture}${text}</span>
  </label>`;
}
