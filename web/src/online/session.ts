/** One online game as it is played or watched from this page. */

import {
  game as describeGame,
  state as stateOf,
  type Game,
  type GameRef,
  type Move,
  type Side,
  type State,
} from '../rules';
import { newId, OnlineError } from './api';
import { drop, remembered, rememberMove, type SentMove } from './outbox';
import { Gap, gameRef, otherSide, reduce, shows } from './reduce';
import type { OnlineSocket } from './socket';
import type {
  Away,
  Command,
  Ending,
  EventsMessage,
  GameEvent,
  Phrase,
  Players,
  Problem,
  Snapshot,
  StateMessage,
} from './types';

/** What has happened, for those who draw, speak and sound. */
export type Happening =
  | { kind: 'moved'; move: Move; side: Side; own: boolean }
  | { kind: 'event'; event: GameEvent }
  | { kind: 'over'; ending: Ending }
  | { kind: 'premove-dropped' }
  | { kind: 'refused'; error: OnlineError }
  | { kind: 'changed' };

/** A move that is played as soon as the opponent has moved, if it is legal then. */
export interface Premove {
  /** The number of moves before it. */
  ply: number;
  move: Move;
}

/** How long a phrase is shown. */
const SAID = 12_000;

export class OnlineSession {
  /** Nothing before the first state. */
  snapshot: Snapshot | null = null;
  you: Side | null = null;
  players: Players = { tiger: null, goat: null };
  game: Game | null = null;
  /** The position of the log. */
  private state: State | null = null;
  /** The move that waits for its answer, and the position with it. */
  pending: SentMove | null = null;
  private ahead: State | null = null;
  premove: Premove | null = null;
  missing = false;
  /** How many milliseconds ago the game was as it is shown, to those who watch a rated one. */
  private delay = 0;
  /** Whether the whole state was asked for, since the events did not add up. */
  private behind = false;
  readonly said: Partial<Record<Side, { phrase: Phrase; number: number }>> = {};
  private at: number | null = null;
  private readonly past = new Map<string, State>();
  private readonly unfollow: () => void;
  private ended = false;

  constructor(
    readonly id: string,
    private readonly socket: OnlineSocket,
    public happened: (happening: Happening) => void,
  ) {
    this.unfollow = socket.follow(id, {
      seen: () => (this.behind ? 0 : (this.snapshot?.number ?? 0)),
      state: (message) => this.take(message),
      events: (message) => this.add(message),
      failed: (problem) => this.fail(problem),
      hurries: () => this.ticking !== null && this.snapshot?.setup.time.type === 'increment',
    });
  }

  stop(): void {
    this.ended = true;
    this.unfollow();
  }

  private fail(problem: Problem): void {
    this.missing = problem.code === 'not-found';
    this.happened({ kind: 'changed' });
  }

  /** The whole state: at the beginning, or after too long an absence. */
  private take(message: StateMessage): void {
    const first = this.snapshot === null;
    const before = this.moves;
    const over = this.snapshot?.ending !== undefined;
    this.behind = false;
    this.you = message.you;
    this.players = message.players;
    this.delay = message.delay;
    this.game = describeGame(gameRef(message.state.setup));
    this.stand(message.state);
    if (first) this.sendAgain();
    this.takePremoveAlong(before);
    const { ending } = message.state;
    if (!first && !over && ending) this.happened({ kind: 'over', ending });
    this.happened({ kind: 'changed' });
  }

  /** A premove that was held while the moves after `before` were made: played, kept or dropped. */
  private takePremoveAlong(before: string[]): void {
    const { premove, snapshot } = this;
    if (!premove || !snapshot) return;
    const goesOn = before.every((move, i) => move === snapshot.moves[i]);
    if (snapshot.ending) this.premove = null;
    else if (goesOn && snapshot.ply === premove.ply) this.playPremove();
    else if (!goesOn || snapshot.ply > premove.ply) this.dropPremove();
  }

  private add({ events }: EventsMessage): void {
    if (this.behind) return;
    for (const event of events) {
      // Events that were seen before come again after a reconnect; they change nothing.
      if (this.snapshot && event.number <= this.snapshot.number) continue;
      try {
        this.stand(reduce(this.snapshot, event, stateOf));
      } catch (error) {
        if (!(error instanceof Gap)) throw error;
        return this.lookAgain();
      }
      this.tell(event);
    }
    this.happened({ kind: 'changed' });
  }

