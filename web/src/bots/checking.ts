/** Whether a bot obeys the rules and keeps its time: point by point, with what came back. */

import { state as stateOf, type GameRef } from '../rules';
import type { BotBox, Reply } from './box/box';
import type { Failure } from './box/protocol';
import { oddPositions } from './positions';

/** Positions in which a move is asked for. */
export const POSITIONS = 120;
/** After this number of failures the rest of the positions is left out. */
const ENOUGH = 3;

export const POINTS = ['starts', 'first', 'rules', 'time', 'again'] as const;
export type PointName = (typeof POINTS)[number];

export interface Point {
  name: PointName;
  /** Nothing while it is under way. */
  ok: boolean | null;
  /** How far it is, and of how many. */
  done?: number;
  of?: number;
  /** The move that came back. */
  move?: string;
  /** The slowest answer, in milliseconds. */
  slowest?: number;
  failure?: Failure;
  /** The position in which it failed. */
  position?: string;
}

/** Checks a bot. `changed` is told of every point as it goes on. */
export async function check(
  box: BotBox,
  game: GameRef,
  changed: (points: Point[]) => void,
  signal: AbortSignal,
): Promise<void> {
  const points: Point[] = [];
  const tell = () => changed([...points]);
  const begin = (name: PointName): Point => {
    const point: Point = { name, ok: null };
    points.push(point);
    tell();
    return point;
  };
  const end = (point: Point, failure?: Failure | null) => {
    point.ok = !failure;
    if (failure) point.failure = failure;
    tell();
    return point.ok;
  };

  const broken = await box.start();
  if (signal.aborted) return;
  if (!end(begin('starts'), broken)) return;

  const start = stateOf(game);
  const first = begin('first');
  const reply = await box.ask(start);
  if (signal.aborted) return;
  if (reply.move) first.move = reply.move.text;
  else first.position = start.position;
  if (!end(first, reply.failure)) return;

  const obeys = begin('rules');
  obeys.of = POSITIONS;
  let slowest = reply.took ?? 0;
  let late: { failure: Failure; position: string } | undefined;
  let wrong = 0;
  const odd = oddPositions(game);
  for (let number = 1; number <= POSITIONS && wrong < ENOUGH; number++) {
    const state = odd.next().value;
    const { failure, took } = await box.ask(state);
    if (signal.aborted) return;
    slowest = Math.max(slowest, took ?? 0);
    obeys.done = number;
    if (failure?.kind === 'time') {
      wrong++;
      late ??= { failure, position: state.position };
    } else if (failure) {
      wrong++;
      obeys.failure ??= failure;
      obeys.position ??= state.position;
    }
    tell();
  }
  end(obeys, obeys.failure);

  const time = begin('time');
  time.slowest = slowest;
  if (late) time.position = late.position;
  end(time, late?.failure);

  // A new worker, as after every failure.
  box.close();
  const again = begin('again');
  const second: Reply = await box.ask(odd.next().value);
  if (signal.aborted) return;
  if (second.move) again.move = second.move.text;
  end(again, second.failure);
}

/** Whether all points were checked and are fine. */
export function allFine(points: readonly Point[]): boolean {
  return points.length === POINTS.length && points.every(({ ok }) => ok);
}
