/** The review of a game: every move judged, one mistake at a time, tried again or refuted. */

import { answerSeen, saveMistakes, solveMistake, type Mistake } from '../learn/mistakes';
import type { GameRef, Move, State } from '../rules';
import { explain } from '../ui/errors';
import type { Reviewed } from './address';
import type { Analysis } from './analysis';
import { judgeGame, keepsValue, type Source } from './judging';
import { refute, type Refutation } from './refuting';
import { mistakes, tally, type Judged, type Tally } from './reviewing';
import { movesOf, type TreeNode } from './tree';

/** A mistake that is tried again. */
export interface Trial {
  judged: Judged;
  /** The move that was tried last. */
  tried: string | null;
  answer: 'right' | 'wrong' | 'same' | 'asking' | null;
}

export class Review {
  state: 'asking' | 'done' | 'failed' = 'asking';
  problem = '';
  source: Source = 'tables';
  /** How far the computer is, from 0 to 1, where the tables do not say. */
  progress: number | null = null;
  /** The moves of the main line, each with its node; nothing where nothing is known. */
  moves: { node: TreeNode; judged: Judged | null }[] = [];
  trial: Trial | null = null;
  /** The refutation that is shown, and how many of its moves are played. */
  why: (Refutation & { at: number }) | null = null;
  private readonly costs = new Map<Judged, Refutation | null>();
  private readonly closing = new AbortController();

  constructor(
    private readonly analysis: Analysis,
    /** Whose mistakes are remembered. */
    readonly own: Reviewed | undefined,
    private readonly changed: () => void,
  ) {
    void this.ask();
  }

  stop(): void {
    this.closing.abort();
  }

  private get served(): GameRef | null {
    const { name, captures, served } = this.analysis.subject;
    if (!served) return null;
    return captures === undefined ? { name } : { name, captures };
  }

  async ask(): Promise<void> {
    this.state = 'asking';
    const { subject, main, start } = this.analysis;
    try {
      const { source, judged } = await judgeGame(
        {
          ref: subject.ref,
          served: this.served,
          captures: subject.game.captures,
          start,
          moves: main.map((node) => node.move),
        },
        {
          signal: this.closing.signal,
          learn: (position, answer) => this.analysis.values.learn(position, answer),
          progress: (share) => {
            this.progress = share;
            this.changed();
          },
        },
      );
      this.source = source;
      this.moves = main.map((node, i) => ({ node, judged: judged[i] ?? null }));
      this.state = 'done';
      this.remember();
      this.begin();
    } catch (error) {
      if (this.closing.signal.aborted) return;
      this.state = 'failed';
      this.problem = explain(error);
    }
    this.changed();
  }

  /** The first mistake of the player is what one sees first. */
  private begin(): void {
    const first = this.mistakes.find((judged) => this.isOwn(judged)) ?? this.mistakes[0];
    if (first && this.own) this.analysis.go(this.nodeOf(first));
  }

  /** Mistakes by the tables are kept for Learn; estimates and boards from files are not. */
  private remember(): void {
    if (!this.own || this.source !== 'tables' || this.analysis.subject.ref.file) return;
    saveMistakes(this.mistakes.filter((m) => this.isOwn(m)).map((m) => this.kept(m)));
  }

  private kept(judged: Judged): Mistake {
    const { name, captures } = this.analysis.subject;
    return {
      game: name,
      ...(captures === undefined ? {} : { captures }),
      position: judged.position,
      side: judged.side,
      played: judged.played.move,
      best: judged.better,
      before: { outcome: judged.best.outcome, captures: judged.best.captures },
      after: { outcome: judged.played.outcome, captures: judged.played.captures },
      when: Date.now(),
    };
  }

  isOwn(judged: Judged): boolean {
    return this.own === 'both' || this.own === judged.side;
  }

  get mistakes(): Judged[] {
    return mistakes(this.moves.map((move) => move.judged));
  }

  get unknown(): number {
    return this.moves.filter((move) => move.judged === null).length;
  }

  tally(side: 'tiger' | 'goat'): Tally {
    return tally(
      this.moves.map((move) => move.judged),
      side,
    );
  }

  of(node: TreeNode): Judged | null {
    return this.moves.find((move) => move.node === node)?.judged ?? null;
  }

