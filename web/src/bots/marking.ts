/**
 * A bot marked by the exact values: in which share of positions does it lose value? Only positions
 * count in which some move would have lost value.
 */

import { worth } from '../analyse/reviewing';
import { probeMany } from '../api/analysis';
import type { Probe } from '../api';
import { isPuzzleGame, loadPuzzles } from '../learn/puzzles';
import { game as describeGame, state as stateOf, type GameRef, type State } from '../rules';
import type { BotBox } from './box/box';
import { somePositions } from './positions';

/** Positions that the bot is asked in, of those that were drawn. */
export const MARKED = 100;
const DRAWN = 400;
/** A bot that fails this often is not asked any further. */
const ENOUGH = 5;

export const GROUPS = [
  'goat-placement',
  'tiger-placement',
  'goat-sliding',
  'tiger-sliding',
] as const;
export type Group = (typeof GROUPS)[number];

/** How a bot did in some positions. */
export interface Mark {
  positions: number;
  errors: number;
  /** Goats that the errors lost. */
  thrown: number;
}

export interface Marks {
  /** By the tables of the service, or by the puzzles on this device. */
  by: 'tables' | 'puzzles';
  groups: Record<Group, Mark>;
  done: number;
  of: number;
  /** Moves that were no answer; they count as errors. */
  failed: number;
  /** Some errors, to look at. */
  errors: { position: string; played: string; better: string }[];
}

/** A position with what its moves lose. */
interface Task {
  state: State;
  /** Goats that a move loses; a move that is not listed loses one. */
  loses: Map<string, number>;
  best: string;
}

const groupOf = ({ turn, phase }: State): Group => `${turn}-${phase}`;
const empty = (): Mark => ({ positions: 0, errors: 0, thrown: 0 });

export function newMarks(by: Marks['by'], of: number): Marks {
  const groups = Object.fromEntries(GROUPS.map((group) => [group, empty()])) as Marks['groups'];
  return { by, groups, done: 0, of, failed: 0, errors: [] };
}

/** All groups together. */
export function total(marks: Marks): Mark {
  return Object.values(marks.groups).reduce(
    (sum, one) => ({
      positions: sum.positions + one.positions,
      errors: sum.errors + one.errors,
      thrown: sum.thrown + one.thrown,
    }),
    empty(),
  );
}

/** Where the share lies with 95 % certainty (Wilson). */
export function interval(errors: number, positions: number): [number, number] {
  const z = 1.96;
  const share = errors / positions;
  const middle = (share + z ** 2 / (2 * positions)) / (1 + z ** 2 / positions);
  const root = Math.sqrt((share * (1 - share)) / positions + (z / (2 * positions)) ** 2);
  const half = (z * root) / (1 + z ** 2 / positions);
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/** What the moves of a position lose by the tables; nothing where no move could err. */
export function taskOf(state: State, probe: Probe, captures: number): Task | null {
  const moves = (probe.known && probe.moves) || [];
  const [best] = moves;
  if (!best) return null;
  const most = worth(best, captures);
  const loses = new Map(moves.map((one) => [one.move, Math.abs(worth(one, captures) - most)]));
  return [...loses.values()].some((lost) => lost > 0) ? { state, loses, best: best.move } : null;
}

/** As many of each group as there are, in turn, until there are enough. */
export function balanced(tasks: readonly Task[], most: number): Task[] {
  const queues = GROUPS.map((group) => tasks.filter(({ state }) => groupOf(state) === group));
  const chosen: Task[] = [];
  for (let i = 0; chosen.length < most && queues.some((queue) => i < queue.length); i++) {
    for (const queue of queues) {
      const task = queue[i];
      if (task && chosen.length < most) chosen.push(task);
    }
  }
  return chosen;
}

async function byTables(game: GameRef, seed: number, signal: AbortSignal): Promise<Task[]> {
  const states = await somePositions(game, DRAWN, seed, signal);
  const answers = await probeMany(
    game,
    states.map(({ position }) => position),
    signal,
  );
  const { captures } = describeGame(game);
  const tasks = states.flatMap((state, i) => {
    const probe = answers[i];
    return (probe && taskOf(state, probe, captures)) ?? [];
  });
  return balanced(tasks, MARKED);
}

/** The puzzles: positions with the moves that are right. */
async function byPuzzles(game: GameRef): Promise<Task[]> {
  if (!isPuzzleGame(game.name)) return [];
  const { puzzles } = await loadPuzzles(game.name);
  return puzzles.flatMap(({ position, first, line }) => {
    const right = line[0]?.split('|') ?? [];
    const state = stateOf(game, first ? [first] : [], position);
    const [best] = right;
    if (best === undefined) return [];
    return { state, loses: new Map(right.map((move) => [move, 0])), best };
  });
}

/**
 * Marks a bot. Without the service the puzzles are asked; nothing is left to ask for a game without
 * puzzles, which is told by `of` being 0.
 */
export async function mark(
  box: BotBox,
  game: GameRef,
  seed: number,
  changed: (marks: Marks) => void,
  signal: AbortSignal,
): Promise<void> {
  let by: Marks['by'] = 'tables';
  let tasks: Task[] = [];
  try {
    tasks = await byTables(game, seed, signal);
  } catch (error) {
    if (signal.aborted) throw error;
  }
  if (tasks.length === 0) {
    by = 'puzzles';
    tasks = await byPuzzles(game);
  }
  const marks = newMarks(by, tasks.length);
  changed({ ...marks });
  for (const { state, loses, best } of tasks) {
    // The position as such: a puzzle's first move is part of it.
    const { move } = await box.ask(state);
    if (signal.aborted) return;
    const group = marks.groups[groupOf(state)];
    const lost = move ? (loses.get(move.text) ?? 1) : 1;
    group.positions++;
    marks.done++;
    if (!move) marks.failed++;
    if (lost > 0) {
      group.errors++;
      group.thrown += lost;
      if (move && marks.errors.length < 10) {
        marks.errors.push({ position: state.position, played: move.text, better: best });
      }
    }
    changed({ ...marks });
    if (marks.failed >= ENOUGH) break;
  }
}
