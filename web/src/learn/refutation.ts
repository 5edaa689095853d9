/** Why a wrong try is wrong: the answer to it, played out on the board. */

import { mayAsk } from '../api';
import { bestLine } from '../api/analysis';
import { engine } from '../engine';
import { untilGuarded } from '../online/guard';
import { state as stateOf, type GameRef, type State } from '../rules';
import { animated } from '../settings';

/** Where something is tried: a position, and the moves that led on from it. */
export interface Place {
  ref: GameRef;
  start: string;
  moves: readonly string[];
}

interface Played {
  /** The position after the wrong move, and after each answer. */
  states: State[];
  moves: string[];
}

/** Plies that are shown after the wrong move. */
const SHOWN = 3;
/** How long each position of the answer is looked at. */
export const PAUSE = 650;

/** How long to wait between moves that play themselves. */
export const pause = () => (animated() ? PAUSE : 60);

/** The line after a wrong move, from the tables where they are at hand, else from the engine. */
async function answerTo({ ref, start, moves: before }: Place, wrong: string): Promise<Played> {
  const played = [...before, wrong];
  const after = stateOf(ref, played, start);
  if (after.result) return { states: [after], moves: [] };
  const line = mayAsk(ref) ? await looked(ref, after.position) : [];
  const found = line.length > 0 ? line : await searched(ref, start, played);
  const moves = untilGuarded(ref.name ?? '', ref, start, played, found.slice(0, SHOWN));
  const states = [after];
  const shown: string[] = [];
  for (const move of moves) {
    const last = states.at(-1);
    if (!last || last.result || !last.legal.some((legal) => legal.text === move)) break;
    shown.push(move);
    states.push(stateOf(ref, [...played, ...shown], start));
  }
  return { states, moves: shown };
}

/** The line by the tables; nothing where they do not say. */
async function looked(ref: GameRef, position: string): Promise<readonly string[]> {
  try {
    const best = await bestLine(ref, position);
    return best.known ? best.moves.map(({ move }) => move) : [];
  } catch {
    return [];
  }
}

async function searched(game: GameRef, start: string, moves: string[]): Promise<readonly string[]> {
  try {
    const found = await engine.best({ game, start, moves }, { lines: 1, nodes: 60_000 });
    return found.lines[0]?.moves ?? [];
  } catch {
    return [];
  }
}

/** The answer to a wrong try, as it plays itself on the board. */
export class Refutation {
  private played: Played | null = null;
  private at = 0;
  private turn = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly changed: () => void) {}

  /** Looks for the answer to a move, and begins to play it. */
  async begin(place: Place, wrong: string): Promise<void> {
    this.end();
    const { turn } = this;
    const found = await answerTo(place, wrong);
    if (turn !== this.turn || found.moves.length === 0) return;
    this.played = found;
    this.at = 0;
    this.changed();
    this.goOn();
  }

  private goOn(): void {
    this.timer = setTimeout(() => {
      if (!this.played || this.at + 1 >= this.played.states.length) return;
      this.at += 1;
      this.changed();
      this.goOn();
    }, pause());
  }

  /** Back to where the move was tried. */
  end(): void {
    this.turn += 1;
    clearTimeout(this.timer);
    this.played = null;
  }

  /** The position that is shown, while there is an answer. */
  get state(): State | null {
    return this.played?.states[this.at] ?? null;
  }

  /** The moves of the answer. */
  get line(): string | null {
    return this.played?.moves.join(' ') ?? null;
  }
}
