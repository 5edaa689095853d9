/** A game between the user and the bot. */

import {
  game as describeGame,
  state as stateOf,
  type Game,
  type GameRef,
  type Move,
  type Side,
  type State,
} from '../rules';
import type { BotBox } from './box/box';
import type { Failure } from './box/protocol';

export class PlayTable {
  readonly game: Game;
  readonly moves: string[] = [];
  state: State;
  thinking = false;
  failure: Failure | null = null;
  /** What the bot logged about its last move. */
  log: string[] = [];
  private turn = 0;

  constructor(
    private readonly box: BotBox,
    private readonly ref: GameRef,
    readonly own: Side,
    private readonly changed: () => void,
  ) {
    this.game = describeGame(ref);
    this.state = stateOf(ref);
  }

  start(): void {
    void this.answer();
  }

  /** Whether the user is to move. */
  get yourTurn(): boolean {
    return !this.state.result && this.state.turn === this.own;
  }

  play(move: Move): void {
    if (!this.yourTurn) return;
    this.apply(move);
    void this.answer();
  }

  private apply(move: Move): void {
    this.moves.push(move.text);
    this.state = stateOf(this.ref, this.moves);
    this.changed();
  }

  /** The bot moves, if it is its turn. */
  async answer(): Promise<void> {
    if (this.state.result || this.yourTurn || this.thinking) return;
    const turn = ++this.turn;
    this.thinking = true;
    this.failure = null;
    this.changed();
    const reply = await this.box.ask(this.state);
    if (turn !== this.turn) return;
    this.thinking = false;
    this.log = reply.log;
    this.failure = reply.failure;
    if (reply.move) this.apply(reply.move);
    else this.changed();
  }

  /** Takes back to the user's last turn. */
  takeBack(): void {
    this.turn++;
    this.thinking = false;
    this.failure = null;
    this.box.close();
    do {
      this.moves.pop();
      this.state = stateOf(this.ref, this.moves);
    } while (this.moves.length > 0 && this.state.turn !== this.own);
    void this.answer();
    this.changed();
  }

  stop(): void {
    this.turn++;
    this.box.close();
  }
}
