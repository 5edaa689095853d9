/** What the page, the box and the bot in it say to each other. */

import * as v from 'valibot';
import type { GameRef } from '../../rules/types';

/** How a bot fails. */
export const FAILURES = [
  /** The source is not JavaScript. */
  'syntax',
  /** It has no function `choose`. */
  'no-function',
  /** It threw an error. */
  'threw',
  /** It answered with something that is no move at all. */
  'garbage',
  /** It answered with a move that is not legal. */
  'illegal',
  /** It did not answer in time. */
  'time',
  /** It could not be loaded in time. */
  'load-time',
  /** It sent messages that it was not asked for, or too much. */
  'flood',
  /** Its worker ended. */
  'died',
  /** The browser does not keep bots apart from the page and the network: none is run. */
  'unsafe',
] as const;
export type FailureKind = (typeof FAILURES)[number];

export interface Failure {
  kind: FailureKind;
  /** What it said, as far as it was short. */
  said?: string;
  /** The line of the source, counted from 1. */
  line?: number;
}

/** From the page to the box. */
export type ToBox =
  | { type: 'start'; rules: ArrayBuffer; game: GameRef; source: string; limit: number }
  | { type: 'ask'; id: number; position: string };

/** From the box, which is ours, to the page. What the bot said is a text that is yet to be read. */
export type FromBox =
  | { type: 'loaded' }
  | { type: 'answer'; id: number; text: string; took: number }
  | { type: 'failed'; failure: Failure };

/** From the box to the worker of the bot. */
export type ToBot =
  | { type: 'rules'; rules: ArrayBuffer; game: GameRef }
  | { type: 'load'; source: string }
  | { type: 'ask'; id: number; position: string };

/** The longest text that a bot may send. */
export const LONGEST = 8_000;
/** Of what it said, what is shown. */
export const SHOWN = 300;

const text = v.pipe(
  v.string(),
  v.transform((all) => all.slice(0, SHOWN)),
);
const line = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000)));
const log = v.optional(v.pipe(v.array(text), v.maxLength(20)), []);
const id = v.pipe(v.number(), v.integer());

/** What a bot may send. It can send anything: what does not fit is a failure. */
export const fromBot = v.variant('type', [
  v.object({ type: v.literal('awake'), apart: v.boolean() }),
  v.object({ type: v.literal('loaded') }),
  v.object({
    type: v.literal('broken'),
    kind: v.picklist(['syntax', 'no-function', 'threw']),
    said: v.optional(text),
    line,
  }),
  v.object({ type: v.literal('move'), id, move: v.nullable(text), said: text, log }),
  v.object({ type: v.literal('threw'), id, said: text, line, log }),
]);
export type FromBot = v.InferOutput<typeof fromBot>;

/** What a bot sent; nothing if it is not what a bot may send. */
export function readFromBot(data: unknown): FromBot | null {
  if (typeof data !== 'string' || data.length > LONGEST) return null;
  try {
    const read = v.safeParse(fromBot, JSON.parse(data));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}
