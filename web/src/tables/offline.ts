/**
 * Tables that are kept on the device: the sliding phase of a game, as whole files in the browser's
 * storage. From a service they are its table files; from a static site the packs of those tables.
 */

import * as v from 'valibot';
import { tablesOf } from '../api/analysis';
import { tablesFolder } from '../site';
import { keep, recall } from '../store';
import { FILES } from './kept';
import type { SiteFile, SiteGame } from './protocol';

const NAME = 'offline.tables';

const file = v.object({ name: v.string(), url: v.string(), length: v.number() });
const record = v.record(v.string(), v.array(file));

/** A file that is kept, or to be kept. */
export type KeptFile = v.InferOutput<typeof file>;

const all = (): Record<string, KeptFile[]> => recall(NAME, record) ?? {};

/** The files of a game that are kept. */
export function keptFiles(game: string): KeptFile[] | undefined {
  return all()[game];
}

export const bytesOf = (files: readonly KeptFile[]) =>
  files.reduce((sum, { length }) => sum + length, 0);

/** Whether this browser can keep files: only pages over HTTPS or on this machine can. */
export const canKeep = () => 'caches' in globalThis;

/** The files that hold the sliding phase of a game. */
export async function slidingFiles(game: string): Promise<KeptFile[]> {
  const folder = tablesFolder();
  if (folder !== undefined) return packs(folder, game);
  const { parts } = await tablesOf({ name: game });
  return parts
    .filter((part) => part.name.startsWith('sliding-'))
    .flatMap((part) => part.files)
    .map(({ name, url, length }) => ({ name, url, length }));
}

interface Directory {
  tables: { kind: string; pages: SiteFile; packs: SiteFile[] }[];
}

async function packs(folder: string, game: string): Promise<KeptFile[]> {
  const read = async <T>(name: string) => (await (await fetched(`${folder}${name}`)).json()) as T;
  const { games } = await read<{ games: SiteGame[] }>('index.json');
  const listed = games.find((one) => one.game === game);
  if (!listed) return [];
  const { tables } = await read<Directory>(listed.directory.name);
  return tables
    .filter(({ kind }) => kind === 'sliding')
    .flatMap(({ pages, packs }) => [pages, ...packs])
    .map(({ name, length }) => ({ name, url: `${folder}${name}`, length }));
}

async function fetched(url: string, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(url, signal ? { signal } : {});
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return response;
}

/**
 * Downloads files and keeps them. Only when all are there does the page use them; a download that
 * was interrupted goes on with the files that are missing.
 */
export async function keepFiles(
  game: string,
  files: readonly KeptFile[],
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const cache = await caches.open(FILES);
  const length = bytesOf(files);
  let done = 0;
  for (const one of files) {
    const there = await cache.match(one.url);
    if (!there || (await there.blob()).size !== one.length) {
      const blob = await (await fetched(one.url, signal)).blob();
      if (blob.size !== one.length) {
        throw new Error(`${one.name}: ${blob.size} bytes came, expected ${one.length}`);
      }
      await cache.put(one.url, new Response(blob));
    }
    done += one.length;
    progress(done / length);
  }
  // Without this the browser may drop what it keeps when space runs out.
  await navigator.storage?.persist?.().catch(() => false);
  if (!keep(NAME, { ...all(), [game]: files })) throw new Error('the browser has no room');
}

/** Removes what was kept of a game. */
export async function removeFiles(game: string): Promise<void> {
  const { [game]: files, ...others } = all();
  keep(NAME, others);
  const cache = await caches.open(FILES);
  await Promise.all((files ?? []).map(({ url }) => cache.delete(url)));
}
