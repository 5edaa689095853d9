/** The choices before a game. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { update } from '../app';
import { isSolved } from '../api';
import { n, t, type Key } from '../i18n';
import { game as describeGame, games, RulesError, type GameRef } from '../rules';
import { board, gameTitle } from '../ui/board';
import { icon } from '../ui/icons';
import { miniature } from '../ui/tray';
import { gameWaits, keepChoices, lastChoices, type Choices, type Level } from './saved';

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
/** The two games with pictures; the others are in a list. */
const MAIN = ['bagh-chal', 'aadu-puli'];

export class Setup {
  choices: Choices = lastChoices();
  /** Whether the tables behind the page know the game. */
  private solved = false;
  private problem: string | null = null;

  constructor(
    private readonly begin: (choices: Choices) => void,
    private readonly resume: () => void,
  ) {
    this.choose({});
  }

  choose(changes: Partial<Choices>): void {
    this.choices = { ...this.choices, ...changes };
    if (changes.game || !Object.keys(changes).length) {
      try {
        void this.ask(this.choices.game);
      } catch {
        // A board that was kept by an older version, and is not understood any more.
        this.choices = { ...this.choices, game: { name: 'bagh-chal' } };
      }
    }
    update();
  }

  private async ask(game: GameRef): Promise<void> {
    const start = describeGame(game).start;
    this.solved = false;
    const solved = await isSolved(game, start);
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
      this.problem = null;
      this.choose({ game: ref });
    } catch (error) {
      const said = error instanceof RulesError || error instanceof Error ? error.message : '';
      this.problem = t('setup.file.wrong', { reason: said });
      update();
    }
  }

  view(): TemplateResult {
    const { choices } = this;
    const game = describeGame(choices.game);
    const usual = describeGame(
      choices.game.file ? { file: choices.game.file } : { name: game.name },
    ).captures;
    return html`
      <h1>${t('setup.title')}</h1>
      ${
        gameWaits()
          ? html`<p>
              <button class="wide-button" @click=${this.resume}>
                ${icon('next')}${t('home.continue')}
              </button>
            </p>`
          : nothing
      }
      <form
        class="setup"
        @submit=${(event: Event) => {
          event.preventDefault();
          keepChoices(this.choices);
          this.begin(this.choices);
        }}
      >
        <fieldset class="panel boards">
          <legend>${t('setup.game')}</legend>
          <div class="board-choices">${MAIN.map((name) => this.boardChoice(name))}</div>
          <div class="row">
            <label class="unseen" for="other-board">${t('setup.other')}</label>
            <select
              id="other-board"
              @change=${(event: Event) => {
                const name = (event.target as HTMLSelectElement).value;
                if (name) this.choose({ game: { name } });
              }}
            >
              <option value="" ?selected=${MAIN.includes(game.name)}>${t('setup.other')}</option>
              ${games()
                .filter((other) => !MAIN.includes(other.name))
                .map(
                  (other) =>
                    html`<option
                      value=${other.name}
                      ?selected=${!choices.game.file && other.name === game.name}
                    >
                      ${gameTitle(other)}
                    </option>`,
                )}
            </select>
            <label class="button quiet file">
              ${t('setup.file')}
              <input
                type="file"
                accept=".toml,text/plain"
                @change=${(event: Event) =>
                  void this.open((event.target as HTMLInputElement).files?.[0])}
              />
            </label>
          </div>
          ${
            choices.game.file || !MAIN.includes(game.name)
              ? html`<p class="chosen-board">✓ ${gameTitle(game)}</p>`
              : nothing
          }
          ${this.problem ? html`<p class="wrong" role="alert">${this.problem}</p>` : nothing}
        </fieldset>
        <div class="panel">
          <fieldset>
            <legend>${t('setup.with')}</legend>
            <div class="choices">
              ${this.radio(
                'with',
                'computer',
                choices.with,
                icon('computer'),
                t('setup.computer'),
                () => this.choose({ with: 'computer' }),
              )}
              ${this.radio('with', 'friend', choices.with, icon('people'), t('setup.friend'), () =>
                this.choose({ with: 'friend' }),
              )}
            </div>
          </fieldset>
          ${choices.with === 'computer' ? this.computer() : nothing}
          <label class="captures">
            <span>${t('setup.captures')}</span>
            <select
              @change=${(event: Event) => {
                const captures = Number((event.target as HTMLSelectElement).value);
                const { captures: _, ...rest } = this.choices.game;
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
          <button class="wide-button" type="submit">${icon('play')}${t('setup.start')}</button>
        </div>
      </form>
    `;
  }

  private computer(): TemplateResult {
    const { choices } = this;
    const side = (value: Choices['side'], picture: unknown, text: string) =>
      this.radio('side', value, choices.side, picture, text, () => this.choose({ side: value }));
    const level = (value: Level, text: string) =>
      this.radio('level', String(value), String(choices.level), nothing, text, () =>
        this.choose({ level: value }),
      );
    return html`
      <fieldset>
        <legend>${t('setup.side')}</legend>
        <div class="choices">
          ${side('tiger', miniature('tiger'), t('side.tiger'))}
          ${side('goat', miniature('goat'), t('side.goat'))}
          ${side('either', nothing, t('setup.either'))}
        </div>
      </fieldset>
      <fieldset>
        <legend>${t('setup.level')}</legend>
        <div class="choices levels">
          ${LEVELS.map((value) => level(value, n(value)))}
          ${this.solved ? level('perfect', t('level.perfect')) : nothing}
        </div>
        ${navigator.onLine ? nothing : html`<p class="soft">${t('app.offline')}</p>`}
        <p class="soft level-name">${t(`level.${choices.level}` as Key)}</p>
      </fieldset>
    `;
  }

  private boardChoice(name: string): TemplateResult {
    const game = describeGame({ name });
    const chosen = !this.choices.game.file && this.choices.game.name === name;
    const picture = { tigers: [], goats: [], legal: [], last_move: null, trapped: [] };
    return html`<label class="board-choice">
      <input
        type="radio"
        name="game"
        .checked=${chosen}
        @change=${() => this.choose({ game: { name } })}
      />
      <span class="board-card">
        <span class="thumb" aria-hidden="true" inert>
          ${board(game, picture, { coordinates: false, animate: false, straight: true })}
        </span>
        <span class="board-name">${gameTitle(game)}</span>
        <span class="soft">${t(`game.from.${name}` as Key)}</span>
      </span>
    </label>`;
  }

  private radio(
    name: string,
    value: string,
    chosen: string,
    picture: unknown,
    text: string,
    choose: () => void,
  ): TemplateResult {
    return html`<label>
      <input type="radio" name=${name} .checked=${value === chosen} @change=${choose} />
      <span>${picture}${text}</span>
    </label>`;
  }
}
