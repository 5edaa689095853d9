import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { state as stateOf, use } from '../rules';
import { caller } from '../rules/module';
import { OnlineError } from './api';
import { reduce } from './reduce';
import { OnlineSession, type Happening } from './session';
import type { Follower, OnlineSocket } from './socket';
import type { Command, GameEvent, Snapshot } from './types';

beforeAll(async () => {
  const bytes = readFileSync(new URL('../wasm/rules.wasm', import.meta.url));
  const { instance } = await WebAssembly.instantiate(bytes, {});
  use(caller(instance));
});

/** A service with one game of Kaooa, in which the vulture begins. */
class FakeSocket {
  follower: Follower | undefined;
  sent: { id: string; command: Command }[] = [];
  asked = 0;
  time = 1_000_000;
  delay = 0;
  log: GameEvent[] = [];
  state: Snapshot;
  private readonly answers = new Map<string, (answer: number | OnlineError) => void>();

  constructor() {
    const setup = {
      game: 'kaooa',
      time: { type: 'increment' as const, base: 300, increment: 3 },
      rated: false,
    };
    const seats = { tiger: 'maya', goat: 'tenzin' };
    const created = { number: 1, at: this.time, type: 'created' as const, version: 1 };
    this.state = reduce(null, { ...created, setup, seats }, stateOf);
  }

  now(): number {
    return this.time;
  }

  follow(_game: string, follower: Follower): () => void {
    this.follower = follower;
    return () => {};
  }

  again(): void {
    this.asked += 1;
  }

  command(_game: string, command: Command, { id = 'x' } = {}): Promise<number> {
    this.sent.push({ id, command });
    return new Promise((resolve, reject) => {
      this.answers.set(id, (answer) =>
        typeof answer === 'number' ? resolve(answer) : reject(answer),
      );
    });
  }

  /** Answers a command: with the number of its event, by default the next one, or an error. */
  async answer(id: string, answer: number | OnlineError = this.state.number + 1): Promise<void> {
    this.answers.get(id)?.(answer);
    await Promise.resolve();
    await Promise.resolve();
  }

  say(you: 'tiger' | 'goat' | null): void {
    const person = (id: string) => ({ id, name: id });
    const players = { tiger: person('maya'), goat: person('tenzin') };
    const { time: now, delay, state } = this;
    this.follower?.state({ game: 'g', you, now, delay, players, state });
  }

  /** Something happens, and is told. */
  happen(event: object, tell = true): void {
    const full = { number: this.state.number + 1, at: this.time, ...event } as GameEvent;
    this.state = reduce(this.state, full, stateOf);
    if (tell) this.follower?.events({ game: 'g', now: this.time, events: [full] });
  }

  moved(move: string, id = 'theirs'): void {
    this.happen({ type: 'moved', ply: this.state.ply, move, id });
  }
}

let socket: FakeSocket;
let session: OnlineSession;
let happened: Happening['kind'][];

function open(you: 'tiger' | 'goat' | null): void {
  happened = [];
  session = new OnlineSession('g', socket as unknown as OnlineSocket, ({ kind }) =>
    happened.push(kind),
  );
  socket.say(you);
}

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
  socket = new FakeSocket();
});
afterEach(() => vi.unstubAllGlobals());

const play = (text: string) => {
  const move = session.choices.find((choice) => choice.text === text);
  if (!move) throw new Error(`${text} cannot be chosen`);
  session.play(move);
};
const latePly = () =>
  new OnlineError({
    code: 'refused',
    message: 'ply',
    refusal: { key: 'ply', found: 0, expected: 1 },
  });

