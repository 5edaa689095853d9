/** Which files the user has chosen to keep on the device: the browser's storage has them. */

import * as v from 'valibot';
import { keep, recall } from '../store';

/** A file, by an address that no other contents have. */
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

const NAMES = {
  sliding: 'offline.tables',
  pocket: 'offline.pocket',
  begun: 'offline.begun',
} as const;
const sliding = v.record(v.string(), v.array(file));
const pocket = v.record(v.string(), v.array(layer));
const begun = v.record(
  v.string(),
  v.object({ sliding: v.exactOptional(v.array(file)), pocket: v.exactOptional(v.array(layer)) }),
);

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

/** What is being downloaded of a game, or was when the download ended early. */
export function begunOf(game: string): Kept | undefined {
  return recall(NAMES.begun, begun)?.[game];
}

/** Notes a download before it begins; `undefined` once it is over, or its files are removed. */
export function noteBegun(game: string, wanted: Kept | undefined): void {
  const { [game]: _, ...others } = recall(NAMES.begun, begun) ?? {};
  keep(NAMES.begun, wanted ? { ...others, [game]: wanted } : others);
}

/** What is kept or begun of all games. */
export function everything(): Kept[] {
  const all = <T>(record: Record<string, T> | undefined) => Object.values(record ?? {});
  return [
    ...all(recall(NAMES.sliding, sliding)).map((files) => ({ sliding: files })),
    ...all(recall(NAMES.pocket, pocket)).map((parts) => ({ pocket: parts })),
    ...all(recall(NAMES.begun, begun)),
  ];
}
