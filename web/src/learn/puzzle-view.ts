/** Puzzles: the board, what is asked for, and which one to try next. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { update } from '../app';
import { count, t } from '../i18n';
import { analyseUrl } from '../links';
import { navigate, rewrite } from '../router';
import type { Move, Side } from '../rules';
import { announce } from '../ui/announce';
import { board, gameTitle, moveInWords } from '../ui/board';
import { explain } from '../ui/errors';
import { icon } from '../ui/icons';
import { playHere } from '../ui/play-here';
import { sound } from '../ui/sound';
import { captured, inHand, miniature } from '../ui/tray';
import { helpWith, isSolved, keepSolved, progress, solvedWith, type Solved } from './progress';
import {
  filterOf,
  fitting,
  loadPuzzles,
  nextNumber,
  type Collection,
  type Filter,
  type PuzzleGame,
} from './puzzles';
import { dailyNumber, keepDaily, streak } from './daily';
import { puzzleChoices, stars, type Shown } from './puzzle-choices';
import { feedback, solvedWords } from './puzzle-words';
import { pause, Refutation } from './refutation';
import { learn, nextMixed, skill } from './skill';
import { Solving } from './solving';

const CHALLENGE = 'challenge-2004';

export class PuzzleView {
  private collection: Collection | undefined;
  private problem: string | undefined;
  private filter: Filter;
  private number: number;
  private solving: Solving | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** The answer to a wrong try. */
  private readonly refutation = new Refutation(update);

  constructor(
    readonly game: PuzzleGame,
    url: URL,
    /** Whether this is the puzzle of the day. */
    readonly daily = false,
  ) {
    this.filter = filterOf(url);
    this.number = Number(url.pathname.split('/')[4] ?? NaN);
    void this.load();
  }

  private async load(): Promise<void> {
    try {
      this.collection = await loadPuzzles(this.game);
    } catch (error) {
      this.problem = explain(error);
      return update();
    }
    if (this.daily) this.number = dailyNumber(this.collection);
    if (!this.collection.puzzles[this.number - 1]) this.number = this.mixed() ?? NaN;
    this.open();
  }

  /** The puzzle that suits the player next. */
  private mixed(): number | undefined {
    const puzzles = this.collection?.puzzles ?? [];
    const numbers = fitting(puzzles, this.filter);
    return nextMixed(puzzles, numbers, skill(this.game), this.number, this.readHow());
  }

  /** The address has changed. */
  moved(url: URL): void {
    this.filter = filterOf(url);
    const number = Number(url.pathname.split('/')[4] ?? NaN);
    if (number !== this.number || !this.solving) {
      this.number = number;
      if (this.collection) this.open();
    }
  }

  stop(): void {
    clearTimeout(this.timer);
    this.refutation.end();
  }

  private address(number: number): string {
    if (this.daily) return '/learn/daily';
    const query = new URLSearchParams();
    if (this.filter.kind) query.set('kind', this.filter.kind);
    if (this.filter.grade) query.set('grade', String(this.filter.grade));
    const text = query.toString();
    const path = Number.isInteger(number) ? `/${number}` : '';
    return `/learn/puzzles/${this.game}${path}${text ? `?${text}` : ''}`;
  }

  /** Reads what is remembered, and tells of each puzzle how it was solved, if it was. */
  private readHow(): (number: number) => Solved | undefined {
    const known = progress().puzzles[this.game] ?? {};
    return (number) => known[this.collection?.puzzles[number - 1]?.position ?? ''];
  }

  /** Sets the puzzle up. */
  private open(): void {
    this.stop();
    const puzzle = this.collection?.puzzles[this.number - 1];
    const before = this.solving?.puzzle === puzzle ? this.solving : undefined;
    const help = before?.help ?? (puzzle ? helpWith(this.game, puzzle.position) : null);
    this.solving =
      this.collection && puzzle ? new Solving(this.collection, puzzle, help) : undefined;
    rewrite(this.address(this.number));
    if (this.solving?.stage === 'before') this.later(() => this.answer());
    update();
  }

  private later(act: () => void): void {
    this.timer = setTimeout(act, pause());
  }

  private answer(): void {
    const { solving } = this;
    if (!solving) return;
    const side = solving.state.turn;
    solving.answer();
    this.tell(solving.state.last_move, side);
    update();
  }

  private tell(move: Move | null, side: Side, more = ''): void {
    if (!move || !this.solving) return;
    announce(`${moveInWords(this.solving.game, move, side)}. ${more}`);
    sound(move.over !== null ? 'capture' : move.from === null ? 'place' : 'slide');
  }

  private play(move: Move): void {
    const { solving } = this;
    if (!solving) return;
    this.refutation.end();
    const side = solving.state.turn;
    const first = solving.wrong === 0 && solving.help === null;
    solving.play(move);
    if (solving.said?.kind === 'wrong' || solving.said?.kind === 'finish') {
      announce(this.feedback(solving) ?? '');
      if (first) learn(this.game, 'wrong');
      const { ref, puzzle, played } = solving;
      const place = { ref, start: puzzle.position, moves: played };
      if (solving.said.kind === 'wrong') void this.refutation.begin(place, move.text);
    } else {
      this.tell(solving.state.last_move, side, this.feedback(solving) ?? '');
    }
    if (solving.stage === 'answer') this.later(() => this.answer());
    if (solving.stage === 'solved') {
      const how = solvedWith(solving.help);
      keepSolved(this.game, solving.puzzle.position, how);
      if (this.daily && how !== 'shown') keepDaily(how);
      if (how === 'helped') learn(this.game, 'helped');
      else if (how === 'solved' && solving.wrong === 0) learn(this.game, 'solved');
      sound('end');
    }
    update();
  }

  /** Back to the position of the puzzle. */
  private tryAgain(solving: Solving): void {
    this.stop();
    solving.said = null;
    update();
  }

  private show(): void {
    this.stop();
    this.solving?.show();
    const solving = this.solving;
    if (solving) {
      keepSolved(this.game, solving.puzzle.position, 'shown');
      learn(this.game, 'shown');
      announce(t('puzzles.shown', { line: solving.solution }));
    }
    update();
  }

  private choose(filter: Filter): void {
    this.filter = { ...this.filter, ...filter };
    const numbers = fitting(this.collection?.puzzles ?? [], this.filter);
    if (!numbers.includes(this.number)) {
      const how = this.readHow();
      this.number = nextNumber(numbers, 0, (number) => isSolved(how(number))) ?? NaN;
      this.open();
    } else {
      rewrite(this.address(this.number));
      update();
    }
  }

  /** The next puzzle in mixed order. */
  private goOn(): void {
    if (this.daily) return navigate(`/learn/puzzles/${this.game}`);
    const number = this.mixed();
    if (number !== undefined) navigate(this.address(number));
  }

  private go(step: 1 | -1): void {
    const numbers = fitting(this.collection?.puzzles ?? [], this.filter);
    const how = this.readHow();
    const number =
      step > 0
        ? nextNumber(numbers, this.number, (number) => isSolved(how(number)))
        : (numbers.findLast((number) => number < this.number) ?? numbers.at(-1));
    if (number === undefined) return;
    if (number === this.number) this.open();
    else navigate(this.address(number));
  }

  private feedback(solving: Solving): string | null {
    return feedback(solving, this.refutation.line);
  }

  /** What the choices beside the board show and do. */
  private get shown(): Shown {
    return {
      filter: this.filter,
      number: this.number,
      choose: (filter) => this.choose(filter),
      go: (step) => this.go(step),
      address: (number) => this.address(number),
      how: this.readHow(),
    };
  }

  view(): TemplateResult {
    if (this.problem) {
      return html`<p class="notice" role="alert">${t('app.failed', { reason: this.problem })}</p>`;
    }
    if (!this.collection) return html`<div class="learn-table learn-waits"></div>`;
    return html`
      <div class="learn-table">
        ${this.solving ? this.table(this.solving) : nothing}
        <div class="learn-beside">
          ${
            this.solving
              ? this.task(this.solving)
              : html`<p class="panel" role="status">${t('puzzles.none')}</p>`
          }
          ${this.daily ? this.streak() : puzzleChoices(this.collection, this.shown)}
        </div>
      </div>
    `;
  }

  private table(solving: Solving): TemplateResult {
    const { said, hint, game } = solving;
    const refuted = this.refutation.state;
    const state = refuted ?? solving.state;
    const main = solving.right[0];
    const wrong = said && 'move' in said && typeof said.move !== 'string' ? said.move : null;
    const marks = [
      ...(wrong ? [{ point: wrong.to, kind: 'mistake' as const }] : []),
      ...(main && hint === 1 ? [{ point: solving.lookAt(main), kind: 'hint' as const }] : []),
      ...(main && hint === 2 ? [{ point: main.to, kind: 'hint' as const }] : []),
    ];
    const arrows =
      main && hint === 2 && main.from !== null
        ? [{ from: main.from, to: main.to, kind: 'hint' as const }]
        : [];
    return html`<div class="learn-board">
      ${board(game, state, {
        moves: solving.stage === 'yours' && !refuted ? state.legal : [],
        play: (move) => this.play(move),
        marks,
        arrows,
      })}
      <div class="badges">${captured(game, state)}${inHand(game, state)}</div>
    </div>`;
  }

  private task(solving: Solving): TemplateResult {
    const { puzzle, stage, said } = solving;
    const over = stage === 'solved' || stage === 'shown';
    const own =
      puzzle.kind === 'trap' ? 'goat' : puzzle.kind === 'hold' ? this.asked(solving) : 'tiger';
    const text =
      puzzle.kind === 'hold' ? t(`puzzles.task.hold.${own}`) : t(`puzzles.task.${puzzle.kind}`);
    const feedback = this.feedback(solving);
    const mood = over || said?.kind === 'right' || said?.kind === 'also' ? 'good' : 'gentle';
    const name = puzzle.name === CHALLENGE;
    return html`<section class="panel learn-text" aria-labelledby="puzzle">
      ${this.daily ? html`<p class="daily-head">${icon('calendar')}${t('home.daily')}</p>` : nothing}
      <p class="soft step-of">
        ${gameTitle(solving.game)} · ${t('puzzles.number', { number: this.number })} ·
        ${stars(puzzle.grade)}
      </p>
      <h1 id="puzzle">${name ? t('puzzles.challenge') : t(`puzzles.kind.${puzzle.kind}`)}</h1>
      ${name ? html`<p class="soft small">${t('puzzles.challenge.about')}</p>` : nothing}
      <p class="task">
        ${miniature(own)}<span
          >${text}
          ${solving.ownMoves > 1 ? t('puzzles.in', { moves: solving.ownMoves }) : nothing}</span
        >
      </p>
      <div class="feedback">
        ${
          over
            ? html`<p class="good">
                ${stage === 'solved' ? html`<strong>✓ ${solvedWords(solving)}</strong> ` : nothing}${feedback}
              </p>`
            : feedback
              ? html`<p class=${mood}>${mood === 'good' ? '✓' : '↺'} ${feedback}</p>`
              : nothing
        }
      </div>
      <div class="row learn-buttons">
        ${
          over
            ? html`<button id="next" @click=${() => this.goOn()}>
                  ${t('puzzles.next')}${icon('next')}
                </button>
                <button class="quiet" @click=${() => this.open()}>
                  ${icon('again')}${t('learn.again')}
                </button>
                <a
                  class="button quiet"
                  href=${analyseUrl({
                    game: { name: this.game },
                    start: puzzle.position,
                    moves: [...solving.played],
                    ply: 0,
                  })}
                  >${icon('analyse')}${t('puzzles.analyse')}</a
                >
                ${playHere({ name: this.game }, puzzle)}`
            : html`${
                  said?.kind === 'wrong'
                    ? html`<button @click=${() => this.tryAgain(solving)}>
                        ${icon('again')}${t('learn.again')}
                      </button>`
                    : nothing
                }
                <button
                  class="quiet"
                  ?disabled=${stage !== 'yours' || solving.hint === 2}
                  @click=${() => {
                    this.stop();
                    solving.giveHint();
                    keepSolved(this.game, puzzle.position, 'hinted');
                    announce(this.feedback(solving) ?? '');
                    update();
                  }}
                >
                  ${icon('hint')}${t('puzzles.hint')}
                </button>
                <button class="quiet" @click=${() => this.show()}>${t('puzzles.solution')}</button>`
        }
      </div>
    </section>`;
  }

  /** Who is to solve it. */
  private asked(solving: Solving): Side {
    return solving.puzzle.position.split(' ')[1] === 'g' ? 'goat' : 'tiger';
  }

  private streak(): TemplateResult {
    const days = streak();
    return html`<section class="panel">
      <p>${t('daily.about')}</p>
      ${days > 0 ? html`<p class="streak">${icon('flame')}${count('home.streak', days)}</p>` : nothing}
      <p class="last"><a href="/learn">${t('learn.all')}</a></p>
    </section>`;
  }
}
