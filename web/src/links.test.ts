import { expect, it } from 'vitest';
import { analyseUrl, lineOf } from './links';

it('an address gives back the line that made it', () => {
  const lines = [
    { game: { name: 'bagh-chal' }, moves: [] },
    { game: { name: 'aadu-puli', captures: 3 }, moves: ['B0', 'B1'], ply: 1 },
    { game: { name: 'bagh-chal' }, start: 'T1G1T/5/5/5/T3T t g19 c0 mC1 1', moves: ['E1D1'] },
  ];
  for (const line of lines) {
    expect(lineOf(new URL(analyseUrl(line), 'http://example.org'))).toEqual(line);
  }
});

it('an address without anything means the usual game', () => {
  expect(lineOf(new URL('http://example.org/analyse'))).toEqual({
    game: { name: 'bagh-chal' },
    moves: [],
  });
});