it('shows a move at once, and takes it from the log when that has it', async () => {
  open('tiger');
  play('B3');
  expect(session.moves).toEqual(['B3']);
  expect(session.pending).toMatchObject({ ply: 0, move: 'B3' });
  expect(session.yourTurn).toBe(false);
  expect(happened.filter((kind) => kind === 'moved')).toHaveLength(1);
  const { id } = socket.sent[0]!;
  await socket.answer(id);
  socket.moved('B3', id);
  expect(session.pending).toBeNull();
  expect(session.moves).toEqual(['B3']);
  // It was told when it was made, and is not told again.
  expect(happened.filter((kind) => kind === 'moved')).toHaveLength(1);
});

it('sends a move again after a reload, under the same identifier, until it is answered', async () => {
  open('tiger');
  play('B3');
  const first = socket.sent[0]!;
  open('tiger');
  expect(socket.sent[1]).toEqual(first);
  expect(session.moves).toEqual(['B3']);
  await socket.answer(first.id);
  open('tiger');
  expect(socket.sent).toHaveLength(2);
});

it('forgets a move of before a reload that the log has, or that fits no more', () => {
  open('tiger');
  play('B3');
  socket.happen({ type: 'moved', ply: 0, move: 'B3', id: socket.sent[0]!.id }, false);
  open('tiger');
  expect(socket.sent).toHaveLength(1);
  expect(session.moves).toEqual(['B3']);
  expect(session.pending).toBeNull();
});

it('does not wait for a move of before a reload that was taken back since', async () => {
  open('tiger');
  play('B3');
  const { id } = socket.sent[0]!;
  // Meanwhile the move was stored, answered and taken back on another device.
  socket.happen({ type: 'moved', ply: 0, move: 'B3', id }, false);
  socket.happen({ type: 'taken-back', ply: 0, side: 'goat', id: 't' }, false);
  open('tiger');
  expect(socket.sent[1]?.id).toBe(id);
  await socket.answer(id, 2);
  expect(session.pending).toBeNull();
  expect(session.moves).toEqual([]);
  expect(session.yourTurn).toBe(true);
});

it('hurries back while a clock runs', () => {
  open('goat');
  expect(socket.follower?.hurries()).toBe(false);
  socket.moved('B3');
  socket.moved('C3');
  expect(socket.follower?.hurries()).toBe(true);
  socket.happen({ type: 'ended', outcome: 'goat-win', reason: 'resignation', side: 'tiger' });
  expect(socket.follower?.hurries()).toBe(false);
});

it('takes a move back that was refused, and asks what the position is', async () => {
  open('tiger');
  play('B3');
  await socket.answer(socket.sent[0]!.id, latePly());
  expect(session.moves).toEqual([]);
  expect(happened).toContain('refused');
  expect(socket.asked).toBe(1);
  expect(socket.follower?.seen()).toBe(0);
  // What is shown stays until the answer comes.
  expect(session.snapshot).not.toBeNull();
  socket.say('tiger');
  expect(socket.follower?.seen()).toBe(1);
});

it('asks for the state where events are missing, and shows none of what follows', () => {
  open(null);
  socket.happen({ type: 'moved', ply: 0, move: 'B3', id: 'a' }, false);
  socket.moved('C3');
  expect(socket.asked).toBe(1);
  expect(session.moves).toEqual([]);
  socket.say(null);
  expect(session.moves).toEqual(['B3', 'C3']);
});

it('holds a premove, and plays it where it is legal', () => {
  open('goat');
  socket.moved('B3');
  socket.moved('C3');
  play('C1');
  expect(session.premove).toMatchObject({ ply: 3, move: { text: 'C1' } });
  expect(socket.sent).toHaveLength(0);
  socket.moved('B3D2');
  expect(session.premove).toBeNull();
  expect(socket.sent[0]?.command).toEqual({ type: 'move', ply: 3, move: 'C1' });
  expect(session.moves).toEqual(['B3', 'C3', 'B3D2', 'C1']);
});

it('drops a premove that is not legal after the move, or whose position is gone', () => {
  open('goat');
  socket.moved('B3');
  socket.moved('C3');
  play('D2');
  socket.moved('B3D2');
  expect(socket.sent).toHaveLength(0);
  expect(happened).toContain('premove-dropped');
  socket.moved('C3');
  play('C1');
  socket.happen({ type: 'taken-back', ply: 2, side: 'goat', id: 't' });
  expect(session.premove).toBeNull();
  expect(socket.sent).toHaveLength(0);
});

