/** Which files the user has chosen to keep on the device: the browser's storage has them. */

import * as v from 'valibot';
import { keep, recall } from '../store';

const file = v.object({ name: v.string(), url: v.string(), length: v.number() });
const layer = v.object({ name: v.string(), length: v.number(), packs: v.array(file) });

/** A file that is kept, or to be kept. */
export type KeptFile = v.InferOutput<typeof file>;

/** A file of a pocket edition, which is made up of others. */
export type PocketPart = v.InferOutput<typeof layer>;

/** What is kept of a game. */
export interface Kept {
  /** The tables of the sliding phase: from a service its files, from a site the packs of those. */
  sliding?: KeptFile[] | undefined;
  /** The pocket edition. */
  pocket?: PocketPart[] | undefined;
}

const NAMES = { sliding: 'offline.tables', pocket: 'offline.pocket' } as const;
const sliding = v.record(v.string(), v.array(file));
const pocket = v.record(v.string(), v.array(layer));

/** What is kept of a game. */
export function keptOf(game: string): Kept {
  return {
    sliding: recall(NAMES.sliding, sliding)?.[game],
    pocket: recall(NAMES.pocket, pocket)?.[game],
  };
}

/** Whether anything is kept of a game, so that it is worth asking without a connection. */
export function isKept(game: string | undefined): boolean {
  const kept = game === undefined ? {} : keptOf(game);
  return kept.sliding !== undefined || kept.pocket !== undefined;
}

/** Notes what is kept of a game now. Says whether it is stored. */
export function note(game: string, { sliding: files, pocket: parts }: Kept): boolean {
  const { [game]: _files, ...otherFiles } = recall(NAMES.sliding, sliding) ?? {};
  const { [game]: _parts, ...otherParts } = recall(NAMES.pocket, pocket) ?? {};
  return (
    keep(NAMES.sliding, files ? { ...otherFiles, [game]: files } : otherFiles) &&
    keep(NAMES.pocket, parts ? { ...otherParts, [game]: parts } : otherParts)
  );
}
