/** Checks, games and marks with bots that are functions here: no worker is needed. */

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { EngineClient } from '../engine';
import { state as stateOf, use, type State } from '../rules';
import { caller } from '../rules/module';
import type { BotBox, Reply } from './box/box';
import { allFine, check, POSITIONS, type Point } from './checking';
import { climb, tally, type Ladder } from './ladder';
import { balanced, interval, mark, MARKED, taskOf, total, type Marks } from './marking';
import { oddPositions, somePositions } from './positions';
import { ranked, type Listed } from './ratings';

beforeAll(async () => {
  const bytes = readFileSync(new URL('../wasm/rules.wasm', import.meta.url));
  const { instance } = await WebAssembly.instantiate(bytes, {});
  use(caller(instance));
});

const GAME = { name: 'bagh-chal' };
// No static site: the service is asked.
vi.mock('../site', () => ({ tablesFolder: () => undefined }));

vi.setConfig({ testTimeout: 120_000 });
const never = new AbortController().signal;

/** A bot that answers by a function. */
function bot(answer: (state: State) => Partial<Reply>): BotBox {
  const reply = { move: null, failure: null, took: 1, log: [] };
  return {
    start: () => Promise.resolve(null),
    ask: (state: State) => Promise.resolve({ ...reply, ...answer(state) }),
    close: () => {},
  } as unknown as BotBox;
}
const first = bot((state) => ({ move: state.legal[0]! }));

describe.each(['bagh-chal', 'aadu-puli', 'kaooa'])('positions of %s', (name) => {
  it('can be played on, differ, and are the same again', async () => {
    const some = () => {
      const odd = oddPositions({ name });
      return Array.from({ length: 24 }, () => odd.next().value);
    };
    const states = some();
    for (const state of states) expect(state.legal.length, state.position).toBeGreaterThan(0);
    const texts = states.map(({ position }) => position);
    expect(some().map(({ position }) => position)).toEqual(texts);
    expect(new Set(texts).size).toBeGreaterThan(16);
    const drawn = await somePositions({ name }, 50, 3);
    expect(new Set(drawn.map(({ turn, phase }) => turn + phase)).size).toBe(4);
  });
});

async function checked(box: BotBox): Promise<Point[]> {
  let points: Point[] = [];
  await check(box, GAME, (all) => (points = all), never);
  return points;
}

it('a bot that plays legal moves passes all points', async () => {
  const points = await checked(first);
  expect(points.map(({ ok }) => ok)).toEqual([true, true, true, true, true]);
  expect(points[2]).toMatchObject({ done: POSITIONS });
  expect(allFine(points)).toBe(true);
});

it('a bot that fails late is told from one that is slow', async () => {
  const wrong = bot((state) =>
    state.phase === 'sliding'
      ? { failure: { kind: 'illegal', said: 'Z9' } }
      : { move: state.legal[0]! },
  );
  const points = await checked(wrong);
  expect(points.map(({ ok }) => ok)).toEqual([true, true, false, true, true]);
  const { position } = points[2]!;
  expect(stateOf(GAME, [], position).phase).toBe('sliding');
  const slow = bot((state) =>
    state.phase === 'sliding'
      ? { failure: { kind: 'time' }, took: 1100 }
      : { move: state.legal[0]! },
  );
  const late = await checked(slow);
  expect(late.map(({ ok }) => ok)).toEqual([true, true, true, false, true]);
  expect(late[3]).toMatchObject({ slowest: 1100 });
  expect(allFine(late)).toBe(false);
});

