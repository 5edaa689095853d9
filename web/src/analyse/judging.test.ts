import { readFileSync } from 'node:fs';
import '../i18n/for-tests';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Question } from '../engine/protocol';
import { use, type Side } from '../rules';
import { caller } from '../rules/module';
import { keepsValue } from './judging';
import type { Judged } from './reviewing';

beforeAll(async () => {
  const bytes = readFileSync(new URL('../wasm/rules.wasm', import.meta.url));
  const { instance } = await WebAssembly.instantiate(bytes, {});
  use(caller(instance));
});

/** The captures that the computer expects after each move that is tried. */
let expects: Record<string, number> = {};

beforeEach(() => {
  vi.stubGlobal(
    'Worker',
    class {
      answer: (event: object) => void = () => {};
      addEventListener(type: string, answer: (event: object) => void) {
        if (type === 'message') this.answer = answer;
      }
      postMessage({ id, question }: { id: number; question: Question }) {
        const goats = expects[question.moves.at(-1) ?? ''] ?? 0;
        const lines = [{ moves: ['A1A2'], score: 1000 * (goats + 1), winner: null, plies: null }];
        queueMicrotask(() => this.answer({ data: { id, ok: { lines, depth: 1, nodes: 1 } } }));
      }
      terminate() {}
    },
  );
});

/** A mistake where the value was two captures. */
const mistake = (side: Side) => ({ side, before: 2, exact: false }) as Judged;
const game = { ref: { name: 'bagh-chal' }, captures: 5 };
const { signal } = new AbortController();

it('another move than the first choice is right if the computer thinks as much of it', async () => {
  expects = { B1: 2.1, C2: 2.5, B2: 3 };
  const tried = (move: string) => keepsValue({ ...game, moves: [] }, mistake('goat'), move, signal);
  expect(await tried('B1')).toBe(true);
  // Less than an estimate can tell.
  expect(await tried('C2')).toBe(true);
  expect(await tried('B2')).toBe(false);
});

it('the tigers see it from the other side', async () => {
  expects = { A1B1: 2, A1A2: 1 };
  const tried = (move: string) =>
    keepsValue({ ...game, moves: ['C3'] }, mistake('tiger'), move, signal);
  expect(await tried('A1B1')).toBe(true);
  expect(await tried('A1A2')).toBe(false);
});

it('a move that ends the game is judged by the rules', async () => {
  const start = 'TGGGT/G2GG/GGGGG/GGGGG/TGGGT g g0 c1';
  const tried = (move: string) =>
    keepsValue({ ...game, start, moves: [] }, mistake('goat'), move, signal);
  expect(await tried('B3B2')).toBe(true);
});
