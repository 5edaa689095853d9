import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { dailyGame, dailyNumber, keepDaily, streak, today } from './daily';
import type { Collection } from './puzzles';
import { learn, nextMixed, skill } from './skill';

const collection = (game: string) =>
  JSON.parse(
    readFileSync(new URL(`./puzzles/${game}.json`, import.meta.url), 'utf8'),
  ) as Collection;

beforeEach(() => {
  const kept = new Map<string, string>();
  Object.assign(globalThis, {
    localStorage: {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
      removeItem: (name: string) => void kept.delete(name),
    },
  });
});

describe('the puzzle of the day', () => {
  it('depends on the day alone, and is another one every day for months', () => {
    const puzzles = collection('bagh-chal');
    const days = Array.from({ length: 300 }, (_, i) => 20_000 + i).filter(
      (day) => dailyGame(day) === 'bagh-chal',
    );
    const numbers = days.slice(0, 120).map((day) => dailyNumber(puzzles, day));
    expect(new Set(numbers).size).toBe(120);
    expect(dailyNumber(puzzles, 20_001)).toBe(dailyNumber(puzzles, 20_001));
    for (const number of numbers) expect(puzzles.puzzles[number - 1]?.grade).toBeLessThan(5);
  });

  it('changes at midnight UTC', () => {
    expect(today(Date.UTC(2026, 0, 2) - 1)).toBe(today(Date.UTC(2026, 0, 1)));
    expect(today(Date.UTC(2026, 0, 2))).toBe(today(Date.UTC(2026, 0, 1)) + 1);
  });

  it('counts days in a row, up to yesterday', () => {
    expect(streak(100)).toBe(0);
    for (const day of [97, 98, 99]) keepDaily('solved', day);
    expect(streak(100)).toBe(3);
    keepDaily('helped', 100);
    expect(streak(100)).toBe(4);
    expect(streak(102)).toBe(0);
  });
});

describe('the order of puzzles', () => {
  const { puzzles } = collection('bagh-chal');
  const numbers = puzzles.map((_, i) => i + 1);
  const grade = (number: number | undefined) => puzzles[(number ?? 0) - 1]?.grade;

  it('begins with easy ones and follows the player up and down', () => {
    expect(grade(nextMixed(puzzles, numbers, skill('bagh-chal'), NaN, () => undefined))).toBe(1);
    for (let i = 0; i < 12; i++) learn('bagh-chal', 'solved');
    expect(skill('bagh-chal')).toBe(5);
    expect(grade(nextMixed(puzzles, numbers, skill('bagh-chal'), NaN, () => undefined))).toBe(5);
    for (let i = 0; i < 4; i++) learn('bagh-chal', 'shown');
    expect(skill('bagh-chal')).toBe(3);
  });

  it('mixes kinds, and repeats none before all are solved', () => {
    const done = new Set<number>();
    const kinds = new Set<string>();
    let current = NaN;
    for (let i = 0; i < puzzles.length; i++) {
      const next = nextMixed(puzzles, numbers, 2, current, (number) =>
        done.has(number) ? 'solved' : undefined,
      );
      if (next === undefined) break;
      expect(done.has(next)).toBe(false);
      done.add(next);
      if (i < 8) kinds.add(puzzles[next - 1]?.kind ?? '');
      current = next;
    }
    expect(done.size).toBe(puzzles.length);
    expect(kinds.size).toBeGreaterThanOrEqual(3);
  });

  it('leaves puzzles whose solution was shown for the end', () => {
    const list = numbers.slice(0, 6);
    const seen = new Map<number, 'shown' | 'solved' | 'hinted'>([[1, 'shown']]);
    let current = 1;
    for (let i = 0; i < 5; i++) {
      current = nextMixed(puzzles, list, 1, current, (number) => seen.get(number)) ?? NaN;
      expect(current).not.toBe(1);
      seen.set(current, 'solved');
    }
    expect(nextMixed(puzzles, list, 1, current, (number) => seen.get(number))).toBe(1);
    // One for which a hint was asked is still open.
    seen.set(2, 'hinted');
    expect(nextMixed(puzzles, list, 1, 3, (number) => seen.get(number))).toBe(2);
  });
});
