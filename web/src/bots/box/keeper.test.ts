import { beforeEach, expect, it } from 'vitest';
import { AWAKE, Keeper, LOADED, MARGIN } from './keeper';
import { LONGEST, type FromBox, type ToBot } from './protocol';

let told: FromBox[];
let sent: ToBot[];
let ended: number;
let now: number;
let timers: { at: number; then: () => void }[];
let says: (data: unknown) => void;
let breaks: (message: string, line: number) => void;
let keeper: Keeper;

/** Time goes by. */
function wait(milliseconds: number): void {
  now += milliseconds;
  const due = timers.filter(({ at }) => at <= now);
  timers = timers.filter(({ at }) => at > now);
  due.forEach(({ then }) => then());
}

const say = (message: object) => says(JSON.stringify(message));
const MOVE = { type: 'move', id: 1, move: 'C1', said: '"C1"', log: [] };

beforeEach(() => {
  told = [];
  sent = [];
  ended = 0;
  now = 0;
  timers = [];
  keeper = new Keeper({
    start(said, broke) {
      says = said;
      breaks = broke;
      return { post: (message) => sent.push(message), end: () => ended++ };
    },
    tell: (message) => told.push(message),
    now: () => now,
    later(then, milliseconds) {
      const timer = { at: now + milliseconds, then };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
  });
  const rules = new ArrayBuffer(0);
  keeper.told({ type: 'start', rules, game: {}, source: 'source', limit: 1000 });
});

function ready(): void {
  say({ type: 'awake', apart: true });
  say({ type: 'loaded' });
}

function asked(): void {
  ready();
  keeper.told({ type: 'ask', id: 1, position: 'p' });
}

const failure = () => {
  expect(ended).toBe(1);
  const [last] = told.slice(-1);
  return last?.type === 'failed' ? last.failure.kind : undefined;
};

it('a bot that answers is let through, with its time', () => {
  asked();
  wait(300);
  say(MOVE);
  expect(sent.map(({ type }) => type)).toEqual(['rules', 'load', 'ask']);
  expect(told).toEqual([
    { type: 'loaded' },
    { type: 'answer', id: 1, text: JSON.stringify(MOVE), took: 300 },
  ]);
  wait(100_000);
  expect(ended).toBe(0);
});

it('the source is sent only to a worker that is apart', () => {
  say({ type: 'awake', apart: false });
  expect(failure()).toBe('unsafe');
  expect(sent.map(({ type }) => type)).toEqual(['rules']);
});

it('every phase has its time', () => {
  wait(AWAKE);
  expect(failure()).toBe('died');
});

it('a source that is never loaded is stopped', () => {
  say({ type: 'awake', apart: true });
  wait(LOADED);
  expect(failure()).toBe('load-time');
});

it('a move that comes too late is stopped', () => {
  asked();
  wait(1000 + MARGIN);
  expect(failure()).toBe('time');
  // Whatever comes after that is nothing to anyone.
  say(MOVE);
  expect(told).toHaveLength(2);
});

it('a late answer is late even if no timer rang', () => {
  asked();
  now += 5000;
  say(MOVE);
  expect(failure()).toBe('time');
});

it.each([
  ['a number', () => says(7)],
  ['an object', () => says({ type: 'move' })],
  ['nothing', () => says(undefined)],
  ['no JSON', () => says('{')],
  ['a text that is too long', () => say({ ...MOVE, said: 'x'.repeat(LONGEST) })],
  ['an answer to another question', () => say({ ...MOVE, id: 2 })],
  ['a move that is no text', () => say({ ...MOVE, move: 7 })],
  ['too many lines', () => say({ ...MOVE, log: Array.from({ length: 21 }, () => '') })],
  ['a message of another phase', () => say({ type: 'loaded' })],
  ['an unknown message', () => say({ type: 'failed' })],
])('%s instead of an answer is refused', (_, send) => {
  asked();
  send();
  expect(failure()).toBe('flood');
});

it('a second answer is one too many', () => {
  asked();
  say(MOVE);
  say(MOVE);
  expect(failure()).toBe('flood');
});

it('an uncaught error is named, and cut', () => {
  ready();
  breaks('x'.repeat(10_000), 3);
  expect(told.slice(-1)).toEqual([
    { type: 'failed', failure: { kind: 'threw', said: 'x'.repeat(300), line: 3 } },
  ]);
  expect(ended).toBe(1);
});

it('what the source says about itself is passed on', () => {
  say({ type: 'awake', apart: true });
  say({ type: 'broken', kind: 'syntax', said: 'SyntaxError: no' });
  expect(told).toEqual([{ type: 'failed', failure: { kind: 'syntax', said: 'SyntaxError: no' } }]);
});
