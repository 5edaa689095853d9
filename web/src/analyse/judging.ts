/** Judges the moves of a game: by the tables behind the service, or by the computer's estimate. */

import { probeMany } from '../api/analysis';
import type { Probe } from '../api';
import { EngineClient, type Found } from '../engine';
import { isGuarded } from '../online/guard';
import { state as stateOf, type GameRef, type State } from '../rules';
import { expected } from './score';
import { goatsLost, judge, judgeEstimates, type Estimated, type Judged } from './reviewing';

/** Who judged. */
export type Source = 'tables' | 'engine';

export interface Game {
  /** How the rules know it. */
  ref: GameRef;
  /** How the service knows it; nothing if it does not. */
  served: GameRef | null;
  /** The captures that win. */
  captures: number;
  start?: string | undefined;
  moves: string[];
}

export interface JudgedGame {
  source: Source;
  /** One entry for each move; nothing where the source does not say. */
  judged: (Judged | null)[];
}

/** Positions that the computer looks at for each move. */
const NODES = 25_000;

export interface Watching {
  signal?: AbortSignal;
  /** What the tables said of a position. */
  learn?: (position: string, answer: Probe) => void;
  /** How far the computer is, or what is kept on the device, from 0 to 1. */
  progress?: (share: number) => void;
}

/**
 * Judges every move of a game, but those that would tell of a position of a running rated game.
 * Where the tables are out of reach, the computer does it.
 */
export async function judgeGame(game: Game, watching: Watching = {}): Promise<JudgedGame> {
  const states = [stateOf(game.ref, [], game.start)];
  for (const i of game.moves.keys()) {
    states.push(stateOf(game.ref, game.moves.slice(0, i + 1), game.start));
  }
  if (game.served) {
    try {
      const judged = await byTables(game, game.served, states, watching);
      if (judged.some((one) => one !== null)) return { source: 'tables', judged };
    } catch (error) {
      if (watching.signal?.aborted) throw error;
      // The service is out of reach, or does not know the game: the computer is asked.
    }
  }
  return { source: 'engine', judged: await byEngine(game, states, watching) };
}

const guarded = (game: Game, state: State) =>
  isGuarded(game.served?.name ?? game.ref.name ?? '', game.ref, state.position);

async function byTables(
  game: Game,
  served: GameRef,
  states: readonly State[],
  { signal, learn, progress }: Watching,
): Promise<(Judged | null)[]> {
  const before = states.slice(0, -1);
  const open = before.filter((state) => !guarded(game, state));
  const positions = open.map((state) => state.position);
  const answers = await probeMany(served, positions, signal, progress);
  const answerTo = new Map(open.map((state, i) => [state, answers[i]]));
  return before.map((state, i) => {
    const answer = answerTo.get(state);
    const move = game.moves[i];
    if (!answer || move === undefined) return null;
    learn?.(state.position, answer);
    const judged = judge(answer, move, state.turn, i + 1, game.captures);
    return judged && { ...judged, position: state.position };
  });
}

async function byEngine(
  game: Game,
  states: readonly State[],
  { signal, progress }: Watching,
): Promise<(Judged | null)[]> {
  const engine = new EngineClient();
  const stop = () => engine.stop();
  signal?.addEventListener('abort', stop);
  try {
    const estimates: (Estimated | null)[] = [];
    for (const [i, state] of states.entries()) {
      signal?.throwIfAborted();
      const line = { game: game.ref, start: game.start, moves: game.moves.slice(0, i) };
      if (guarded(game, state)) {
        estimates.push(null);
        continue;
      }
      const found = state.result ? null : await engine.best(line, { lines: 2, nodes: NODES });
      estimates.push(estimated(state, found, game.captures));
      progress?.((i + 1) / states.length);
    }
    return game.moves.map((move, i) => {
      const [before, after] = [estimates[i], estimates[i + 1]];
      return before && after ? judgeEstimates(before, after, move, i + 1) : null;
    });
  } finally {
    signal?.removeEventListener('abort', stop);
    engine.close();
  }
}

/**
 * Whether a move would have kept the value where a mistake was made, as far as the computer can
 * tell. The game goes up to the mistake.
 */
export async function keepsValue(
  game: Omit<Game, 'served'>,
  { side, before }: Judged,
  move: string,
  signal: AbortSignal,
): Promise<boolean> {
  const moves = [...game.moves, move];
  const state = stateOf(game.ref, moves, game.start);
  const engine = new EngineClient();
  const stop = () => engine.stop();
  signal.addEventListener('abort', stop);
  try {
    const line = { game: game.ref, start: game.start, moves };
    const found = state.result ? null : await engine.best(line, { lines: 1, nodes: NODES });
    return goatsLost(side, before, estimated(state, found, game.captures).value) === 0;
  } finally {
    signal.removeEventListener('abort', stop);
    engine.close();
  }
}

/** A position as the computer sees it; one in which the game is over as the rules do. */
function estimated(state: State, found: Found | null, captures: number): Estimated {
  const { position, turn: side } = state;
  const scale = (winner: Estimated['winner'], goats: number) => {
    if (winner) return winner === 'tiger' ? captures : -1;
    return Math.min(Math.max(goats, -0.9), captures - 0.1);
  };
  if (state.result) {
    const { outcome } = state.result;
    const winner = outcome === 'draw' ? null : outcome === 'tiger-win' ? 'tiger' : 'goat';
    return { position, side, line: [], gap: null, winner, value: scale(winner, state.captured) };
  }
  const [best, second] = found?.lines ?? [];
  const value = best ? scale(best.winner, expected(best.score)) : 0;
  const next = second ? scale(second.winner, expected(second.score)) : null;
  return {
    position,
    side,
    line: best?.moves ?? [],
    value,
    gap: next === null ? null : Math.abs(value - next),
    winner: best?.winner ?? null,
  };
}
