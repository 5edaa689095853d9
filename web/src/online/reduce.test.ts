import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { state as stateOf, use } from '../rules';
import { caller } from '../rules/module';
import { Gap, reduce, shows } from './reduce';
import type { GameEvent, Snapshot } from './types';

/** Games that `crates/bagh-online` recorded, with its state after some of the events. */
const games = JSON.parse(
  readFileSync(new URL('../../../crates/bagh-online/tests/logs.json', import.meta.url), 'utf8'),
) as { events: GameEvent[]; states: Snapshot[] }[];

beforeAll(async () => {
  const bytes = readFileSync(new URL('../wasm/rules.wasm', import.meta.url));
  const { instance } = await WebAssembly.instantiate(bytes, {});
  use(caller(instance));
});

describe.each(games.map((game, i) => [i, game] as const))('recorded game %i', (_, game) => {
  it('has the state that the service computes', () => {
    let state: Snapshot | null = null;
    for (const event of game.events) {
      state = reduce(state, event, stateOf);
      const theirs = game.states.find(({ number }) => number === event.number);
      if (theirs) expect(state).toEqual(theirs);
    }
  });

  it('goes on from any state', () => {
    for (const from of game.states) {
      let state = from;
      for (const event of game.events.slice(from.number)) state = reduce(state, event, stateOf);
      expect(state).toEqual(
        game.states.at(-1)?.number === state.number ? game.states.at(-1) : state,
      );
      expect(state.number).toBe(game.events.length);
    }
  });
});

it('asks for the state where an event is missing, comes twice or is not known', () => {
  const [first, second, third] = games[0]!.events;
  const state = reduce(null, first!, stateOf);
  expect(() => reduce(state, third!, stateOf)).toThrow(Gap);
  expect(() => reduce(state, first!, stateOf)).toThrow(Gap);
  expect(() => reduce(null, second!, stateOf)).toThrow(Gap);
  const news = { number: 2, at: 0, type: 'news' } as unknown as GameEvent;
  expect(() => reduce(state, news, stateOf)).toThrow(Gap);
});

it('leaves the state before an event as it was', () => {
  const before = games[0]!.states[1]!;
  const copy = structuredClone(before);
  reduce(before, games[0]!.events[before.number]!, stateOf);
  expect(before).toEqual(copy);
});

it('a clock never shows less than nothing, and only the running one moves', () => {
  const clocks = { tiger: 5000, goat: 7000, running: 'tiger' as const, since: 1000 };
  expect(shows(clocks, 'tiger', 3000)).toBe(3000);
  expect(shows(clocks, 'tiger', 99_000)).toBe(0);
  expect(shows(clocks, 'tiger', 500)).toBe(5000);
  expect(shows(clocks, 'goat', 99_000)).toBe(7000);
});
