import { readFileSync } from 'node:fs';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { use } from '../rules';
import { caller } from '../rules/module';
import { LESSON_GAMES, LESSONS, Taking } from './lessons';
import { answerSeen, loadMistakes, saveMistakes, solveMistake, type Mistake } from './mistakes';
import {
  FRESH,
  helpWith,
  isSolved,
  keepSolved,
  keepDone,
  progress,
  solvedHow,
  solvedWith,
} from './progress';
import { COUNTS, fitting, KINDS, loadPuzzles, nextNumber, PUZZLE_GAMES } from './puzzles';
import { Solving } from './solving';

beforeAll(async () => {
  const bytes = readFileSync(new URL('../wasm/rules.wasm', import.meta.url));
  const { instance } = await WebAssembly.instantiate(bytes, {});
  use(caller(instance));
});

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    removeItem: (name: string) => kept.delete(name),
  });
});

describe.each(LESSON_GAMES)('the lesson of %s', (game) => {
  const steps = LESSONS[game];

  it('has steps that some move finishes', () => {
    for (const step of steps.filter((step) => step.wants)) {
      const taking = new Taking(game, step);
      const good = taking.state.legal.filter((move) => {
        const attempt = new Taking(game, step);
        attempt.play(move);
        return attempt.done;
      });
      expect(good, step.id).not.toEqual([]);
    }
  });

  it('shows a move that is not wanted, and begins again', () => {
    for (const step of steps.filter((step) => step.wants)) {
      for (const move of new Taking(game, step).state.legal) {
        const taking = new Taking(game, step);
        const before = taking.state.position;
        taking.play(move);
        expect(taking.done).toBe(taking.other === null);
        taking.again();
        expect(taking.state.position).toBe(before);
        expect(taking.done).toBe(false);
      }
    }
  });
});

it('ends the steps about endings with the right reason', () => {
  const reason = (id: string, text: string) => {
    const step = LESSONS['bagh-chal'].find((step) => step.id === id)!;
    const taking = new Taking('bagh-chal', step);
    taking.play(taking.state.legal.find((move) => move.text === text)!);
    return taking.state.result?.reason;
  };
  expect(reason('trap', 'B3B2')).toBe('tigers-trapped');
  expect(reason('repeat', 'B1A1')).toBe('repetition');
  expect(reason('dandee', 'E2E1')).toBe('dandee');
  expect(reason('locked', 'E5D5')).toBe('locked-goats');
});

describe.each(PUZZLE_GAMES)('the puzzles of %s', (name) => {
  it('are as many as the first page says', async () => {
    expect((await loadPuzzles(name)).puzzles.length).toBe(COUNTS[name]);
  });

  it('are solved by their lines, move by move', async () => {
    const collection = await loadPuzzles(name);
    for (const puzzle of collection.puzzles) {
      const solving = new Solving(collection, puzzle);
      while (solving.stage !== 'solved') {
        if (solving.stage === 'yours') {
          const main = solving.right[0];
          expect(main, puzzle.position).toBeDefined();
          solving.play(main!);
        } else {
          solving.answer();
        }
      }
      expect(solving.wrong).toBe(0);
      if (puzzle.kind === 'trap') expect(solving.state.result?.outcome).toBe('goat-win');
    }
  });

  it('have one right first move, and say no to all others', async () => {
    const collection = await loadPuzzles(name);
    for (const puzzle of collection.puzzles) {
      const solving = new Solving(collection, puzzle);
      if (solving.stage === 'before') solving.answer();
      expect(solving.right.length).toBe(1);
      expect(solving.state.legal.length).toBeGreaterThan(1);
      const before = solving.state.position;
      for (const move of solving.state.legal) {
        if (move.text === solving.right[0]!.text) continue;
        solving.play(move);
        expect(solving.said).toEqual({ kind: 'wrong', move });
        expect(solving.state.position).toBe(before);
      }
    }
  });

  it('are of every kind, and no two are the same', async () => {
    const { puzzles } = await loadPuzzles(name);
    for (const kind of KINDS) expect(fitting(puzzles, { kind }).length).toBeGreaterThan(10);
    expect(new Set(puzzles.map((puzzle) => puzzle.position)).size).toBe(puzzles.length);
  });
});

describe('a puzzle', () => {
  const collection = { game: 'bagh-chal', captures: 5 };
  const puzzle = {
    kind: 'trap' as const,
    grade: 1 as const,
    position: 'TGGGT/G2GG/GGGGG/GGGGG/TGGGT g g0 c1',
    line: ['B3B2'],
  };

  it('gives a hint, then the move, and then counts as helped', () => {
    const solving = new Solving(collection, puzzle);
    solving.giveHint();
    expect(solving.hint).toBe(1);
    solving.giveHint();
    expect(solving.hint).toBe(2);
    solving.play(solving.right[0]!);
    expect([solving.stage, solving.help]).toEqual(['solved', 'hint']);
  });

  it('shows its solution', () => {
    const solving = new Solving(collection, puzzle);
    solving.show();
    expect(solving.stage).toBe('shown');
    expect(solving.state.result?.reason).toBe('tigers-trapped');
    expect(solving.right).toEqual([]);
  });

  it('goes on with its own move where another is right, too', () => {
    const start = 'T3T/5/5/5/T3T g g20 c0';
    const line = ['C1', 'A1B1', 'C2|C3', 'B1A1', 'B2|D2'];
    const solving = new Solving(collection, { kind: 'trap', grade: 1, position: start, line });
    const play = (text: string) =>
      solving.play(solving.state.legal.find((move) => move.text === text)!);
    play('C1');
    solving.answer();
    play('C3');
    expect(solving.said).toEqual({ kind: 'also', move: 'C2' });
    expect(solving.played).toEqual(['C1', 'A1B1', 'C2']);
    solving.answer();
    play('D2');
    expect(solving.played.at(-1)).toBe('D2');
    expect(solving.stage).toBe('solved');
  });
});

