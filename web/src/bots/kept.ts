/** The bots of the workshop that the browser remembers. */

import * as v from 'valibot';
import { isPlayable, short, whole } from '../rules/schema';
import { keep, listOf, recall, type Reads } from '../store';

export interface KeptBot {
  id: string;
  name: string;
  source: string;
  changed: number;
}

/** The longest source, in characters. */
export const LONGEST_SOURCE = 50_000;
export const LONGEST_NAME = 40;
/** The most bots that are kept. */
export const MOST_BOTS = 30;
/** Milliseconds for each move. */
export const LIMITS = [200, 1000, 5000, 20_000] as const;

export interface Workshop {
  bots: KeptBot[];
  /** The bot that is open. */
  open?: string | undefined;
  game: string;
  limit: number;
}

const bot: Reads<KeptBot> = v.object({
  id: short,
  name: v.pipe(v.string(), v.maxLength(LONGEST_NAME)),
  source: v.pipe(v.string(), v.maxLength(LONGEST_SOURCE)),
  changed: whole,
});

const schema: Reads<Workshop> = v.object({
  bots: v.fallback(listOf(bot), []),
  open: v.fallback(v.optional(short), undefined),
  game: v.fallback(
    v.pipe(
      short,
      v.check((name) => isPlayable({ name }), 'not a game that the rules know'),
    ),
    'bagh-chal',
  ),
  limit: v.fallback(v.picklist(LIMITS), 1000),
});

const NAME = 'bots';

export function recallWorkshop(): Workshop {
  const kept = recall(NAME, schema);
  return kept ?? { bots: [], game: 'bagh-chal', limit: 1000 };
}

/**
 * Keeps everything, and takes in what another tab has kept meanwhile, but for bots that were removed
 * here. Says whether the browser did.
 */
export function keepWorkshop(workshop: Workshop, removed: ReadonlySet<string>): boolean {
  for (const other of recallWorkshop().bots) {
    const own = workshop.bots.find(({ id }) => id === other.id);
    if (own && other.changed > own.changed) Object.assign(own, other);
    if (!own && !removed.has(other.id)) workshop.bots.push(other);
  }
  workshop.bots.splice(MOST_BOTS);
  return keep(NAME, workshop);
}

export function newBot(name: string, source: string): KeptBot {
  const [a = 0, b = 0] = crypto.getRandomValues(new Uint32Array(2));
  return { id: `${a.toString(36)}${b.toString(36)}`, name, source, changed: Date.now() };
}
