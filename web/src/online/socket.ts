/**
 * One connection to the service for everything that happens: it comes back by itself after a
 * random time that grows with each failure, follows games on from the last event it has seen, and
 * sends again what was not answered. What is sent twice takes effect once, by its identifier.
 */

import { newId, OnlineError } from './api';
import type {
  Challenge,
  Command,
  EventsMessage,
  Incoming,
  Lobby,
  Problem,
  StateMessage,
} from './types';

/** What is used of a WebSocket. */
export interface Wire {
  send(text: string): void;
  close(): void;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
}

/** Someone who follows a game. */
export interface Follower {
  /** The last event that was seen; 0 asks for the whole state. */
  seen(): number;
  state(message: StateMessage): void;
  events(message: EventsMessage): void;
  failed(problem: Problem): void;
  /** Whether a clock runs, so that a lost connection costs time. */
  hurries(): boolean;
}

export type Notice =
  | { type: 'started'; game: string }
  /** It is the player's turn in a game that this page does not follow. */
  | { type: 'your-turn'; game: string }
  | { type: 'ended'; game: string }
  /** Notices were lost: what is waited for has to be looked at. */
  | { type: 'missed' }
  | { type: 'challenge'; challenge: Challenge }
  | { type: 'challenge-gone'; challenge: string };

export interface Me {
  player: string | null;
  name: string | null;
}

/** `lost` is a connection that was there, or was tried for, and is tried for again. */
export type Status = 'idle' | 'connecting' | 'open' | 'lost';

interface Waiting {
  game: string;
  id: string;
  command: Command;
  /** Whether it waits for the next connection if this one is lost. */
  keep: boolean;
  resolve: (number: number) => void;
  reject: (error: OnlineError) => void;
}

/** The first pause before a new attempt, and the longest: also where a clock runs. */
const PAUSE = 800;
const LONGEST = 30_000;
const LONGEST_IN_A_HURRY = 4_000;
/** The latest measurements of the service's clock that count. */
const MEASUREMENTS = 5;
/** After this long without a message the service is asked whether it is there. */
const QUIET = 20_000;
/** How long an answer may take before the connection counts as lost. */
const PATIENCE = 8_000;
/** Commands that wait for an answer, at most. */
const WAITING = 32;

const offline = () => new OnlineError({ code: 'offline', message: 'no connection' });

export class OnlineSocket {
  status: Status = 'idle';
  /** Who the service takes us for; nothing before the first connection. */
  me: Me | null = null;
  /** The account of the connection before. */
  private known: string | null | undefined;
  /** The service's clock, less ours, as it was measured of late. */
  private offsets: number[] = [];
  private wire: Wire | null = null;
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private pings = 0;
  private readonly followers = new Map<string, Follower>();
  private readonly waiting = new Map<string, Waiting>();
  private readonly lobbies = new Set<(lobby: Lobby) => void>();
  private readonly notices = new Set<(notice: Notice) => void>();
  private readonly watchers = new Set<() => void>();
  private greeted: ((me: Me) => void)[] = [];

  constructor(
    private readonly connect: () => Wire,
    private readonly random: () => number = Math.random,
  ) {}

  /** The service's time. */
  now(): number {
    // The message that was quickest tells best.
    return Date.now() + (this.offsets.length ? Math.max(...this.offsets) : 0);
  }

  start(): void {
    if (this.status !== 'idle') return;
    this.set('connecting');
    this.open();
  }

  /** Ends the connection; `start` begins anew. */
  stop(): void {
    this.hangUp();
    for (const one of this.waiting.values()) one.reject(offline());
    this.waiting.clear();
    this.me = null;
    this.offsets = [];
    this.failures = 0;
    this.set('idle');
  }

  /** Connects again, since another account is signed in now. */
  restart(): Promise<Me> {
    this.hangUp();
    this.me = null;
    this.failures = 0;
    this.set('connecting');
    const greeted = this.ready();
    this.open();
    return greeted;
  }

  /** Waits until the service has said who we are. */
  ready(): Promise<Me> {
    if (this.status === 'open' && this.me) return Promise.resolve(this.me);
    return new Promise((resolve) => this.greeted.push(resolve));
  }

