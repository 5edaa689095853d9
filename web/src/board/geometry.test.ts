import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { game, games, use } from '../rules';
import { caller } from '../rules/module';
import {
  labels,
  layout,
  MARGIN,
  NEAREST,
  nearestPoint,
  neighbour,
  type Direction,
} from './geometry';

beforeAll(async () => {
  const bytes = readFileSync(new URL('../wasm/rules.wasm', import.meta.url));
  const { instance } = await WebAssembly.instantiate(bytes, {});
  use(caller(instance));
});

const views = [0, 1, 2, 3].flatMap((rotation) =>
  [false, true].map((mirrored) => ({ rotation, mirrored })),
);
const keys: Direction[] = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];

describe('every built-in board, from every side', () => {
  it('has room for its pieces', () => {
    for (const name of games()) {
      for (const view of views) {
        const { spots, width, height } = layout(game({ name }), view);
        spots.forEach((a, i) => {
          expect(Math.min(a.x, a.y, width - a.x, height - a.y)).toBeGreaterThanOrEqual(
            MARGIN - 1e-6,
          );
          spots.forEach((b, j) => {
            if (i !== j) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(NEAREST - 1e-6);
          });
        });
      }
    }
  });

  it('is crossed by arrow keys from any point to any other', () => {
    for (const name of games()) {
      for (const view of views) {
        const { spots } = layout(game({ name }), view);
        for (let start = 0; start < spots.length; start++) {
          const seen = new Set([start]);
          const todo = [start];
          for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
            for (const key of keys) {
              const next = neighbour(spots, at, key);
              if (!seen.has(next)) todo.push(next);
              seen.add(next);
            }
          }
          expect(seen.size, `${name} from ${start}`).toBe(spots.length);
        }
      }
    }
  });
});

it('finds the point that is meant, and none far from all', () => {
  const { spots } = layout(game({ name: 'bagh-chal' }), { rotation: 0, mirrored: false });
  expect(nearestPoint(spots, { x: MARGIN + 20, y: MARGIN - 20 })).toBe(0);
  expect(nearestPoint(spots, { x: MARGIN + 50, y: MARGIN + 50 })).toBeUndefined();
});

it('turns the board by quarters, clockwise', () => {
  const board = game({ name: 'bagh-chal' });
  const corner = (rotation: number, mirrored = false) =>
    layout(board, { rotation, mirrored }).spots.findIndex((s) => s.x === MARGIN && s.y === MARGIN);
  expect([0, 1, 2, 3].map((r) => board.points[corner(r)]?.name)).toEqual(['A1', 'A5', 'E5', 'E1']);
  expect(board.points[corner(0, true)]?.name).toBe('E1');
});

it('names columns and rows along the edges, or each point', () => {
  const straight = { rotation: 0, mirrored: false };
  const chal = game({ name: 'bagh-chal' });
  expect(labels(chal, layout(chal, straight))).toHaveLength(10);
  const puli = game({ name: 'aadu-puli' });
  expect(labels(puli, layout(puli, straight))).toHaveLength(23);
});
