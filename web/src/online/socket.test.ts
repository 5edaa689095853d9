import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OnlineSocket, type Wire } from './socket';

interface Sent {
  type: string;
  id?: string;
  game?: string;
  after?: number;
  command?: object;
  on?: boolean;
}

class FakeWire implements Wire {
  onmessage: Wire['onmessage'] = null;
  onclose: Wire['onclose'] = null;
  sent: Sent[] = [];
  closed = false;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Sent);
  }
  close(): void {
    this.closed = true;
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  hello(): void {
    this.say({ type: 'hello', player: 'p', name: null, now: Date.now() + 5000 });
  }
  of(type: string): Sent[] {
    return this.sent.filter((one) => one.type === type);
  }
}

let wires: FakeWire[];
let socket: OnlineSocket;
const wire = () => wires[wires.length - 1]!;
const move = { type: 'move', ply: 0, move: 'C1' } as const;

beforeEach(() => {
  vi.useFakeTimers();
  wires = [];
  socket = new OnlineSocket(
    () => {
      wires.push(new FakeWire());
      return wire();
    },
    () => 0.5,
  );
  socket.start();
});
afterEach(() => {
  socket.stop();
  vi.useRealTimers();
});

const follower = (seen = () => 0, hurries = () => false) => ({
  seen,
  hurries,
  state: vi.fn(),
  events: vi.fn(),
  failed: vi.fn(),
});

it('is open once the service has said who we are, and keeps its clock', async () => {
  expect(socket.status).toBe('connecting');
  const ready = socket.ready();
  wire().hello();
  expect(await ready).toEqual({ player: 'p', name: null });
  expect(socket.status).toBe('open');
  expect(socket.now() - Date.now()).toBe(5000);
});

it('follows on from the last event after a lost connection', () => {
  wire().hello();
  let seen = 0;
  const one = follower(() => seen);
  socket.follow('g', one);
  expect(wire().of('follow')).toEqual([{ type: 'follow', game: 'g', after: 0 }]);
  wire().say({ type: 'events', game: 'g', now: 0, events: [] });
  expect(one.events).toHaveBeenCalledOnce();
  seen = 7;
  wire().onclose?.();
  expect(socket.status).toBe('lost');
  vi.advanceTimersByTime(1000);
  wire().hello();
  expect(wire().of('follow')).toEqual([{ type: 'follow', game: 'g', after: 7 }]);
});

it('sends a move again until it is answered, with the same identifier', async () => {
  wire().hello();
  const answer = socket.command('g', move, { keep: true });
  const [first] = wire().of('command');
  wire().onclose?.();
  vi.advanceTimersByTime(1000);
  wire().hello();
  expect(wire().of('command')).toEqual([first]);
  wire().say({ type: 'answer', id: first!.id, number: 4, repeated: true });
  expect(await answer).toBe(4);
  // Answered means answered: nothing is sent a third time.
  wire().onclose?.();
  vi.advanceTimersByTime(5000);
  wire().hello();
  expect(wire().of('command')).toEqual([]);
});

it('keeps a move that was made without a connection', () => {
  void socket.command('g', move, { keep: true }).catch(() => {});
  expect(wire().sent).toEqual([]);
  wire().hello();
  expect(wire().of('command')).toHaveLength(1);
});

it('refuses at once what must not wait for a connection', async () => {
  await expect(socket.command('g', { type: 'offer-draw' })).rejects.toMatchObject({
    code: 'offline',
  });
  wire().hello();
  const sent = socket.command('g', { type: 'offer-draw' });
  wire().onclose?.();
  await expect(sent).rejects.toMatchObject({ code: 'offline' });
});

it('tells a refusal with its reason, and tries again where the service is busy', async () => {
  wire().hello();
  const busy = socket.command('g', move, { keep: true, id: 'a' });
  wire().say({ type: 'answer', id: 'a', error: { code: 'unavailable', message: '', seconds: 1 } });
  expect(wire().of('command')).toHaveLength(1);
  vi.advanceTimersByTime(1500);
  expect(wire().of('command')).toHaveLength(2);
  const error = { code: 'refused', message: 'no', refusal: { key: 'ply' } };
  wire().say({ type: 'answer', id: 'a', error });
  await expect(busy).rejects.toMatchObject({ code: 'refused', problem: error });
});

