/** A bot against the levels of the engine, as either side. */

import type { EngineClient } from '../engine';
import { state as stateOf, type GameRef, type Side } from '../rules';
import type { BotBox } from './box/box';
import type { Failure } from './box/protocol';
import { randomMoves } from './positions';

/** A game that goes on for so long is a draw. */
export const LONGEST = 200;

export interface Tally {
  won: number;
  drawn: number;
  lost: number;
}

/** A game that was played. */
export interface Played {
  level: number;
  /** The side of the bot. */
  side: Side;
  moves: string[];
  result: keyof Tally;
  /** Why the bot forfeited it. */
  failure?: Failure;
}

export interface Ladder {
  games: Played[];
  /** All games that are to be played. */
  of: number;
  /** What is being played. */
  now: { level: number; side: Side; ply: number } | null;
}

const SIDES: Side[] = ['goat', 'tiger'];
const nothing = (): Tally => ({ won: 0, drawn: 0, lost: 0 });

/** The results against a level with one side. */
export function tally(games: readonly Played[], level: number, side: Side): Tally {
  const all = nothing();
  for (const game of games) {
    if (game.level === level && game.side === side) all[game.result]++;
  }
  return all;
}

/** The first moves of a pair: none in the first, then two random ones, the same for both sides. */
function opening(game: GameRef, level: number, pair: number): string[] {
  return pair === 0 ? [] : randomMoves(game, level * 1000 + pair, 2);
}

/** Plays pairs of games against levels, both sides with the same opening. */
export async function climb(
  box: BotBox,
  engine: EngineClient,
  game: GameRef,
  levels: readonly number[],
  pairs: number,
  changed: (ladder: Ladder) => void,
  signal: AbortSignal,
): Promise<void> {
  const ladder: Ladder = { games: [], of: levels.length * pairs * SIDES.length, now: null };
  for (const level of levels) {
    for (let pair = 0; pair < pairs; pair++) {
      for (const side of SIDES) {
        const moves = opening(game, level, pair);
        const seed = level * 10_000 + pair * 10 + (side === 'tiger' ? 1 : 0);
        let failure: Failure | null = null;
        let state = stateOf(game, moves);
        while (!state.result && moves.length < LONGEST) {
          ladder.now = { level, side, ply: moves.length };
          changed({ ...ladder });
          let move: string | null;
          if (state.turn === side) {
            const reply = await box.ask(state);
            failure = reply.failure;
            move = reply.move?.text ?? null;
          } else {
            move = await engine.choose({ game, moves: [...moves] }, level, seed);
          }
          if (signal.aborted) return;
          if (move === null) break;
          moves.push(move);
          state = stateOf(game, moves);
        }
        const outcome = state.result?.outcome ?? 'draw';
        const result = failure
          ? 'lost'
          : outcome === 'draw'
            ? 'drawn'
            : outcome === `${side}-win`
              ? 'won'
              : 'lost';
        const played: Played = { level, side, moves, result };
        ladder.games.push(failure ? { ...played, failure } : played);
        ladder.now = null;
        changed({ ...ladder });
      }
    }
  }
}
