/**
 * The state of a game as a pure function of its events: what `crates/bagh-online` does on the
 * service, for what a page shows. `reduce.test.ts` compares the two on recorded games.
 */

import type { GameRef, Side, State } from '../rules';
import type { Away, Clocks, GameEvent, Snapshot, Terms } from './types';

/** The rules, as far as they are needed: the position after some moves. */
export type Rules = (game: GameRef, moves: string[]) => Pick<State, 'position' | 'turn'>;

const SECOND = 1000;
const DAY = 86_400 * SECOND;
/** How long a side has for its first move where clocks run later. */
const FIRST_MOVE = 60 * SECOND;
/** How long a game without a clock lasts without a move, and before both sides have moved. */
const UNMOVED = 60 * DAY;
const UNBEGUN = 14 * DAY;
/** How long after a flag a move may still arrive that left in time. */
const GRACE = 500;

const SIDES: Side[] = ['tiger', 'goat'];

export const otherSide = (side: Side): Side => (side === 'tiger' ? 'goat' : 'tiger');

/** The game as the rules know it. */
export function gameRef({ game, captures }: Terms): GameRef {
  return captures === undefined ? { name: game } : { name: game, captures };
}

/** An event that does not follow the one before: the whole state has to be asked for. */
export class Gap extends Error {}

/** A working copy, with a value for what a snapshot leaves out. */
interface Draft extends Snapshot {
  absent: Away[];
}

function initial(terms: Terms): number | null {
  const { time } = terms;
  if (time.type === 'unlimited') return null;
  return time.type === 'days' ? time.days * DAY : time.base * SECOND;
}

function created(event: GameEvent & { type: 'created' }, rules: Rules): Draft {
  const { setup, seats, match, number, at } = event;
  const start = rules(gameRef(setup), []);
  const left = initial(setup);
  const draft: Draft = {
    number,
    at,
    setup,
    seats,
    ...(match ? { match } : {}),
    position: start.position,
    moves: [],
    ply: 0,
    turn: start.turn,
    turn_since: at,
    furthest: 0,
    absent: [],
  };
  if (left !== null) draft.clocks = { tiger: left, goat: left, running: null, since: 0 };
  runClock(draft, at);
  return draft;
}

const started = (draft: Draft) => Boolean(draft.seats.tiger && draft.seats.goat);

function runClock(draft: Draft, at: number): void {
  if (!draft.clocks) return;
  const { time } = draft.setup;
  const runs = time.type === 'days' ? started(draft) : draft.furthest >= 2;
  draft.clocks.running = runs ? draft.turn : null;
  draft.clocks.since = at;
}

function charge({ clocks }: Draft, at: number, lag: number): void {
  if (!clocks) return;
  if (clocks.running) {
    const used = Math.max(0, Math.max(0, at - clocks.since) - lag);
    clocks[clocks.running] = Math.max(0, clocks[clocks.running] - used);
  }
  clocks.since = at;
}

/** Begins the turn of the side that is now to move. */
function newTurn(draft: Draft, at: number): void {
  delete draft.takeback;
  if (draft.draw_offer === draft.turn) delete draft.draw_offer;
  draft.turn_since = at;
  const { clocks } = draft;
  const { time } = draft.setup;
  // Correspondence players have their days for every turn, whatever was taken back.
  if (clocks && time.type === 'days') {
    clocks[draft.turn] = Math.max(clocks[draft.turn], time.days * DAY);
  }
  runClock(draft, at);
}

function stand(draft: Draft, moves: string[], rules: Rules): void {
  const { position, turn } = rules(gameRef(draft.setup), moves);
  Object.assign(draft, { moves, ply: moves.length, position, turn });
}

function moved(draft: Draft, event: GameEvent & { type: 'moved' }, rules: Rules): void {
  const mover = draft.turn;
  if (event.ply !== draft.ply) throw new Gap(`ply ${event.ply} after ${draft.ply}`);
  stand(draft, [...draft.moves, event.move], rules);
  charge(draft, event.at, event.lag ?? 0);
  const earned = draft.ply > draft.furthest;
  draft.furthest = Math.max(draft.furthest, draft.ply);
  const { clocks } = draft;
  const { time } = draft.setup;
  if (clocks && time.type === 'days') clocks[mover] = time.days * DAY;
  else if (clocks && time.type === 'increment' && earned && clocks.running) {
    clocks[mover] += time.increment * SECOND;
  }
  newTurn(draft, event.at);
}