describe('what was seen is not solved alone', () => {
  const puzzle = {
    kind: 'trap',
    grade: 1,
    position: 'TGGGT/G2GG/GGGGG/GGGGG/TGGGT g g0 c1',
  } as const;
  /** Tries the puzzle at some time, and says how it counts from then on. */
  const again = (now: number) => {
    const help = helpWith('bagh-chal', puzzle.position, now);
    const line = { ...puzzle, line: ['B3B2'] };
    const solving = new Solving({ game: 'bagh-chal', captures: 5 }, line, help);
    solving.play(solving.right[0]!);
    expect(solving.stage).toBe('solved');
    keepSolved('bagh-chal', puzzle.position, solvedWith(solving.help), now);
    return solvedHow('bagh-chal', puzzle.position);
  };

  it('a solution that was shown is not solved by playing it back, but an hour later it is', () => {
    keepSolved('bagh-chal', puzzle.position, 'shown', 1000);
    expect(again(2000)).toBe('shown');
    expect(isSolved('shown')).toBe(false);
    // To play it back is to see it again.
    expect(again(1500 + FRESH)).toBe('shown');
    expect(again(1500 + 2 * FRESH)).toBe('solved');
  });

  it('a puzzle with a hint is solved with help, and alone an hour later', () => {
    keepSolved('bagh-chal', puzzle.position, 'hinted', 1000);
    expect(again(2000)).toBe('helped');
    expect(again(2000 + FRESH)).toBe('solved');
  });

  it('what was remembered before times were is long ago', () => {
    localStorage.setItem(
      'bagh.learn',
      JSON.stringify({ puzzles: { 'bagh-chal': { [puzzle.position]: 'hinted' } } }),
    );
    expect(again(Date.now())).toBe('solved');
  });

  it('a puzzle that was solved alone stays solved', () => {
    keepSolved('bagh-chal', puzzle.position, 'solved');
    keepSolved('bagh-chal', puzzle.position, 'hinted');
    expect(solvedHow('bagh-chal', puzzle.position)).toBe('solved');
  });

  it('a mistake whose answer was just shown', () => {
    const value = { outcome: 'draw', captures: 3 } as const;
    const mistake: Mistake = {
      game: 'bagh-chal',
      position: 'TG2T/5/5/5/T3T g g19 c0',
      side: 'goat',
      played: 'C3',
      best: ['C1'],
      before: value,
      after: value,
      when: 1,
    };
    saveMistakes([mistake]);
    answerSeen(mistake, 1000);
    expect(solveMistake(mistake, 2000)).toBe(false);
    expect(loadMistakes()[0]?.solved).toBeUndefined();
    // The next day it is found again.
    const day = 24 * 60 * 60 * 1000;
    expect(solveMistake(mistake, day)).toBe(true);
    expect(loadMistakes()[0]?.solved).toBe(day);
  });
});

describe('progress', () => {
  it('remembers the best way a puzzle was solved, and the furthest step', () => {
    keepSolved('bagh-chal', 'p', 'helped');
    expect(solvedHow('bagh-chal', 'p')).toBe('helped');
    keepSolved('bagh-chal', 'p', 'solved');
    keepSolved('bagh-chal', 'p', 'helped');
    expect(solvedHow('bagh-chal', 'p')).toBe('solved');
    expect(solvedHow('aadu-puli', 'p')).toBeUndefined();
    keepDone('bagh-chal', 3);
    keepDone('bagh-chal', 2);
    keepDone('bagh-chal', 3);
    expect(progress().done).toEqual({ 'bagh-chal': [2, 3] });
  });

  it('does not trip over what somebody else has stored', () => {
    for (const text of ['[]', '7', '{"puzzles":[1],"lessons":{"x":"y"}}', 'no json', 'null']) {
      localStorage.setItem('bagh.learn', text);
      expect(progress()).toEqual({ puzzles: {}, seen: {}, lessons: {}, done: {} });
    }
  });
});

it('finds the next puzzle that is not done', () => {
  const done = (n: number) => [4, 6].includes(n);
  expect(nextNumber([2, 4, 6, 8], 2, done)).toBe(8);
  expect(nextNumber([2, 4, 6, 8], 8, done)).toBe(2);
  expect(nextNumber([4, 6], 4, done)).toBe(6);
  expect(nextNumber([4], 4, done)).toBe(4);
  expect(nextNumber([], 4, done)).toBeUndefined();
});
