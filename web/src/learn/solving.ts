/** A puzzle being solved: what was played, whose turn it is, and what was said of it. */

import { state as stateOf, game as gameOf, type Game, type Move, type State } from '../rules';
import type { Help } from './progress';
import type { Collection, Puzzle } from './puzzles';

/** What became of a move. */
export type Said =
  | { kind: 'right' }
  /** Right as well, but the line goes on with another move. */
  | { kind: 'also'; move: string }
  | { kind: 'wrong'; move: Move }
  /** It does not end what could be ended now. */
  | { kind: 'finish'; move: Move };

export type Stage =
  /** The first move of the other side is about to be played. */
  | 'before'
  | 'yours'
  /** The other side is about to answer. */
  | 'answer'
  | 'solved'
  /** The solution is shown. */
  | 'shown';

export class Solving {
  readonly game: Game;
  readonly ref: { name: string; captures: number };
  state: State;
  stage: Stage;
  said: Said | null = null;
  /** 0: none; 1: where to look; 2: the move. */
  hint: 0 | 1 | 2 = 0;
  wrong = 0;
  private moves: string[] = [];
  private at = 0;

  constructor(
    collection: Pick<Collection, 'game' | 'captures'>,
    readonly puzzle: Puzzle,
    /** What the player was told of the solution, in this try or not long before. */
    public help: Help | null = null,
  ) {
    this.ref = { name: collection.game, captures: collection.captures };
    this.game = gameOf(this.ref);
    this.state = stateOf(this.ref, [], puzzle.position);
    this.stage = puzzle.first === undefined ? 'yours' : 'before';
  }

  /** The moves so far. */
  get played(): readonly string[] {
    return this.moves;
  }

  /** How many moves of the line the player makes. */
  get ownMoves(): number {
    return (this.puzzle.line.length + 1) / 2;
  }

  /** The right moves now, that of the line first. */
  get right(): Move[] {
    if (this.stage !== 'yours') return [];
    const texts = this.puzzle.line[this.at]?.split('|') ?? [];
    return texts.flatMap((text) => this.state.legal.find((move) => move.text === text) ?? []);
  }

  /** Where to look: the piece that moves, or a point beside where one is placed. */
  lookAt(move: Move): number {
    if (move.from !== null) return move.from;
    const { lines, diagonals } = this.game;
    for (const line of [...lines, ...diagonals]) {
      const at = line.indexOf(move.to);
      const beside = line[at + 1] ?? line[at - 1];
      if (at >= 0 && beside !== undefined) return beside;
    }
    return move.to;
  }

  private advance(text: string): void {
    this.moves.push(text);
    this.state = stateOf(this.ref, this.moves, this.puzzle.position);
  }

  /** Plays the other side's move that comes first, or its answer. */
  answer(): void {
    if (this.stage === 'before') {
      this.advance(this.puzzle.first ?? '');
    } else if (this.stage === 'answer') {
      this.advance(this.puzzle.line[this.at] ?? '');
      this.at += 1;
    } else {
      return;
    }
    this.stage = 'yours';
  }

  /** Tries a move. A wrong one is not played. */
  play(move: Move): void {
    const [main, ...others] = this.right;
    if (!main) return;
    const last = this.at === this.puzzle.line.length - 1;
    if (move.text !== main.text && !others.some((other) => other.text === move.text)) {
      this.wrong += 1;
      this.said = { kind: this.at > 0 && this.ends(main) ? 'finish' : 'wrong', move };
      return;
    }
    this.hint = 0;
    // At the end every right move ends it; before, the answers are those to the main move.
    const played = last ? move : main;
    this.said = played.text === move.text ? { kind: 'right' } : { kind: 'also', move: main.text };
    this.advance(played.text);
    this.at += 1;
    this.stage = last ? 'solved' : 'answer';
  }

  /** Whether a move reaches what is asked for, so that slower moves are right but not wanted. */
  private ends(move: Move): boolean {
    if (this.puzzle.kind === 'eat') return move.over !== null;
    return stateOf(this.ref, [...this.moves, move.text], this.puzzle.position).result !== null;
  }

  /** Helps a little, and then more. */
  giveHint(): void {
    if (this.stage !== 'yours') return;
    this.help ??= 'hint';
    this.said = null;
    this.hint = this.hint === 0 ? 1 : 2;
  }

  /** Plays the solution out. */
  show(): void {
    if (this.stage === 'solved' || this.stage === 'shown') return;
    this.help = 'solution';
    this.said = null;
    this.hint = 0;
    const line = this.puzzle.line.map((text) => text.split('|')[0] ?? text);
    const first = this.puzzle.first === undefined ? [] : [this.puzzle.first];
    this.moves = [...first, ...line];
    this.state = stateOf(this.ref, this.moves, this.puzzle.position);
    this.at = line.length;
    this.stage = 'shown';
  }

  /** The moves of the solution, as one reads them. */
  get solution(): string {
    return this.puzzle.line.map((text) => text.split('|')[0] ?? text).join(' ');
  }
}
