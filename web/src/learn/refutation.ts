/** Why a wrong try is wrong: the answer to it, played out on the board. */

import { mayAsk } from '../api';
import { bestLine } from '../api/analysis';
import { engine } from '../engine';
import { untilGuarded } from '../online/guard';
import { state as stateOf, type State } from '../rules';
import type { Solving } from './solving';

export interface Played {
  /** The position after the wrong move, and after each answer. */
  states: State[];
  moves: string[];
}

/** Plies that are shown after the wrong move. */
const SHOWN = 3;

/** The line after a wrong move, from the tables where they are at hand, else from the engine. */
export async function answerTo(solving: Solving, wrong: string): Promise<Played> {
  const { ref, puzzle } = solving;
  const played = [...solving.played, wrong];
  const after = stateOf(ref, played, puzzle.position);
  if (after.result) return { states: [after], moves: [] };
  const line = mayAsk(ref) ? await looked(ref, after.position) : [];
  const found = line.length > 0 ? line : await searched(ref, puzzle.position, played);
  const moves = untilGuarded(ref.name ?? '', ref, puzzle.position, played, found.slice(0, SHOWN));
  const states = [after];
  const shown: string[] = [];
  for (const move of moves) {
    const last = states.at(-1);
    if (!last || last.result || !last.legal.some((legal) => legal.text === move)) break;
    shown.push(move);
    states.push(stateOf(ref, [...played, ...shown], puzzle.position));
  }
  return { states, moves: shown };
}

/** The line by the tables; nothing where they do not say. */
async function looked(game: Solving['ref'], position: string): Promise<readonly string[]> {
  try {
    const best = await bestLine({ name: game.name, captures: game.captures }, position);
    return best.known ? best.moves.map(({ move }) => move) : [];
  } catch {
    return [];
  }
}

async function searched(
  game: Solving['ref'],
  start: string,
  moves: string[],
): Promise<readonly string[]> {
  try {
    const found = await engine.best({ game, start, moves }, { lines: 1, nodes: 60_000 });
    return found.lines[0]?.moves ?? [];
  } catch {
    return [];
  }
}
