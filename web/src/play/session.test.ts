import { readFileSync } from 'node:fs';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { use } from '../rules';
import { caller } from '../rules/module';
import { newGame, type SavedGame } from './saved';
import { Session, type Happening } from './session';

beforeAll(async () => {
  const bytes = readFileSync(new URL('../wasm/rules.wasm', import.meta.url));
  const { instance } = await WebAssembly.instantiate(bytes, {});
  use(caller(instance));
});

let saved: SavedGame;
let happened: Happening['kind'][];
let session: Session;

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    removeItem: (name: string) => kept.delete(name),
  });
  saved = newGame({
    game: { name: 'bagh-chal', captures: 1 },
    with: 'friend',
    side: 'goat',
    level: 1,
  });
  happened = [];
  session = new Session(saved, (happening) => happened.push(happening.kind));
});

const play = (text: string) => {
  const move = session.moves.find((legal) => legal.text === text);
  if (!move) throw new Error(`${text} is not legal`);
  session.play(move);
};

it('a game of two goes through placement, capture and end', () => {
  play('B1');
  expect(session.state.turn).toBe('tiger');
  play('A1C1');
  expect(session.result).toMatchObject({ outcome: 'tiger-win', reason: 'captures' });
  expect(session.moves).toEqual([]);
  expect(happened).toEqual(['moved', 'moved', 'over']);
  expect(saved.over).toBe(true);
  expect(session.record()).toContain('1. B1 A1C1 tiger-win');
});

it('a game that the browser does not store goes on, and says so', () => {
  vi.stubGlobal('localStorage', undefined);
  play('B1');
  expect(happened).toEqual(['unsaved', 'moved']);
  expect(saved.moves).toEqual(['B1']);
});

it('a hint that fails is told as such, can be asked for again, and does not stop the game', async () => {
  vi.stubGlobal('Worker', undefined);
  await session.help();
  expect(session.problem?.of).toBe('hint');
  expect(session.busy).toBeNull();
  vi.stubGlobal(
    'Worker',
    class {
      answer: (event: object) => void = () => {};
      addEventListener(type: string, answer: (event: object) => void) {
        if (type === 'message') this.answer = answer;
      }
      postMessage({ id }: { id: number }) {
        const lines = [{ moves: ['C1'], score: 0, winner: null, plies: null }];
        queueMicrotask(() => this.answer({ data: { id, ok: { lines, depth: 1, nodes: 1 } } }));
      }
      terminate() {}
    },
  );
  session.retry();
  await vi.waitFor(() => expect(session.hint?.text).toBe('C1'));
  expect(session.problem).toBeNull();
  play('B1');
  expect(saved.moves).toEqual(['B1']);
});

it('time that has run is kept when the page goes', () => {
  vi.useFakeTimers();
  const left = { tiger: 60_000, goat: 60_000 };
  saved.clock = { pace: { seconds: 60, increment: 2 }, left, before: [] };
  play('B1');
  vi.advanceTimersByTime(7000);
  session.keepTime();
  expect(saved.clock.left).toEqual({ tiger: 53_000, goat: 60_000 });
  // Counted once, however often the page goes and comes back.
  session.keepTime();
  vi.advanceTimersByTime(1000);
  session.keepTime();
  expect(saved.clock.left.tiger).toBe(52_000);
  session.stop();
  vi.useRealTimers();
});

it('a move that is taken back gives its time back, also after a flag fell', () => {
  vi.useFakeTimers();
  const left = { tiger: 10_000, goat: 10_000 };
  saved.clock = { pace: { seconds: 10, increment: 2 }, left, before: [{ ...left }] };
  play('C3');
  vi.advanceTimersByTime(4000);
  play('A1B1');
  expect(saved.clock.left).toEqual({ tiger: 8000, goat: 10_000 });
  vi.advanceTimersByTime(11_000);
  expect(session.result).toMatchObject({ outcome: 'tiger-win', reason: 'time' });
  expect(saved.clock.left.goat).toBe(0);
  happened = [];
  session.takeBack();
  // The tigers are to move again, with the time that they had then; the game is not over.
  expect(happened).toEqual(['reopened']);
  expect(saved.clock.left).toEqual({ tiger: 10_000, goat: 10_000 });
  play('A1B1');
  vi.advanceTimersByTime(5000);
  expect(session.result).toBeNull();
  expect(session.timeLeft('goat')).toBe(5000);
  session.takeBack();
  session.takeBack();
  expect(saved.clock.left).toEqual({ tiger: 10_000, goat: 10_000 });
  expect(saved.clock.before).toHaveLength(1);
  session.stop();
  vi.useRealTimers();
});

it('clocks of before times were kept for each move start again in full', () => {
  saved.clock = { pace: { seconds: 10, increment: 2 }, left: { tiger: 0, goat: 7 }, before: [] };
  saved.moves = ['C3', 'A1B1'];
  session = new Session(saved, () => {});
  session.takeBack();
  expect(saved.clock.left).toEqual({ tiger: 10_000, goat: 10_000 });
  session.stop();
});

it('moves are taken back one by one, even after the end', () => {
  play('B1');
  play('A1C1');
  session.takeBack();
  expect(session.result).toBeNull();
  expect(saved.moves).toEqual(['B1']);
  session.takeBack();
  expect(session.canTakeBack).toBe(false);
  session.takeBack();
  expect(saved).toMatchObject({ moves: [], takenBack: 2, over: false });
});

it('the one whose turn it is gives up, or both agree on a draw', () => {
  play('C3');
  session.resign();
  expect(session.result).toMatchObject({ outcome: 'goat-win', reason: 'resignation' });
  expect(session.record()).toContain('[Reason "resignation"]');
  session.takeBack();
  expect(session.result).toBeNull();
  session.agree();
  expect(session.result).toMatchObject({ outcome: 'draw', worth: 0 });
});

it('a move that is not legal is not played', () => {
  session.play({ text: 'A1B1', from: 0, to: 1, over: null });
  expect(saved.moves).toEqual([]);
});

it('against the computer only your own side moves, and its turn is taken back with yours', () => {
  saved.opponent = { kind: 'computer', side: 'tiger', level: 1 };
  saved.moves = ['C1', 'A1A2'];
  session = new Session(saved, () => {});
  expect(session.own).toBe('goat');
  expect(session.yourTurn).toBe(true);
  session.takeBack();
  expect(saved.moves).toEqual([]);
  expect(session.canTakeBack).toBe(false);
});
