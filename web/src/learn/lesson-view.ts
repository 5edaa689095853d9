/** A lesson: one step at a time, on a real board. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { update } from '../app';
import { t } from '../i18n';
import { navigate } from '../router';
import { game as gameOf, type Move } from '../rules';
import { announce } from '../ui/announce';
import { board, gameTitle, moveInWords } from '../ui/board';
import { icon } from '../ui/icons';
import { sound } from '../ui/sound';
import { captured, inHand, miniature } from '../ui/tray';
import { LESSONS, stepText, Taking, type LessonGame } from './lessons';
import { meter } from './overview';
import { keepDone, keepReached } from './progress';

export class LessonView {
  private taking: Taking;

  constructor(
    readonly game: LessonGame,
    readonly number: number,
  ) {
    const steps = LESSONS[game];
    const step = steps[number - 1] ?? steps[0];
    if (!step) throw new Error(`the lesson of ${game} has no steps`);
    this.taking = new Taking(game, step);
    keepReached(game, number);
  }

  private play(move: Move): void {
    const { taking } = this;
    const side = taking.state.turn;
    taking.play(move);
    const said = taking.done ? this.text('done') : this.text('try');
    announce(`${moveInWords(gameOf({ name: this.game }), move, side)}. ${said}`);
    const grand = taking.state.result?.grand && taking.done;
    sound(
      grand ? 'grand' : move.over !== null ? 'capture' : move.from === null ? 'place' : 'slide',
    );
    if (taking.done) keepDone(this.game, this.number);
    update();
  }

  private text(part: 'title' | 'task' | 'try' | 'done'): string {
    return t(stepText(this.game, this.taking.step, part));
  }

  private again = (): void => {
    this.taking.again();
    update();
  };

  view(): TemplateResult {
    const game = gameOf({ name: this.game });
    const { taking } = this;
    const { state, done, other, step } = taking;
    const steps = LESSONS[this.game].length;
    const reading = step.wants === undefined;
    const last = this.number === steps;
    return html`
      <div class="learn-table">
        <div class="learn-board">
          ${board(game, state, {
            moves: done || other ? [] : state.legal,
            play: (move) => this.play(move),
            coordinates: true,
            straight: true,
            marks: other ? [{ point: other.to, kind: 'mistake' }] : [],
          })}
          <div class="badges">${captured(game, state)}${inHand(game, state)}</div>
        </div>
        <section class="panel learn-text" aria-labelledby="step">
          <p class="soft step-of">
            ${gameTitle(game)} · ${t('learn.lesson.step', { step: this.number, of: steps })}
          </p>
          ${meter(done ? this.number : this.number - 1, steps)}
          <h1 id="step">${this.text('title')}</h1>
          <p class="task">
            ${reading ? nothing : miniature(taking.done || other ? opposite(state.turn) : state.turn)}
            <span>${this.text('task')}</span>
          </p>
          <div class="feedback" aria-live="polite">
            ${done && !reading ? html`<p class="good">✓ ${this.text('done')}</p>` : nothing}
            ${other ? html`<p class="gentle">↺ ${this.text('try')}</p>` : nothing}
          </div>
          <div class="row learn-buttons apart">
            <a
              class="button quiet"
              href=${this.number > 1 ? `/learn/lesson/${this.game}/${this.number - 1}` : '/learn'}
              >${icon('back')}${t('learn.back')}</a
            >
            <button
              class=${other ? '' : 'quiet'}
              ?disabled=${reading || (!done && !other)}
              @click=${this.again}
            >
              ${icon('again')}${t('learn.again')}
            </button>
            ${
              last
                ? html`<a class="button quiet" href="/learn/puzzles/${this.game}"
                      >${t('lesson.puzzles')}</a
                    >
                    <a class="button" href="/play?game=${this.game}"
                      >${icon('play')}${t('lesson.play')}</a
                    >`
                : html`<button
                    id="next"
                    class=${done ? '' : 'quiet'}
                    @click=${() => navigate(`/learn/lesson/${this.game}/${this.number + 1}`)}
                  >
                    ${t('learn.next')}${icon('next')}
                  </button>`
            }
          </div>
        </section>
      </div>
    `;
  }
}

function opposite(side: 'tiger' | 'goat'): 'tiger' | 'goat' {
  return side === 'tiger' ? 'goat' : 'tiger';
}
