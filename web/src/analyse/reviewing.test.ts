import { describe, expect, it } from 'vitest';
import type { Probe } from '../api';
import { bestMoves, grouped, shortLabel, shown } from './grouping';
import { judge, judgeEstimates, mistakes, tally, turningPoint, worth } from './reviewing';
import { looksLikePosition, splitRecords } from './split';

const probe: Probe = {
  position: 'T3T/5/5/5/T3T g g20 c0 - -',
  known: true,
  outcome: 'draw',
  captures: 3,
  plies: null,
  moves: [
    { move: 'C1', outcome: 'draw', captures: 3, plies: null },
    { move: 'C2', outcome: 'draw', captures: 3, plies: null },
    { move: 'B1', outcome: 'draw', captures: 4, plies: null },
    { move: 'B2', outcome: 'tiger-win', captures: 5, plies: 12 },
  ],
};

describe('a review', () => {
  it('marks what a move threw away', () => {
    const of = (move: string) => judge(probe, move, 'goat', 1, 5);
    expect(of('C2')).toMatchObject({ mark: 'best', thrown: 0, better: ['C1', 'C2'] });
    expect(of('B1')).toMatchObject({ mark: 'slip', thrown: 1 });
    expect(of('B2')).toMatchObject({ mark: 'mistake', thrown: 2 });
    expect(of('E5')).toBeNull();
    expect(judge({ ...probe, known: false }, 'C1', 'goat', 1, 5)).toBeNull();
  });

  it('calls a longer way to the same win slow, and nothing lost', () => {
    const won: Probe = {
      ...probe,
      outcome: 'tiger-win',
      moves: [
        { move: 'A1B1', outcome: 'tiger-win', captures: 5, plies: 4 },
        { move: 'A1A2', outcome: 'tiger-win', captures: 5, plies: 10 },
        { move: 'E1E2', outcome: 'goat-win', captures: null, plies: 8 },
      ],
    };
    expect(judge(won, 'A1A2', 'tiger', 2, 5)).toMatchObject({ mark: 'slow', thrown: 0 });
    expect(judge(won, 'E1E2', 'tiger', 2, 5)).toMatchObject({ mark: 'mistake', thrown: 6 });
  });

  it('counts each side alone, and only what is known', () => {
    const moves = ['C1', 'B1', 'B2', 'E5'].map((move, i) =>
      judge(probe, move, i === 2 ? 'tiger' : 'goat', i + 1, 5),
    );
    expect(tally(moves, 'goat')).toMatchObject({ moves: 2, keeping: 1, accuracy: 0.5, thrown: 1 });
    expect(tally(moves, 'tiger')).toMatchObject({ moves: 1, keeping: 0, accuracy: 0, thrown: 2 });
    expect(tally([], 'goat').accuracy).toBeNull();
    expect(mistakes(moves).map((m) => m.played.move)).toEqual(['B1', 'B2']);
  });

  it('counts only moves that could have erred', () => {
    const free: Probe = { ...probe, moves: probe.moves?.slice(0, 2) ?? [] };
    const all = [judge(free, 'C1', 'goat', 1, 5), judge(probe, 'B2', 'goat', 3, 5)];
    expect(all[0]).toMatchObject({ critical: false });
    expect(tally(all, 'goat')).toMatchObject({ moves: 2, critical: 1, keeping: 0, accuracy: 0 });
    expect(tally(all.slice(0, 1), 'goat').accuracy).toBeNull();
  });

  it('finds the move that decided the game', () => {
    const of = (move: string, ply: number) => judge(probe, move, 'goat', ply, 5);
    expect(turningPoint([of('C1', 1), of('B1', 3), of('B2', 5)])?.ply).toBe(5);
    expect(turningPoint([of('B1', 1), of('C1', 3)])?.ply).toBe(1);
    expect(turningPoint([of('C1', 1), null])).toBeNull();
  });

  it('judges by estimates where there are no tables', () => {
    const at = (value: number, side: 'tiger' | 'goat', winner: 'tiger' | null = null) => ({
      position: 'x',
      side,
      line: ['C1', 'A1B1'],
      value,
      gap: 0,
      winner,
    });
    expect(judgeEstimates(at(1, 'goat'), at(1.3, 'tiger'), 'C2', 1)).toMatchObject({
      mark: 'best',
      thrown: 0,
      critical: false,
      exact: false,
    });
    expect(judgeEstimates(at(1, 'goat'), at(5, 'tiger', 'tiger'), 'C2', 1)).toMatchObject({
      mark: 'mistake',
      thrown: 4,
      better: ['C1'],
    });
    expect(judgeEstimates(at(3, 'tiger'), at(2, 'goat'), 'A1B1', 2)).toMatchObject({
      mark: 'slip',
      thrown: 1,
    });
  });

  it('puts all values on one scale', () => {
    expect(worth({ outcome: 'goat-win', captures: null }, 5)).toBe(-1);
    expect(worth({ outcome: 'draw', captures: 0 }, 5)).toBe(0);
    expect(worth({ outcome: 'tiger-win', captures: 5 }, 5)).toBe(5);
  });
});

