import { expect, it } from 'vitest';
import { readAddress } from './analyse/address';
import { movesOf } from './analyse/tree';
import { analyseUrl, type Line } from './links';

it('the analysis opens the line that an address was made of', () => {
  const lines: Required<Pick<Line, 'game' | 'moves'>>[] = [
    { game: { name: 'bagh-chal' }, moves: [] },
    { game: { name: 'aadu-puli', captures: 3 }, moves: ['B0', 'B1'] },
    { game: { name: 'bagh-chal' }, moves: ['E1D1'] },
  ];
  for (const { game, moves } of lines) {
    const start = 'T1G1T/5/5/5/T3T t g19 c0 mC1 1';
    const url = new URL(analyseUrl({ game, moves, start, ply: 1 }), 'http://example.org');
    const read = readAddress(url);
    expect(read).toMatchObject({ ...game, start });
    expect(
      read.tree
        .all()
        .slice(1)
        .map((node) => node.move),
    ).toEqual(moves);
    expect(movesOf(read.node)).toEqual(moves.slice(0, 1));
  }
});

it('an address without anything means the usual game', () => {
  const read = readAddress(new URL('http://example.org/analyse'));
  expect(read.name).toBe('bagh-chal');
  expect(read.tree.all()).toHaveLength(1);
});