it('takes no more commands than it can hold', async () => {
  for (let i = 0; i < 32; i++) void socket.command('g', move, { keep: true }).catch(() => {});
  await expect(socket.command('g', move, { keep: true })).rejects.toMatchObject({
    code: 'too-many',
  });
});

/** Milliseconds until each new attempt, when all of them fail. */
function pausesOf(attempts: number): number[] {
  return Array.from({ length: attempts }, () => {
    wire().onclose?.();
    const begun = Date.now();
    const before = wires.length;
    while (wires.length === before) vi.advanceTimersByTime(100);
    return Date.now() - begun;
  });
}

it('is back within a few seconds while a clock runs', () => {
  wire().hello();
  socket.follow(
    'g',
    follower(
      () => 3,
      () => true,
    ),
  );
  expect(Math.max(...pausesOf(9))).toBeLessThanOrEqual(6000);
});

it('keeps the time of the service when the clock of the device is set', () => {
  wire().hello();
  expect(socket.now() - Date.now()).toBe(5000);
  const time = socket.now();
  // An hour forward; the service says what time it is a few times.
  vi.setSystemTime(Date.now() + 3_600_000);
  for (let n = 0; n < 5; n++) wire().say({ type: 'pong', n, now: time });
  expect(socket.now()).toBe(time);
});

it('waits longer after each failure, and never longer than half a minute or so', () => {
  const pauses = pausesOf(9);
  for (let i = 1; i < pauses.length; i++) expect(pauses[i]!).toBeGreaterThanOrEqual(pauses[i - 1]!);
  expect(pauses.at(-1)).toBeLessThanOrEqual(45_000);
  expect(pauses[0]).toBeLessThan(2000);
});

it('notices a connection that has died without a word', () => {
  wire().hello();
  vi.advanceTimersByTime(20_000);
  expect(wire().of('ping')).toHaveLength(1);
  wire().say({ type: 'pong', n: 1, now: 0 });
  vi.advanceTimersByTime(20_000);
  expect(wire().of('ping')).toHaveLength(2);
  vi.advanceTimersByTime(8_000);
  expect(socket.status).toBe('lost');
  expect(wires[0]!.closed).toBe(true);
});

it('gives up a connection that does not answer a command', () => {
  wire().hello();
  void socket.command('g', move, { keep: true }).catch(() => {});
  vi.advanceTimersByTime(8_000);
  expect(socket.status).toBe('lost');
});

it('comes back soon when the network does', () => {
  wire().hello();
  socket.drop();
  expect(socket.status).toBe('lost');
  const before = wires.length;
  socket.wake();
  vi.advanceTimersByTime(800);
  expect(wires.length).toBe(before + 1);
});

it('asks for the whole state where another account is signed in', () => {
  wire().hello();
  socket.follow(
    'g',
    follower(() => 7),
  );
  void socket.restart();
  wire().say({ type: 'hello', player: 'other', name: 'Maya', now: 0 });
  expect(wire().of('follow')).toEqual([{ type: 'follow', game: 'g', after: 0 }]);
});

it('looks at the lobby again after a reconnect, and no longer once it is left', () => {
  const seen = vi.fn();
  const stop = socket.watchLobby(seen);
  wire().hello();
  expect(wire().of('lobby')).toEqual([{ type: 'lobby', on: true }]);
  wire().say({ type: 'lobby', lobby: { challenges: [], games: [], playing: 0, here: 1 } });
  expect(seen).toHaveBeenCalledOnce();
  stop();
  expect(wire().of('lobby')).toHaveLength(2);
});

it('follows again where the database was out of reach, and tells of a game that is not there', () => {
  wire().hello();
  const one = follower();
  socket.follow('g', one);
  wire().say({
    type: 'error',
    game: 'g',
    error: { code: 'unavailable', message: '', seconds: 1 },
  });
  vi.advanceTimersByTime(2000);
  expect(wire().of('follow')).toHaveLength(2);
  wire().say({ type: 'error', game: 'g', error: { code: 'not-found', message: '' } });
  expect(one.failed).toHaveBeenCalledOnce();
});

it('leaves messages alone that it does not understand', () => {
  wire().hello();
  wire().onmessage?.({ data: 'no JSON' });
  wire().onmessage?.({ data: new ArrayBuffer(3) });
  wire().say({ type: 'news' });
  expect(socket.status).toBe('open');
});