/** Takes an outage out of everything that was running, but for what was taken out before. */
function creditOutage(draft: Draft, begin: number, until: number): void {
  const from = Math.max(begin, draft.credited ?? 0);
  const by = (since: number) => Math.max(0, until - Math.max(from, since));
  draft.turn_since += by(draft.turn_since);
  if (draft.clocks?.running) draft.clocks.since += by(draft.clocks.since);
  draft.absent = draft.absent.map((away) => {
    const shift = by(away.since);
    const claimable = away.claimable === undefined ? {} : { claimable: away.claimable + shift };
    return { ...away, since: away.since + shift, ...claimable };
  });
  draft.credited = Math.max(draft.credited ?? 0, until);
}

function deadline(draft: Draft): number | undefined {
  if (draft.ending || !started(draft)) return undefined;
  const { clocks } = draft;
  const { time } = draft.setup;
  if (clocks?.running) {
    return clocks.since + clocks[clocks.running] + (time.type === 'increment' ? GRACE : 0);
  }
  if (time.type === 'increment') return draft.turn_since + FIRST_MOVE;
  if (time.type === 'days') return undefined;
  return draft.turn_since + (draft.furthest >= 2 ? UNMOVED : UNBEGUN);
}

function change(draft: Draft, event: GameEvent, rules: Rules): void {
  const { at } = event;
  switch (event.type) {
    case 'created':
      throw new Gap('created again');
    case 'seat-taken':
      draft.seats = { ...draft.seats, [event.side]: event.player };
      draft.turn_since = at;
      runClock(draft, at);
      break;
    case 'moved':
      moved(draft, event, rules);
      break;
    case 'draw-offered':
      draft.draw_offer = event.side;
      break;
    case 'draw-declined':
      delete draft.draw_offer;
      break;
    case 'takeback-proposed':
      draft.takeback = event.side;
      break;
    case 'takeback-declined':
      delete draft.takeback;
      break;
    case 'taken-back':
      stand(draft, draft.moves.slice(0, event.ply), rules);
      // The clock that was running is charged, before the turn changes.
      charge(draft, at, 0);
      newTurn(draft, at);
      break;
    case 'time-given':
      if (draft.clocks) draft.clocks[otherSide(event.side)] += event.ms;
      break;
    case 'said':
      break;
    case 'left': {
      const { side, claimable } = event;
      const away = { side, since: at, ...(claimable === undefined ? {} : { claimable }) };
      const all = [...draft.absent.filter((one) => one.side !== side), away];
      draft.absent = SIDES.flatMap((of) => all.filter((one) => one.side === of));
      break;
    }
    case 'returned':
      draft.absent = draft.absent.filter((one) => one.side !== event.side);
      break;
    case 'credited':
      creditOutage(draft, event.from, Math.min(event.until, at));
      break;
    case 'ended':
      charge(draft, at, 0);
      if (draft.clocks) draft.clocks.running = null;
      delete draft.draw_offer;
      delete draft.takeback;
      draft.ending = { outcome: event.outcome, reason: event.reason };
      break;
    default:
      // A newer service knows more: its own state is shown instead.
      throw new Gap('an event of a kind that this page does not know');
  }
}

/** The state after an event. The state before is left as it was. */
export function reduce(before: Snapshot | null, event: GameEvent, rules: Rules): Snapshot {
  if (!before) {
    if (event.type !== 'created') throw new Gap('the log does not begin with its beginning');
    return finished(created(event, rules));
  }
  if (event.number !== before.number + 1) {
    throw new Gap(`event ${event.number} after ${before.number}`);
  }
  const draft: Draft = { ...before, absent: before.absent ?? [] };
  if (before.clocks) draft.clocks = { ...before.clocks };
  change(draft, event, rules);
  draft.number = event.number;
  draft.at = event.at;
  return finished(draft);
}

/** A draft as the service would write it. */
function finished(draft: Draft): Snapshot {
  const { absent, deadline: _, ...rest } = draft;
  const due = deadline(draft);
  return {
    ...rest,
    ...(due === undefined ? {} : { deadline: due }),
    ...(absent.length ? { absent } : {}),
  };
}

/** What a side's clock shows at a moment of the service's time. */
export function shows(clocks: Clocks, side: Side, now: number): number {
  const used = clocks.running === side ? Math.max(0, now - clocks.since) : 0;
  return Math.max(0, clocks[side] - used);
}
