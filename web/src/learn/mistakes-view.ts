/** Mistakes of the player's own games, to try again. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { update } from '../app';
import { count, t } from '../i18n';
import { analyseUrl } from '../links';
import { game as gameOf, state as stateOf, type Game, type Move, type State } from '../rules';
import { announce } from '../ui/announce';
import { board, gameTitle } from '../ui/board';
import { icon } from '../ui/icons';
import { playHere } from '../ui/play-here';
import { sound } from '../ui/sound';
import { captured, inHand, miniature } from '../ui/tray';
import { Refutation } from './refutation';
import { answerSeen, loadMistakes, solveMistake, type Mistake } from './mistakes';

export class MistakesView {
  private waiting: Mistake[] = [];
  private mistake: Mistake | undefined;
  private game: Game | undefined;
  private before: State | undefined;
  private state: State | undefined;
  private wrong: Move | null = null;
  private solved = false;
  /** Whether it was put right without a look at the answer. */
  private alone = false;
  private hint = false;
  /** Why a wrong try is wrong. */
  private readonly refutation = new Refutation(update);

  constructor() {
    this.next();
  }

  stop(): void {
    this.refutation.end();
  }

  /** The next one that can be set up: a board of another version may be gone. */
  private next(): void {
    this.refutation.end();
    // Those whose answer was seen come last.
    this.waiting = loadMistakes()
      .filter((m) => m.solved === undefined)
      .sort((a, b) => (a.seen ?? 0) - (b.seen ?? 0));
    this.mistake = undefined;
    this.solved = false;
    this.wrong = null;
    this.hint = false;
    for (const mistake of this.waiting) {
      try {
        const ref = refOf(mistake);
        this.game = gameOf(ref);
        this.before = this.state = stateOf(ref, [], mistake.position);
        this.mistake = mistake;
        break;
      } catch {
        continue;
      }
    }
    update();
  }

  private play(move: Move): void {
    const { mistake } = this;
    if (!mistake || this.solved) return;
    this.refutation.end();
    this.hint = false;
    if (!mistake.best.includes(move.text)) {
      this.wrong = move;
      announce(this.said() ?? '');
      const place = { ref: refOf(mistake), start: mistake.position, moves: [] };
      void this.refutation.begin(place, move.text);
      return update();
    }
    this.wrong = null;
    this.solved = true;
    this.state = stateOf(refOf(mistake), [move.text], mistake.position);
    this.alone = solveMistake(mistake);
    sound('end');
    announce(this.said() ?? '');
    update();
  }

  private said(): string | null {
    if (this.solved) return t(this.alone ? 'mistakes.solved' : 'mistakes.helped');
    if (this.hint) return t('puzzles.hint.move');
    if (!this.wrong) return null;
    const same = this.wrong.text === this.mistake?.played;
    const words = t(same ? 'mistakes.same' : 'mistakes.wrong');
    const { line } = this.refutation;
    return line === null ? words : `${words} ${t('mistakes.refuted', { line })}`;
  }

  /** Back to the position before the mistake. */
  private tryAgain(): void {
    this.refutation.end();
    this.wrong = null;
    update();
  }

  view(): TemplateResult {
    const { mistake, game, state, before } = this;
    if (!mistake || !game || !state || !before) {
      return html`<section class="panel prose-panel">
        <h1>${t('mistakes.title')}</h1>
        <p>${loadMistakes().length > 0 ? t('mistakes.all-done') : t('mistakes.none')}</p>
        <a class="button" href="/learn">${t('learn.all')}</a>
      </section>`;
    }
    const best = before.legal.find((move) => move.text === mistake.best[0]);
    const said = this.said();
    const refuted = this.refutation.state;
    return html`
      <div class="learn-table">
        <div class="learn-board">
          ${board(game, refuted ?? state, {
            moves: this.solved || refuted ? [] : state.legal,
            play: (move) => this.play(move),
            marks: [
              ...(this.wrong ? [{ point: this.wrong.to, kind: 'mistake' as const }] : []),
              ...(this.hint && best ? [{ point: best.to, kind: 'hint' as const }] : []),
            ],
            arrows:
              this.hint && best && best.from !== null
                ? [{ from: best.from, to: best.to, kind: 'hint' as const }]
                : [],
          })}
          <div class="badges">${captured(game, state)}${inHand(game, state)}</div>
        </div>
        <section class="panel learn-text" aria-labelledby="mistake">
          <p class="soft step-of">
            ${gameTitle(game)} · ${count('mistakes.count', this.waiting.length)}
          </p>
          <h1 id="mistake">${t('mistakes.title')}</h1>
          <p class="task">
            ${miniature(before.turn)}<span>${t('mistakes.task', { move: mistake.played })}</span>
          </p>
          <div class="feedback">
            ${said ? html`<p class=${this.solved ? 'good' : 'gentle'}>${this.solved ? '✓' : '↺'} ${said}</p>` : nothing}
          </div>
          <div class="row learn-buttons">
            ${
              this.solved
                ? html`<button id="next" @click=${() => this.next()}>
                    ${t('learn.next')}${icon('next')}
                  </button>`
                : html`${
                      this.wrong
                        ? html`<button @click=${() => this.tryAgain()}>
                            ${icon('again')}${t('learn.again')}
                          </button>`
                        : nothing
                    }<button
                      class="quiet"
                      @click=${() => {
                        this.refutation.end();
                        this.hint = true;
                        answerSeen(mistake);
                        this.wrong = null;
                        announce(this.said() ?? '');
                        update();
                      }}
                    >
                      ${icon('hint')}${t('puzzles.hint')}
                    </button>`
            }
            <a
              class="button quiet"
              href=${analyseUrl({ game: refOf(mistake), start: mistake.position })}
              >${icon('analyse')}${t('puzzles.analyse')}</a
            >
            ${playHere(refOf(mistake), state)}
            <a class="button quiet" href="/learn">${t('learn.all')}</a>
          </div>
        </section>
      </div>
    `;
  }
}

function refOf(mistake: Mistake): { name: string; captures?: number } {
  return mistake.captures === undefined
    ? { name: mistake.game }
    : { name: mistake.game, captures: mistake.captures };
}
