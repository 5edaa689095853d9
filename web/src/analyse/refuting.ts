/** What a mistake costs: the line that punishes it, and a sentence about it. */

import { bestLine } from '../api/analysis';
import { t, type Key } from '../i18n';
import { untilGuarded } from '../online/guard';
import { state as stateOf, type Game, type GameRef, type State } from '../rules';
import { say, sayCount } from '../ui/words';
import type { Judged } from './reviewing';

export interface Refutation {
  judged: Judged;
  /** The position after the mistake, and after each move of the line. */
  states: State[];
  moves: string[];
  /** What it costs, in a sentence. */
  words: string;
}

/** The most moves of a line that are shown. */
const MOST = 14;

/** The line after a mistake, from the tables or as the computer saw it. */
export async function refute(
  judged: Judged,
  game: Game,
  ref: GameRef,
  served: GameRef | null,
  before: { start?: string | undefined; moves: string[] },
  signal: AbortSignal,
): Promise<Refutation> {
  const played = [...before.moves, judged.played.move];
  const after = stateOf(ref, played, before.start);
  let line = judged.line ?? [];
  if (judged.exact && served && !after.result) {
    try {
      const best = await bestLine(served, after.position, signal);
      line = best.moves.map(({ move }) => move);
    } catch {
      // Without the line the sentence still says what the move cost.
    }
  }
  line = untilGuarded(served?.name ?? ref.name ?? '', ref, before.start, played, line);
  const states = [after];
  const moves: string[] = [];
  for (const move of line) {
    const last = states.at(-1);
    if (!last || last.result || moves.length >= MOST) break;
    if (!last.legal.some((legal) => legal.text === move)) break;
    moves.push(move);
    states.push(stateOf(ref, [...played, ...moves], before.start));
  }
  return { judged, states, moves, words: costWords(judged, game, states) };
}

/** What a mistake costs, in a sentence. */
export function costWords(judged: Judged, game: Game, states: readonly State[]): string {
  const { played, best, side } = judged;
  const end = states.at(-1);
  if (played.outcome === 'goat-win') {
    const plies = end?.result ? states.length - 1 : (played.plies ?? null);
    if (plies === null) return say(game, 'why.trapped');
    return sayCount(game, 'why.trapped.in', Math.max(1, Math.ceil(plies / 2)));
  }
  if (side === 'goat') {
    const capture = states.findIndex((state, i) => i > 0 && state.last_move?.over != null);
    const move = capture > 0 ? states[capture]?.last_move : null;
    if (move && move.from !== null && move.over !== null) {
      const first = takeWords(game, states, capture, move.from, move.over);
      const already = states[0]?.captured ?? 0;
      const more = played.captures === null ? 0 : played.captures - already;
      if (played.outcome === 'tiger-win') return `${first}${say(game, 'why.and.win')}`;
      // A win that is gone is worth more than the goat that goes with it.
      if (best.outcome === 'goat-win') return `${first}${t('why.and.draw')}`;
      const could = best.captures === null ? 0 : best.captures - already;
      if (more === 2 && could < 2) return `${first}${say(game, 'why.and.second')}`;
      if (more > 1 && could > 0) {
        return `${first}${say(game, 'why.and.instead', { count: more, could })}`;
      }
      if (more > 1) return `${first}${say(game, 'why.and.more', { count: more })}`;
      return `${first}${t('why.and.nothing')}`;
    }
    if (played.outcome === 'tiger-win') return say(game, 'why.tigers-win');
  }
  if (played.outcome === 'draw' && best.outcome !== 'draw') return t('why.draw');
  if (best.captures !== null && played.captures !== null) {
    const key: Key = side === 'tiger' ? 'why.fewer' : 'why.more';
    return say(game, key, { could: best.captures, now: played.captures });
  }
  return say(game, side === 'tiger' ? 'why.worse.tiger' : 'why.worse.goat');
}

/** Which tiger takes which goat, named by where they stand before the line begins. */
function takeWords(
  game: Game,
  states: readonly State[],
  capture: number,
  from: number,
  over: number,
): string {
  const before = states.slice(1, capture);
  const name = (point: number | null) => (point === null ? '' : (game.points[point]?.name ?? ''));
  const values = {
    from: name(origin(before, from)),
    over: name(origin(before, over)),
    count: Math.ceil(capture / 2),
  };
  if (values.count <= 1) return say(game, 'why.takes', values);
  // Pieces that are placed later stand nowhere yet.
  if (!values.from) return say(game, 'why.takes.later', values);
  return say(game, values.over ? 'why.takes.in' : 'why.takes.any.in', values);
}

/** Where the piece on a point came from in some moves; nowhere if one of them placed it. */
function origin(states: readonly State[], point: number): number | null {
  return states.reduceRight<number | null>((at, { last_move: move }) => {
    return at !== null && move?.to === at ? move.from : at;
  }, point);
}