  /** Asks for the whole state; what is shown stays until it comes. */
  private lookAgain(): void {
    this.behind = true;
    this.socket.again(this.id);
  }

  /** Takes a state, and the rules' view of it. */
  private stand(snapshot: Snapshot): void {
    this.snapshot = snapshot;
    this.state = stateOf(gameRef(snapshot.setup), snapshot.moves);
    if (this.pending && (this.pending.ply !== snapshot.ply || snapshot.ending)) this.forget();
  }

  private forget(): void {
    if (this.pending) drop(this.id, this.pending.id);
    this.pending = null;
    this.ahead = null;
  }

  private tell(event: GameEvent): void {
    this.happened({ kind: 'event', event });
    if (event.type === 'moved' && this.state) {
      this.tellMove(this.state);
      if (this.state.turn === this.you) this.playPremove();
    }
    if (event.type === 'taken-back') {
      this.at = null;
      this.told = null;
      if (this.premove) this.dropPremove();
    }
    if (event.type === 'said') {
      this.said[event.side] = { phrase: event.phrase, number: event.number };
      setTimeout(() => {
        if (this.said[event.side]?.number !== event.number) return;
        delete this.said[event.side];
        this.happened({ kind: 'changed' });
      }, SAID);
    }
    if (event.type === 'ended') {
      this.premove = null;
      this.at = null;
      this.happened({
        kind: 'over',
        ending: { outcome: event.outcome, reason: event.reason },
      });
    }
  }

  /** The position whose last move was announced: the player's own is announced when it is made. */
  private told: string | null = null;

  private tellMove(state: State): void {
    const key = state.moves.join(' ');
    if (!state.last_move || key === this.told) return;
    this.told = key;
    this.at = null;
    const side = otherSide(state.turn);
    this.happened({ kind: 'moved', move: state.last_move, side, own: side === this.you });
  }

  get ref(): GameRef {
    return this.snapshot ? gameRef(this.snapshot.setup) : {};
  }

  get ending(): Ending | null {
    return this.snapshot?.ending ?? null;
  }

  get opponent(): Side | null {
    return this.you && otherSide(this.you);
  }

  get rated(): boolean {
    return this.snapshot?.setup.rated ?? false;
  }

  /** The moves, with the one that waits for its answer. */
  get moves(): string[] {
    const moves = this.snapshot?.moves ?? [];
    return this.pending ? [...moves, this.pending.move] : moves;
  }

  /** The position now, with the move that waits for its answer. */
  get now(): State | null {
    return this.ahead ?? this.state;
  }

  get turn(): Side | null {
    return this.ending ? null : (this.now?.turn ?? null);
  }

  get yourTurn(): boolean {
    return this.you !== null && this.turn === this.you && !this.now?.result;
  }

  /** The number of moves in the position that is shown. */
  get ply(): number {
    return Math.min(this.at ?? Infinity, this.moves.length);
  }

  get looksBack(): boolean {
    return this.ply < this.moves.length;
  }

  look(ply: number): void {
    const all = this.moves.length;
    const wanted = Math.min(Math.max(ply, 0), all);
    if (wanted === this.ply) return;
    this.at = wanted === all ? null : wanted;
    this.happened({ kind: 'changed' });
  }

  /** The position that is shown. */
  get shown(): State | null {
    if (!this.looksBack) return this.now;
    const moves = this.moves.slice(0, this.ply);
    const key = moves.join(' ');
    let state = this.past.get(key);
    if (!state) {
      if (this.past.size > 500) this.past.clear();
      state = stateOf(this.ref, moves);
      this.past.set(key, state);
    }
    return state;
  }

  /** Moves that the player may make now: real ones, or premoves while the opponent thinks. */
  get choices(): Move[] {
    if (!this.you || this.looksBack || this.ending || !this.now) return [];
    return this.yourTurn ? this.now.legal : this.premoves();
  }

  private premovesOf: { moves: string; list: Move[] } = { moves: '-', list: [] };

  /** Moves that are legal after at least one move of the opponent. */
  private premoves(): Move[] {
    const { now, moves } = this;
    // Before both have moved there is nothing to be quick about.
    if (!now || now.result || moves.length < 1) return [];
    const key = moves.join(' ');
    if (this.premovesOf.moves !== key) {
      const found = new Map<string, Move>();
      for (const theirs of now.legal) {
        for (const ours of stateOf(this.ref, [...moves, theirs.text]).legal) {
          found.set(ours.text, ours);
        }
      }
      this.premovesOf = { moves: key, list: [...found.values()] };
    }
    return this.premovesOf.list;
  }