it('takes a premove along when the whole state comes, as after a long absence', () => {
  open('goat');
  socket.moved('B3');
  socket.moved('C3');
  play('C1');
  socket.say('goat');
  expect(session.premove).toMatchObject({ ply: 3 });
  expect(socket.sent).toHaveLength(0);
  // The opponent has moved meanwhile.
  socket.happen({ type: 'moved', ply: 2, move: 'B3D2', id: 'theirs' }, false);
  socket.say('goat');
  expect(session.premove).toBeNull();
  expect(socket.sent[0]?.command).toEqual({ type: 'move', ply: 3, move: 'C1' });
});

it('drops a premove when a whole state comes that does not go on from where it was made', () => {
  open('goat');
  socket.moved('B3');
  socket.moved('C3');
  play('C1');
  socket.happen({ type: 'taken-back', ply: 1, side: 'goat', id: 't' }, false);
  socket.say('goat');
  expect(session.premove).toBeNull();
  expect(happened).toContain('premove-dropped');
  expect(socket.sent).toHaveLength(0);
});

it('offers premoves that are legal after some answer, and only while the opponent is to move', () => {
  open('goat');
  // The vulture has not moved yet: there is nothing to be quick about.
  expect(session.choices).toEqual([]);
  socket.moved('B3');
  expect(session.yourTurn).toBe(true);
  socket.moved('C3');
  // C3 is empty only once its crow is captured.
  expect(session.choices.map((move) => move.text)).toContain('C3');
  socket.happen({ type: 'ended', outcome: 'goat-win', reason: 'resignation', side: 'tiger' });
  expect(session.choices).toEqual([]);
});

it('counts down until the game can be claimed, by the clock of the service', () => {
  open('goat');
  expect(session.claimLeft()).toBeNull();
  socket.happen({ type: 'left', side: 'tiger', claimable: socket.time + 40_000 });
  expect(session.claimLeft()).toBe(40_000);
  socket.time += 39_000;
  expect(session.claimLeft()).toBe(1000);
  socket.time += 5000;
  expect(session.claimLeft()).toBe(0);
  socket.happen({ type: 'returned', side: 'tiger' });
  expect(session.claimLeft()).toBeNull();
});

it('shows clocks by the time of the service, and the time for the first move', () => {
  open('goat');
  expect(session.firstMoveLeft()).toBe(60_000);
  socket.moved('B3');
  socket.moved('C3');
  expect(session.ticking).toBe('tiger');
  expect(session.firstMoveLeft()).toBeNull();
  socket.time += 10_000;
  expect(session.timeLeft('tiger')).toBe(290_000);
  expect(session.timeLeft('goat')).toBe(300_000);
});

it('steps through the moves, and follows the game again with the next one', () => {
  open(null);
  socket.moved('B3');
  socket.moved('C3');
  session.look(1);
  expect(session.shown?.moves).toEqual(['B3']);
  expect(session.looksBack).toBe(true);
  socket.moved('B3D2');
  expect(session.looksBack).toBe(false);
});

it('shows those who watch late the clocks as they were', () => {
  socket.delay = 10_000;
  open(null);
  for (const move of ['B3', 'C3', 'B3D2']) socket.moved(move, move);
  const since = socket.state.clocks!.since;
  const running = socket.state.clocks!.running!;
  const had = socket.state.clocks![running];
  socket.time = since + 10_000;
  expect(session.timeLeft(running)).toBe(had);
  socket.time = since + 14_000;
  expect(session.timeLeft(running)).toBe(had - 4_000);
  // Players see them as they are.
  socket.delay = 0;
  open('tiger');
  expect(session.timeLeft(running)).toBe(had - 14_000);
});
