/** One game as it is played: the rules' state, whose turn it is, and what may be done. */

import { engine, Stopped } from '../engine';
import { mayAsk, probe } from '../api';
import {
  game as describeGame,
  mainLine,
  state as stateOf,
  writeRecord,
  type Game,
  type Move,
  type Result,
  type Side,
  type State,
} from '../rules';
import { saveGame, type Ending, type SavedGame } from './saved';

/** How a game ended, by the rules or otherwise. */
export type Ended = Omit<Result, 'reason'> & { reason: Ending };

/** What has happened, for those who draw, speak and sound. */
export type Happening =
  | { kind: 'moved'; move: Move; side: Side; computer: boolean }
  | { kind: 'over'; result: Ended }
  /** A move was taken back after the game had ended: it goes on. */
  | { kind: 'reopened' }
  /** A hint was refused: the position stands in a rated game of the player. */
  | { kind: 'guarded' }
  /** The perfect player has no tables at hand, and another one plays for it. */
  | { kind: 'stand-in' }
  /** The browser does not store the game. */
  | { kind: 'unsaved' }
  | { kind: 'changed' };

/** The computer waits a little before it moves, so that one can follow. */
const PAUSE = 450;
/** How long a hint is thought about, where no tables are at hand. */
const HINT_MILLISECONDS = 900;

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The level that plays for the perfect player where the tables do not say. */
export const STAND_IN = 8;

/** A number that depends on the seed and the ply only. */
const pick = (seed: number, ply: number, of: number) =>
  of === 0 ? 0 : Math.abs(Math.imul(seed ^ (ply * 0x9e3779b1), 0x85ebca6b) >> 8) % of;