describe('moves by their value', () => {
  it('are grouped by outcome, and equal ones stand together', () => {
    const groups = grouped(probe.moves ?? []);
    expect(groups.map((g) => [g.outcome, g.count])).toEqual([
      ['draw', 3],
      ['tiger-win', 1],
    ]);
    expect(groups[0]?.classes.map((c) => c.moves)).toEqual([['C1', 'C2'], ['B1']]);
    expect(bestMoves(probe.moves ?? [])).toEqual(['C1', 'C2']);
    expect(bestMoves([])).toEqual([]);
    expect(
      groups.map((g) => shortLabel(g.classes[0] ?? { ...g, captures: null, plies: null })),
    ).toEqual(['×3', '12']);
  });

  it('are marks where a piece is placed, and arrows where one moves', () => {
    const legal = [
      { text: 'C1', from: null, to: 2, over: null },
      { text: 'A1B1', from: 0, to: 1, over: null },
    ];
    expect(
      shown(legal, [
        { move: 'C1', kind: 'draw', label: '×3' },
        { move: 'A1B1', kind: 'info', soft: true },
        { move: 'E5', kind: 'info' },
      ]),
    ).toEqual({
      marks: [{ point: 2, kind: 'draw', label: '×3' }],
      arrows: [{ from: 0, to: 1, kind: 'info', soft: true }],
    });
  });
});

describe('a text with many games', () => {
  it('is cut after each result, and where tags begin', () => {
    const first = '[Game "bagh-chal"]\n[Note "a draw * [x"]\n\n{draw * here} 1. C1 (1. B1) draw';
    const second = '1. C1 E1D1 *';
    const third = '[Goats "M"]\n1. C1';
    const fourth = '[Goats "N"]\n1. B1 tiger-win';
    expect(splitRecords([first, second, third, fourth].join('\n\n'))).toEqual([
      first,
      second,
      third,
      fourth,
    ]);
    expect(splitRecords(' \n ')).toEqual([]);
    expect(splitRecords('1. C1 {open')).toEqual(['1. C1 {open']);
  });

  it('is told from positions', () => {
    for (const line of [
      'T3T/5/5/5/T3T g g20 c0 - 0',
      'TXGTX/XGXXX/XXXXX/XXXXX/TXXXT t @18 c0 mB2 #g2',
      'G1G1B/2B2/5/5/B3B G 2',
      '1_T---T---------------T---T2000',
      '1/6/6/6/4 t g15 c0 - 0',
    ]) {
      expect(looksLikePosition(line), line).toBe(true);
    }
    for (const line of ['1. C1 E1D1', '[Game "bagh-chal"]', 'draw', '1. G13 B1122 2. G11']) {
      expect(looksLikePosition(line), line).toBe(false);
    }
  });
});
