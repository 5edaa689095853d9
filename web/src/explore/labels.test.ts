import { describe, expect, it } from 'vitest';
import '../i18n/for-tests';
import { series } from './counting';
import { GAMES, stored } from './data';
import { apart } from './labels';
import { ends, STEP } from './scale';

describe.each(GAMES)('the names of the lines of %s', (game) => {
  it.each(['tiger-win', 'goat-win'] as const)('do not cover each other: %s', async (outcome) => {
    const all = series((await stored(game)).distances, outcome, STEP);
    const names = ends(all);
    expect(names).toHaveLength(all.length);
    for (const [i, a] of names.entries()) {
      for (const b of names.slice(i + 1)) {
        const clear = Math.abs(a.x - b.x) >= 26 || Math.abs(a.y - b.y) >= 19;
        expect(clear, JSON.stringify([a, b])).toBe(true);
      }
    }
  });
});

it('names keep their place where there is room', () => {
  const spots = [
    { x: 10, y: 50 },
    { x: 80, y: 50 },
  ];
  expect(apart(spots, 0, 100)).toEqual(spots);
  const near = apart([...spots, { x: 82, y: 52 }], 0, 100);
  expect(near.slice(0, 2)).toEqual(spots);
  expect(Math.abs(near[2]!.y - 50)).toBeGreaterThanOrEqual(19);
});
