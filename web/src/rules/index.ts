/**
 * The rules, notation and records of the Rust library, as functions with types.
 *
 * `ready()` loads the module once; after that everything is at hand without waiting. A request
 * that makes no sense throws a `RulesError` that says what was found and what was expected.
 */

import url from '../wasm/rules.wasm?url';
import { load, type Call } from './module';
import type {
  Game,
  GameRecord,
  GameRef,
  Outcome,
  ReadPosition,
  Reason,
  RecordNode,
  Side,
  State,
} from './types';

export * from './types';
export { MissingPart, RulesError, type Fault } from './module';

let call: Call = () => {
  throw new Error('the rules are not loaded yet: wait for ready()');
};
let loading: Promise<void> | undefined;

/** Loads the rules. */
export function ready(): Promise<void> {
  loading ??= load(url).then((loaded) => {
    call = loaded;
  });
  return loading;
}

/** Uses a module that was loaded elsewhere; tests do. */
export function use(loaded: Call): void {
  call = loaded;
  loading = Promise.resolve();
}

let listed: string[] | undefined;

/** The names of the built-in games. */
export function games(): string[] {
  listed ??= call({ op: 'games' }) as string[];
  return listed;
}

const described = new Map<string, Game>();

/** A game with its board. */
export function game(ref: GameRef): Game {
  const key = JSON.stringify([ref.name, ref.file, ref.captures]);
  let found = described.get(key);
  if (!found) {
    found = call({ op: 'game', game: ref }) as Game;
    // Places of points come as texts, which makes the module smaller.
    for (const point of found.points) [point.x, point.y] = [Number(point.x), Number(point.y)];
    described.set(key, found);
  }
  return found;
}

/** The position after some moves, from the usual start or from another position. */
export function state(ref: GameRef, moves: string[] = [], start?: string): State {
  return call({ op: 'state', game: ref, start, moves }) as State;
}

/** Reads a position in any notation. A lenient reader mends what it can, and says so. */
export function readPosition(
  ref: GameRef,
  text: string,
  options: { format?: string; lenient?: boolean } = {},
): ReadPosition {
  return call({ op: 'read-position', game: ref, text, ...options }) as ReadPosition;
}

/** Writes a position, given in OBX 1.0, in another notation. */
export function writePosition(ref: GameRef, position: string, format: string): string {
  return call({ op: 'write-position', game: ref, position, format }) as string;
}

export interface PositionParts {
  tigers: number[];
  goats: number[];
  turn: Side;
  goats_in_hand: number;
  captured: number;
}

/** A position put together in an editor; the error says what does not fit. */
export function checkPosition(ref: GameRef, parts: PositionParts): State {
  return call({ op: 'check-position', game: ref, ...parts }) as State;
}

/** Reads a record. The game is that of a record that names none. */
export function readRecord(ref: GameRef, text: string, format?: string): GameRecord {
  return call({ op: 'read-record', game: ref, text, format }) as GameRecord;
}

export interface RecordParts {
  start?: string;
  tags?: [string, string][];
  /** A result that the rules do not give, such as by resignation. */
  outcome?: Outcome | null;
  reason?: Reason | null;
  nodes: Pick<RecordNode, 'parent' | 'move' | 'comments' | 'before'>[];
  format?: string;
}

/** Writes a record. */
export function writeRecord(ref: GameRef, parts: RecordParts): string {
  return call({ op: 'write-record', game: ref, ...parts }) as string;
}

/** The nodes of a record without variations. */
export function mainLine(moves: string[]): RecordParts['nodes'] {
  const nodes: RecordParts['nodes'] = [{ parent: null, move: null, comments: [], before: [] }];
  moves.forEach((move, parent) => nodes.push({ parent, move, comments: [], before: [] }));
  return nodes;
}
