/** The review of a game: every move looked up, and mistakes to try again. */

import { probeMany } from '../api/analysis';
import { saveMistakes, solveMistake, type Mistake } from '../learn/mistakes';
import type { Move } from '../rules';
import type { Reviewed } from './address';
import { message, type Analysis } from './analysis';
import { judge, mistakes, tally, type Judged, type Tally } from './reviewing';
import type { TreeNode } from './tree';

/** A mistake that is tried again. */
export interface Trial {
  judged: Judged;
  /** The move that was tried last. */
  tried: string | null;
  answer: 'right' | 'wrong' | 'same' | null;
}

export class Review {
  state: 'asking' | 'done' | 'failed' = 'asking';
  problem = '';
  /** The moves of the main line, each with its node; nothing where the tables do not say. */
  moves: { node: TreeNode; judged: Judged | null }[] = [];
  trial: Trial | null = null;

  constructor(
    private readonly analysis: Analysis,
    /** Whose mistakes are remembered. */
    readonly own: Reviewed | undefined,
    private readonly changed: () => void,
  ) {
    void this.ask();
  }

  async ask(): Promise<void> {
    this.state = 'asking';
    const { subject, main } = this.analysis;
    const before = main.map((node) => this.analysis.stateAt(node.parent ?? node));
    const { name, captures } = subject;
    try {
      const asked = captures === undefined ? { name } : { name, captures };
      const answers = await probeMany(
        asked,
        before.map((state) => state.position),
      );
      this.moves = main.map((node, i) => {
        const state = before[i];
        const answer = answers[i];
        if (!state || !answer) return { node, judged: null };
        this.analysis.values.learn(state.position, answer);
        const judged = judge(answer, node.move, state.turn, i + 1, subject.game.captures);
        return { node, judged: judged && { ...judged, position: state.position } };
      });
      this.state = 'done';
      // Those of boards of one's own are tried again here, and not kept: their files may go.
      if (this.own && !subject.ref.file)
        saveMistakes(this.mistakes.filter((m) => this.isOwn(m)).map((m) => this.kept(m)));
    } catch (error) {
      this.state = 'failed';
      this.problem = message(error);
    }
    this.changed();
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

  /** The mistake after the node that is shown, or before it. */
  beside(step: 1 | -1): Judged | null {
    const here = this.moves.findIndex((move) => move.node === this.analysis.node) + 1;
    const list = this.mistakes;
    if (step === 1) return list.find((m) => m.ply > here) ?? null;
    return list.findLast((m) => m.ply < here) ?? null;
  }

  /** Begins to try a mistake again. */
  tryAgain(judged: Judged): void {
    const node = this.nodeOf(judged);
    this.trial = { judged, tried: null, answer: null };
    if (!this.analysis.go(node?.parent ?? null)) this.changed();
    document.querySelector('bagh-board')?.scrollIntoView({ block: 'nearest' });
  }

  /** A move that was tried. */
  attempt(move: Move): void {
    const { trial } = this;
    if (!trial) return;
    trial.tried = move.text;
    trial.answer = trial.judged.better.includes(move.text)
      ? 'right'
      : move.text === trial.judged.played.move
        ? 'same'
        : 'wrong';
    if (trial.answer === 'right' && this.isOwn(trial.judged)) solveMistake(this.kept(trial.judged));
    this.changed();
  }

  endTrial(): void {
    this.trial = null;
    this.changed();
  }
}
