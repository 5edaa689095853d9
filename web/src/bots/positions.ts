/** Positions from random play, the same for the same number. */

import { game as describeGame, state as stateOf, type GameRef, type State } from '../rules';

/** Numbers from a seed (mulberry32). */
export function random(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), a | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The positions of a random game, from the start to the last one that is not over. */
function randomGame(game: GameRef, seed: number, plies: number): State[] {
  const next = random(seed);
  let state = stateOf(game);
  const states = [state];
  for (let i = 0; i < plies; i++) {
    const move = state.legal[Math.floor(next() * state.legal.length)];
    if (!move) break;
    // From the position alone: repetitions do not end these games.
    state = stateOf(game, [move.text], state.position);
    if (state.result) break;
    states.push(state);
  }
  return states;
}

/** The first moves of a random game. */
export function randomMoves(game: GameRef, seed: number, plies: number): string[] {
  const states = randomGame(game, seed, plies);
  return states.slice(1).flatMap(({ last_move: move }) => move?.text ?? []);
}

/** The longest random game, in plies: beyond it tigers have mostly won. */
const LONGEST = 83;
/** How many unusual positions each random game gives. */
const EACH = 4;

/**
 * Odd positions, one after the other: of each random game the ones in which few moves are left, the
 * last one, and any other.
 */
export function* oddPositions(game: GameRef): Generator<State, never> {
  for (let seed = 1; ; seed++) {
    const states = randomGame(game, seed, LONGEST).slice(1);
    const last = states.at(-1);
    const narrow = [...states].sort((a, b) => a.legal.length - b.legal.length);
    const any = states[(seed * 7) % Math.max(states.length, 1)];
    const chosen = [...narrow.slice(0, EACH - 2), last, any];
    for (const state of chosen) if (state) yield state;
  }
}

/** How many positions of one game are drawn to be marked in: those of a game are much alike. */
const OF_A_GAME = 10;

/** Positions of every stage of the game, to be marked in. Others get their turn between games. */
export async function somePositions(
  game: GameRef,
  count: number,
  seed: number,
  signal?: AbortSignal,
): Promise<State[]> {
  const { goats } = describeGame(game);
  const all = new Map<string, State>();
  for (let i = 0; all.size < count && i < count; i++) {
    const states = randomGame(game, seed * 100_003 + i, goats * 4);
    const next = random(seed + i);
    for (let k = 0; k < OF_A_GAME && all.size < count; k++) {
      const state = states[Math.floor(next() * states.length)];
      if (state) all.set(state.position, state);
    }
    await new Promise((then) => setTimeout(then));
    signal?.throwIfAborted();
  }
  return [...all.values()];
}