  nodeOf(judged: Judged): TreeNode | null {
    return this.moves.find((move) => move.judged === judged)?.node ?? null;
  }

  /** The mistake that is talked about: the one shown, or tried, or explained. */
  get current(): Judged | null {
    if (this.trial) return this.trial.judged;
    if (this.why) return this.why.judged;
    const here = this.of(this.analysis.node);
    return here && here.thrown > 0 ? here : null;
  }

  /** The mistake after the node that is shown, or before it. */
  beside(step: 1 | -1): Judged | null {
    const { current } = this;
    const here =
      current?.ply ?? this.moves.findIndex((move) => move.node === this.analysis.node) + 1;
    const list = this.mistakes;
    if (step === 1) return list.find((m) => m.ply > here) ?? null;
    return list.findLast((m) => m.ply < here) ?? null;
  }

  /** What a mistake costs, once it is known. */
  costOf(judged: Judged): Refutation | null {
    const there = this.costs.get(judged);
    if (there !== undefined) return there;
    this.costs.set(judged, null);
    const node = this.nodeOf(judged);
    const { subject, start } = this.analysis;
    const before = { start, moves: node?.parent ? movesOf(node.parent) : [] };
    refute(judged, subject.game, subject.ref, this.served, before, this.closing.signal).then(
      (found) => {
        this.costs.set(judged, found);
        this.changed();
      },
      () => {},
    );
    return null;
  }

  /** Shows the refutation, or its next step. */
  showWhy(judged: Judged): void {
    const cost = this.costOf(judged);
    if (!cost) return;
    this.trial = null;
    this.analysis.go(this.nodeOf(judged));
    this.why = { ...cost, at: 0 };
    this.changed();
  }

  stepWhy(step: 1 | -1): boolean {
    const { why } = this;
    const at = (why?.at ?? 0) + step;
    if (!why || at < 0 || at > why.moves.length) return false;
    why.at = at;
    this.changed();
    return true;
  }

  /** The position of the refutation that is shown. */
  get whyState(): State | null {
    return this.why?.states[this.why.at] ?? null;
  }

  endWhy(): void {
    this.why = null;
    this.changed();
  }

  /** Begins to try a mistake again. */
  tryAgain(judged: Judged): void {
    const node = this.nodeOf(judged);
    this.why = null;
    this.trial = { judged, tried: null, answer: null };
    if (!this.analysis.go(node?.parent ?? null)) this.changed();
  }

  /** A move that was tried. */
  attempt(move: Move): void {
    const { trial } = this;
    if (!trial) return;
    const { judged } = trial;
    trial.tried = move.text;
    if (judged.better.includes(move.text)) trial.answer = 'right';
    else if (move.text === judged.played.move) trial.answer = 'same';
    else if (judged.exact) trial.answer = 'wrong';
    else {
      // The computer has named its first choice, and others may be as good.
      trial.answer = 'asking';
      void this.estimate(trial, move.text);
    }
    if (trial.answer === 'right' && this.isKept(judged)) solveMistake(this.kept(judged));
    this.changed();
  }

  /** Asks the computer whether a move that was tried is as good as its own. */
  private async estimate(trial: Trial, tried: string): Promise<void> {
    const { subject, start } = this.analysis;
    const node = this.nodeOf(trial.judged)?.parent;
    const moves = node ? movesOf(node) : [];
    const game = { ref: subject.ref, captures: subject.game.captures, start, moves };
    const { signal } = this.closing;
    const kept = await keepsValue(game, trial.judged, tried, signal).catch(() => null);
    if (this.trial !== trial || trial.tried !== tried) return;
    trial.answer = kept === null ? null : kept ? 'right' : 'wrong';
    this.changed();
  }

  /** Whether a mistake is one of those that are kept for Learn. */
  private isKept(judged: Judged): boolean {
    return this.source === 'tables' && this.isOwn(judged);
  }

  /** Ends the try, and shows the mistake again, with its answer. */
  endTrial(): void {
    const { trial } = this;
    const gaveUp = trial !== null && trial.answer !== 'right';
    if (gaveUp && this.isKept(trial.judged)) answerSeen(this.kept(trial.judged));
    this.trial = null;
    const node = trial && this.nodeOf(trial.judged);
    if (!node || !this.analysis.go(node)) this.changed();
  }
}