  /** Plays a move, or holds it until the opponent has moved. */
  play(move: Move): void {
    if (!this.choices.some((choice) => choice.text === move.text)) return;
    if (this.yourTurn) return this.send(move.text);
    this.premove = { ply: this.moves.length + 1, move };
    this.happened({ kind: 'changed' });
  }

  cancelPremove(): void {
    this.premove = null;
    this.happened({ kind: 'changed' });
  }

  private dropPremove(): void {
    this.premove = null;
    this.happened({ kind: 'premove-dropped' });
  }

  /** A premove is sent for the position it was made for, if the rules allow it there. */
  private playPremove(): void {
    const { premove, state, snapshot } = this;
    if (!premove || !state || !snapshot || snapshot.ending) return;
    this.premove = null;
    const legal = state.legal.some((move) => move.text === premove.move.text);
    if (premove.ply === snapshot.ply && legal) this.send(premove.move.text);
    else this.dropPremove();
  }

  private send(text: string, id = newId()): void {
    const { snapshot } = this;
    if (!snapshot) return;
    const sent: SentMove = { id, ply: snapshot.ply, move: text };
    this.pending = sent;
    this.ahead = stateOf(this.ref, [...snapshot.moves, text]);
    // Kept beyond a reload, until it is answered.
    rememberMove(this.id, sent);
    this.tellMove(this.ahead);
    this.happened({ kind: 'changed' });
    const command: Command = { type: 'move', ply: sent.ply, move: text };
    this.socket.command(this.id, command, { keep: true, id }).then(
      (number) => this.answered(sent, number),
      (error: unknown) => this.refused(error, sent),
    );
  }

  /** The log shows the move from now on: its event comes before or after the answer. */
  private answered(sent: SentMove, number: number): void {
    drop(this.id, sent.id);
    // One that was seen long ago, and taken back since, is not on its way any more.
    if (this.pending?.id !== sent.id || !this.snapshot || number > this.snapshot.number) return;
    this.forget();
    this.happened({ kind: 'changed' });
  }

  /** A move that was made before a reload and not answered is sent again. */
  private sendAgain(): void {
    const sent = remembered(this.id);
    const { snapshot, state, you } = this;
    if (!sent || !snapshot || !state) return;
    const fits = sent.ply === snapshot.ply && !snapshot.ending && state.turn === you;
    if (fits && state.legal.some((move) => move.text === sent.move)) this.send(sent.move, sent.id);
    else drop(this.id, sent.id);
  }

  private refused(error: unknown, sent?: SentMove): void {
    if (this.ended) return;
    if (sent && this.pending?.id === sent.id) {
      this.forget();
      this.told = null;
      // What the service knows counts.
      this.lookAgain();
    }
    if (error instanceof OnlineError) this.happened({ kind: 'refused', error });
  }

  /** Any command but a move. */
  command(command: Command): void {
    const keep = command.type === 'resign';
    this.socket.command(this.id, command, { keep }).catch((error: unknown) => this.refused(error));
  }

  /** The moment that is shown: who watches late sees clocks as they were with the moves. */
  private time(): number {
    return this.socket.now() - this.delay;
  }

  /** Milliseconds that a side has left, if there is a clock. */
  timeLeft(side: Side): number | null {
    return this.snapshot?.clocks ? shows(this.snapshot.clocks, side, this.time()) : null;
  }

  get ticking(): Side | null {
    return this.snapshot?.clocks?.running ?? null;
  }

  /** Milliseconds until the game is aborted, while a first move is missing. */
  firstMoveLeft(): number | null {
    const { snapshot } = this;
    const awaited = snapshot?.setup.time.type === 'increment' && !this.ticking;
    if (!snapshot?.deadline || !awaited) return null;
    return Math.max(0, snapshot.deadline - this.time());
  }

  away(side: Side): Away | null {
    return this.snapshot?.absent?.find((one) => one.side === side) ?? null;
  }

  /** Milliseconds until the game can be claimed; nothing where it cannot. */
  claimLeft(): number | null {
    const away = this.opponent && this.away(this.opponent);
    if (!away || away.claimable === undefined || this.ending) return null;
    return Math.max(0, away.claimable - this.socket.now());
  }

  /** Whether both sides have moved: from then on the game has a result. */
  get underway(): boolean {
    return (this.snapshot?.furthest ?? 0) >= 2;
  }
}