  /** The network may be back: there is no reason to wait. */
  wake(): void {
    if (this.status === 'lost') {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.open(), this.random() * PAUSE);
    } else if (this.status === 'open') this.probe();
  }

  /** The network is gone. */
  drop(): void {
    if (this.status === 'idle') return;
    this.hangUp();
    this.lost();
  }

  follow(game: string, follower: Follower): () => void {
    this.followers.set(game, follower);
    this.sendFollow(game);
    return () => {
      if (this.followers.get(game) !== follower) return;
      this.followers.delete(game);
      this.send({ type: 'unfollow', game });
    };
  }

  /** Asks for the whole state of a game that is followed, or for what follows what was seen. */
  again(game: string): void {
    this.sendFollow(game);
  }

  watchLobby(handler: (lobby: Lobby) => void): () => void {
    this.lobbies.add(handler);
    this.send({ type: 'lobby', on: true });
    return () => {
      this.lobbies.delete(handler);
      if (this.lobbies.size === 0) this.send({ type: 'lobby', on: false });
    };
  }

  onNotice(handler: (notice: Notice) => void): () => void {
    this.notices.add(handler);
    return () => this.notices.delete(handler);
  }

  onStatus(handler: () => void): () => void {
    this.watchers.add(handler);
    return () => this.watchers.delete(handler);
  }

  /**
   * Sends a command, and gives the number of the event it led to. With `keep` it waits for the
   * next connection where there is none; otherwise it is refused then.
   */
  command(
    game: string,
    command: Command,
    { keep = false, id = newId() }: { keep?: boolean; id?: string } = {},
  ): Promise<number> {
    return new Promise((resolve, reject) => {
      if (!keep && this.status !== 'open') return reject(offline());
      if (this.waiting.size >= WAITING) {
        return reject(new OnlineError({ code: 'too-many', message: 'too many commands wait' }));
      }
      const waiting = { game, id, command, keep, resolve, reject };
      this.waiting.set(id, waiting);
      this.sendCommand(waiting);
    });
  }

  private set(status: Status): void {
    if (this.status === status) return;
    this.status = status;
    this.watchers.forEach((watcher) => watcher());
  }

  private open(): void {
    clearTimeout(this.timer);
    let wire: Wire;
    try {
      wire = this.connect();
    } catch {
      return this.lost();
    }
    this.wire = wire;
    wire.onmessage = ({ data }) => {
      if (this.wire !== wire || typeof data !== 'string') return;
      this.heard();
      try {
        this.incoming(JSON.parse(data) as Incoming);
      } catch (error) {
        // What is no JSON did not come from the service.
        if (!(error instanceof SyntaxError)) throw error;
      }
    };
    wire.onclose = () => {
      if (this.wire !== wire) return;
      this.hangUp();
      this.lost();
    };
    // A connection that does not come about counts as lost, too.
    this.silence = setTimeout(() => wire.onclose?.(), PATIENCE);
  }

  private hangUp(): void {
    clearTimeout(this.timer);
    clearTimeout(this.silence);
    const wire = this.wire;
    this.wire = null;
    if (!wire) return;
    wire.onclose = null;
    wire.onmessage = null;
    try {
      wire.close();
    } catch {
      // It is gone already.
    }
  }

  private lost(): void {
    this.set('lost');
    for (const [id, one] of this.waiting) {
      if (one.keep) continue;
      this.waiting.delete(id);
      one.reject(offline());
    }
    const hurry = [...this.followers.values()].some((follower) => follower.hurries());
    const longest = hurry ? LONGEST_IN_A_HURRY : LONGEST;
    const pause = Math.min(PAUSE * 2 ** this.failures, longest);
    this.failures += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), pause * (0.5 + this.random()));
  }

  /** A message came: the connection lives. */
  private heard(): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.probe(), QUIET);
  }

  private probe(): void {
    this.pings += 1;
    this.send({ type: 'ping', n: this.pings });
    this.expectAnswer();
  }

  private expectAnswer(): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.wire?.onclose?.(), PATIENCE);
  }

  private send(message: object): void {
    if (this.status !== 'open') return;
    try {
      this.wire?.send(JSON.stringify(message));
    } catch {
      // The end of the connection is told by `onclose`.
    }
  }

  private sendFollow(game: string): void {
    const follower = this.followers.get(game);
    if (follower) this.send({ type: 'follow', game, after: follower.seen() });
  }

  private sendCommand({ game, id, command }: Waiting): void {
    if (this.status !== 'open') return;
    this.send({ type: 'command', game, id, command });
    this.expectAnswer();
  }

  private measure(now: number): void {
    // Old measurements are forgotten: our clock may have been set since.
    this.offsets = [now - Date.now(), ...this.offsets].slice(0, MEASUREMENTS);
  }

  private incoming(message: Incoming): void {
    switch (message.type) {
      case 'hello':
        this.offsets = [];
        this.measure(message.now);
        this.failures = 0;
        this.me = { player: message.player, name: message.name };
        this.resume(this.me, this.known !== undefined && this.known !== message.player);
        this.known = message.player;
        break;
      case 'state':
        this.measure(message.now);
        this.followers.get(message.game)?.state(message);
        break;
      case 'events':
        this.measure(message.now);
        this.followers.get(message.game)?.events(message);
        break;
      case 'answer':
        this.answered(message);
        break;
      case 'lobby':
        this.lobbies.forEach((handler) => handler(message.lobby));
        break;
      case 'started':
      case 'your-turn':
      case 'ended':
      case 'missed':
      case 'challenge':
      case 'challenge-gone':
        this.notices.forEach((handler) => handler(message));
        break;
      case 'error':
        this.refused(message.game, message.error);
        break;
      case 'pong':
        this.measure(message.now);
        break;
      default:
      // A newer service may say more.
    }
  }

  /** Goes on where the last connection ended. */
  private resume(me: Me, another: boolean): void {
    this.set('open');
    for (const game of this.followers.keys()) {
      // Another account may have another seat: the state says which.
      if (another) this.send({ type: 'follow', game, after: 0 });
      else this.sendFollow(game);
    }
    if (this.lobbies.size > 0) this.send({ type: 'lobby', on: true });
    for (const one of this.waiting.values()) this.sendCommand(one);
    const greeted = this.greeted;
    this.greeted = [];
    greeted.forEach((resolve) => resolve(me));
  }

  private answered(answer: Incoming & { type: 'answer' }): void {
    const one = this.waiting.get(answer.id);
    if (!one) return;
    const { error } = answer;
    const passing = error?.code === 'unavailable' || error?.code === 'too-many';
    if (passing && one.keep) {
      setTimeout(
        () => this.waiting.has(one.id) && this.sendCommand(one),
        (error.seconds ?? 1) * 1000 * (1 + this.random() / 2),
      );
      return;
    }
    this.waiting.delete(answer.id);
    if (error) one.reject(new OnlineError(error));
    else one.resolve(answer.number ?? 0);
  }

  private refused(game: string | undefined, problem: Problem): void {
    const follower = game === undefined ? undefined : this.followers.get(game);
    if (!follower || game === undefined) return;
    if (problem.code === 'not-found') return follower.failed(problem);
    // The database or a limit stood in the way: follow again after a moment.
    setTimeout(() => this.sendFollow(game), (problem.seconds ?? 1) * 1000 * (1 + this.random()));
  }
}