it('games against levels are counted by side, and failures are forfeits', async () => {
  const engine = {
    choose: ({ moves }: { moves: string[] }) =>
      Promise.resolve(stateOf(GAME, moves).legal.at(-1)?.text ?? null),
  } as unknown as EngineClient;
  let ladder: Ladder | undefined;
  const cannotHunt = bot((state) =>
    state.turn === 'tiger' ? { failure: { kind: 'threw', said: 'x' } } : { move: state.legal[0]! },
  );
  await climb(cannotHunt, engine, GAME, [1, 3], 2, (now) => (ladder = now), never);
  const { games, of } = ladder!;
  expect([games.length, of]).toEqual([8, 8]);
  for (const level of [1, 3]) {
    expect(tally(games, level, 'tiger')).toEqual({ won: 0, drawn: 0, lost: 2 });
    const goats = tally(games, level, 'goat');
    expect(goats.won + goats.drawn + goats.lost).toBe(2);
  }
  for (const { moves, failure, side, result } of games) {
    const { result: end } = stateOf(GAME, moves);
    if (side === 'tiger') expect(failure?.kind).toBe('threw');
    else if (end?.outcome === 'goat-win') expect(result).toBe('won');
    else if (end?.outcome === 'tiger-win') expect(result).toBe('lost');
  }
  // Both games of a pair begin alike; the pairs differ.
  expect(games[2]!.moves.slice(0, 1)).toEqual(games[3]!.moves.slice(0, 1));
});

const probe = (state: State, worst: number) => ({
  position: state.position,
  known: true,
  outcome: 'draw' as const,
  captures: 3,
  plies: null,
  moves: state.legal.map(({ text }, i) => ({
    move: text,
    outcome: 'draw' as const,
    captures: i === 0 ? 3 : worst,
    plies: null,
  })),
});

it('only positions in which a move loses value count', async () => {
  const start = stateOf(GAME);
  expect(taskOf(start, probe(start, 3), 5)).toBeNull();
  expect(taskOf(start, { ...probe(start, 4), known: false }, 5)).toBeNull();
  const task = taskOf(start, probe(start, 5), 5)!;
  expect(task.best).toBe(start.legal[0]!.text);
  expect(task.loses.get(start.legal[1]!.text)).toBe(2);
  const tasks = (await somePositions(GAME, 80, 1)).flatMap(
    (state) => taskOf(state, probe(state, 4), 5) ?? [],
  );
  const chosen = balanced(tasks, 20);
  expect(chosen).toHaveLength(20);
  expect(new Set(chosen.map(({ state }) => state.turn + state.phase)).size).toBe(4);
});

it('a bot is marked by what the tables say', async () => {
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    const { positions } = JSON.parse(body) as { positions: string[] };
    const answers = positions.map((text) => probe(stateOf(GAME, [], text), 4));
    return Promise.resolve(Response.json({ answers }));
  });
  const marked = async (box: BotBox) => {
    let marks: Marks | undefined;
    await mark(box, GAME, 1, (now) => (marks = now), never);
    return marks!;
  };
  const best = await marked(first);
  expect(best).toMatchObject({ by: 'tables', done: MARKED, failed: 0, errors: [] });
  expect(total(best)).toEqual({ positions: MARKED, errors: 0, thrown: 0 });
  const worst = await marked(bot((state) => ({ move: state.legal.at(-1)! })));
  expect(total(worst)).toEqual({ positions: MARKED, errors: MARKED, thrown: MARKED });
  const silent = await marked(bot(() => ({ failure: { kind: 'died' } })));
  expect(silent).toMatchObject({ failed: 5, done: 5 });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  const offline = await marked(first);
  expect(offline.by).toBe('puzzles');
  expect(offline.done).toBe(offline.of);
  expect(offline.of).toBeGreaterThan(200);
  vi.unstubAllGlobals();
});

it('intervals hold the share', () => {
  const [low, high] = interval(13, 59);
  expect(low).toBeCloseTo(0.134, 2);
  expect(high).toBeCloseTo(0.341, 2);
  expect(interval(0, 10)[0]).toBe(0);
  expect(interval(10, 10)[1]).toBe(1);
});

it('bots are listed by their ratings, those without one last', () => {
  const listed = (id: string, tiger?: number, goat?: number): Listed => {
    const of = (rating: number) => ({ rating, deviation: 50, games: 9 });
    const ratings = {
      ...(tiger === undefined ? {} : { tiger: of(tiger) }),
      ...(goat === undefined ? {} : { goat: of(goat) }),
    };
    return { player: { id, name: id }, here: true, provisional: false, ratings };
  };
  const all = [listed('a'), listed('b', 1500), listed('c', 1400, 1800), listed('d')];
  expect(ranked(all).map(({ player }) => player.id)).toEqual(['c', 'b', 'a', 'd']);
});