export class Session {
  readonly game: Game;
  state: State;
  /** Whether the computer, or a hint, is being thought about. */
  busy: 'computer' | 'hint' | null = null;
  hint: Move | null = null;
  /** Whether the computer's last move was that of a stand-in for the perfect player. */
  standIn = false;
  /** What went wrong: the computer's move, or a hint. */
  problem: { of: 'computer' | 'hint'; error: unknown } | null = null;
  /** The number of moves in the position that is shown; `null` follows the game. */
  private at: number | null = null;
  private readonly past = new Map<number, State>();
  /** The side that began. */
  private readonly first: Side;
  private turn = 0;
  private ended = false;
  /** When the clock of the side to move was started. */
  private since: number | null = null;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    readonly saved: SavedGame,
    private readonly happened: (happening: Happening) => void,
  ) {
    this.game = describeGame(saved.game);
    this.state = stateOf(saved.game, saved.moves, saved.start);
    this.first = stateOf(saved.game, [], saved.start).turn;
  }

  /** Goes on: the computer moves if it is its turn. */
  start(): void {
    if (this.saved.moves.length > 0) this.startClock();
    void this.think();
  }

  /** Ends the session; the game stays saved. */
  stop(): void {
    this.ended = true;
    this.turn++;
    this.stopClock();
    engine.stop();
  }

  /** The position that is shown: the game's, or an earlier one that is looked at. */
  get shown(): State {
    const { ply } = this;
    if (ply === this.saved.moves.length) return this.state;
    let state = this.past.get(ply);
    if (!state) {
      state = stateOf(this.saved.game, this.saved.moves.slice(0, ply), this.saved.start);
      this.past.set(ply, state);
    }
    return state;
  }

  /** The number of moves in the position that is shown. */
  get ply(): number {
    return Math.min(this.at ?? Infinity, this.saved.moves.length);
  }

  /** Whether an earlier position is shown. */
  get looksBack(): boolean {
    return this.ply < this.saved.moves.length;
  }

  /** Shows the position after some moves; says whether that is another one. */
  look(ply: number): boolean {
    const all = this.saved.moves.length;
    const wanted = Math.min(Math.max(ply, 0), all);
    if (wanted === this.ply) return false;
    this.at = wanted === all ? null : wanted;
    this.happened({ kind: 'changed' });
    return true;
  }

  /** Milliseconds that a side has left, if there is a clock. */
  timeLeft(side: Side): number | null {
    const { clock } = this.saved;
    if (!clock) return null;
    const runs = this.since !== null && this.state.turn === side;
    return Math.max(0, clock.left[side] - (runs ? Date.now() - (this.since ?? 0) : 0));
  }

  /** Whether the clock of the side to move runs. */
  get ticking(): boolean {
    return this.since !== null;
  }

  private startClock(): void {
    if (!this.saved.clock || this.result || this.ended) return;
    this.since = Date.now();
    this.timer ??= setInterval(() => {
      if (this.timeLeft(this.state.turn) === 0) this.flagFell();
      else this.happened({ kind: 'changed' });
    }, 200);
  }

  /** Keeps the time that has run, before the page goes: a reload would give it back. */
  keepTime(): void {
    const { clock } = this.saved;
    if (!clock || this.since === null) return;
    clock.left[this.state.turn] = this.timeLeft(this.state.turn) ?? 0;
    this.since = Date.now();
    saveGame(this.saved);
  }

  private stopClock(): void {
    const { clock } = this.saved;
    if (clock && this.since !== null) {
      clock.left[this.state.turn] = this.timeLeft(this.state.turn) ?? 0;
      saveGame(this.saved);
    }
    this.since = null;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private flagFell(): void {
    const loser = this.state.turn;
    this.stopClock();
    this.declare({ outcome: loser === 'tiger' ? 'goat-win' : 'tiger-win', reason: 'time' });
  }

  /** The result, by the rules or as it was declared. */
  get result(): Ended | null {
    const { declared } = this.saved;
    if (this.state.result) return this.state.result;
    return declared
      ? { ...declared, grand: false, worth: declared.outcome === 'draw' ? 0 : 1 }
      : null;
  }

  /** The side of the person, against the computer. */
  get own(): Side | null {
    const { opponent } = this.saved;
    if (opponent.kind === 'friend') return null;
    return opponent.side === 'tiger' ? 'goat' : 'tiger';
  }

  /** Whether a person moves next. */
  get yourTurn(): boolean {
    return !this.result && (this.own === null || this.own === this.state.turn);
  }

  /** The moves that a person may make now; none while an earlier position is looked at. */
  get moves(): Move[] {
    return this.yourTurn && !this.looksBack ? this.state.legal : [];
  }

  get canTakeBack(): boolean {
    if (this.own === null) return this.saved.moves.length > 0;
    // The computer's first move alone is not taken back.
    return this.saved.moves.length >= (this.own === this.first ? 1 : 2);
  }

  /** Plays a person's move. */
  play(move: Move): void {
    if (!this.moves.some((legal) => legal.text === move.text)) return;
    if (this.busy === 'hint') this.interrupt();
    this.apply(move, false);
    void this.think();
  }

  private apply(move: Move, computer: boolean): void {
    const side = this.state.turn;
    const { clock } = this.saved;
    if (clock) {
      this.stopClock();
      if (this.saved.moves.length > 0) clock.left[side] += clock.pace.increment * 1000;
    }
    this.hint = null;
    this.problem = null;
    this.at = null;
    this.saved.moves.push(move.text);
    if (clock) {
      // A game of an older version may have kept none of those before.
      while (clock.before.length <= this.saved.moves.length) clock.before.push({ ...clock.left });
    }
    this.state = stateOf(this.saved.game, this.saved.moves, this.saved.start);
    this.save();
    this.startClock();
    this.happened({ kind: 'moved', move, side, computer });
    if (this.result) this.happened({ kind: 'over', result: this.result });
  }

  private save(): void {
    this.saved.over = this.result !== null;
    if (!saveGame(this.saved)) this.happened({ kind: 'unsaved' });
  }

  /** Takes back to the person's last turn. */
  takeBack(): void {
    if (!this.canTakeBack) return;
    const wasOver = this.result !== null;
    this.interrupt();
    this.stopClock();
    delete this.saved.declared;
    delete this.saved.recorded;
    this.at = null;
    this.past.clear();
    const { moves, clock } = this.saved;
    do {
      moves.pop();
      this.state = stateOf(this.saved.game, moves, this.saved.start);
    } while (this.own !== null && this.state.turn !== this.own && moves.length > 0);
    if (clock) {
      // The clocks go back with the move: a flag that has fallen would fall again at once.
      const full = clock.pace.seconds * 1000;
      clock.left = { ...(clock.before[moves.length] ?? { tiger: full, goat: full }) };
      clock.before.length = Math.min(clock.before.length, moves.length + 1);
    }
    this.saved.takenBack++;
    this.hint = null;
    this.save();
    if (moves.length > 0) this.startClock();
    this.happened({ kind: wasOver ? 'reopened' : 'changed' });
    void this.think();
  }

  /** The person, or the one whose turn it is, gives up. */
  resign(): void {
    if (this.result) return;
    const loser = this.own ?? this.state.turn;
    this.declare({ outcome: loser === 'tiger' ? 'goat-win' : 'tiger-win', reason: 'resignation' });
  }

  /** Two people agree on a draw. */
  agree(): void {
    if (!this.result) this.declare({ outcome: 'draw', reason: 'agreement' });
  }

  private declare(declared: NonNullable<SavedGame['declared']>): void {
    this.interrupt();
    this.stopClock();
    this.hint = null;
    this.at = null;
    this.saved.declared = declared;
    this.save();
    if (this.result) this.happened({ kind: 'over', result: this.result });
  }

  private interrupt(): void {
    this.turn++;
    this.busy = null;
    engine.stop();
  }

  private line() {
    const { game, start, moves } = this.saved;
    return { game, start, moves: [...moves] };
  }

  private async think(): Promise<void> {
    const { opponent } = this.saved;
    if (opponent.kind !== 'computer' || this.result || this.state.turn !== opponent.side) return;
    const turn = ++this.turn;
    this.busy = 'computer';
    this.problem = null;
    this.happened({ kind: 'changed' });
    try {
      const [text] = await Promise.all([this.choose(opponent.level), sleep(PAUSE)]);
      if (this.ended || turn !== this.turn) return;
      this.busy = null;
      const move = this.state.legal.find((legal) => legal.text === text);
      if (move) this.apply(move, true);
      this.happened({ kind: 'changed' });
    } catch (error) {
      if (error instanceof Stopped || this.ended || turn !== this.turn) return;
      this.busy = null;
      this.problem = { of: 'computer', error };
      this.happened({ kind: 'changed' });
    }
  }

  private async choose(level: number | 'perfect'): Promise<string | null> {
    if (level !== 'perfect') return engine.choose(this.line(), level, this.saved.seed);
    const turn = this.turn;
    const best = await this.bestOfTables().catch(() => null);
    if (this.ended || turn !== this.turn) return null;
    const before = this.standIn;
    this.standIn = best === null;
    if (this.standIn && !before) this.happened({ kind: 'stand-in' });
    return best ?? engine.choose(this.line(), STAND_IN, this.saved.seed);
  }

  /** One of the best moves by the tables, if they know the position. */
  private async bestOfTables(): Promise<string | null> {
    if (!mayAsk(this.saved.game)) return null;
    const { known, moves } = await probe(this.saved.game, this.state.position);
    const first = moves?.[0];
    if (!known || !moves || !first) return null;
    const equal = moves.filter(
      (m) =>
        m.outcome === first.outcome && m.captures === first.captures && m.plies === first.plies,
    );
    return equal[pick(this.saved.seed, this.saved.moves.length, equal.length)]?.move ?? first.move;
  }

  /** Tries again after something went wrong. */
  retry(): void {
    void (this.problem?.of === 'hint' ? this.help() : this.think());
  }

  /** Looks for a good move for the person. */
  async help(): Promise<void> {
    if (!this.yourTurn || this.busy || this.looksBack) return;
    const turn = ++this.turn;
    this.busy = 'hint';
    this.problem = null;
    this.happened({ kind: 'changed' });
    try {
      // Loaded when it is needed: a first visit stays small.
      const { isGuarded } = await import('../online/guard');
      if (this.ended || turn !== this.turn) return;
      if (isGuarded(this.game.name, this.saved.game, this.state.position)) {
        this.busy = null;
        this.happened({ kind: 'guarded' });
        return;
      }
      const text =
        (await this.bestOfTables().catch(() => null)) ??
        (await engine.best(this.line(), { milliseconds: HINT_MILLISECONDS })).lines[0]?.moves[0];
      if (this.ended || turn !== this.turn) return;
      this.hint = this.state.legal.find((legal) => legal.text === text) ?? null;
      this.saved.hints++;
      this.save();
    } catch (error) {
      if (error instanceof Stopped || this.ended || turn !== this.turn) return;
      this.problem = { of: 'hint', error };
    }
    this.busy = null;
    this.happened({ kind: 'changed' });
  }

  /** The game as a record. */
  record(): string {
    const { declared, start } = this.saved;
    return writeRecord(this.saved.game, {
      ...(start ? { start } : {}),
      nodes: mainLine(this.saved.moves),
      outcome: declared?.outcome ?? null,
      // Records know no clocks: a loss on time is a result without a reason.
      reason: declared && declared.reason !== 'time' ? declared.reason : null,
    });
  }
}
