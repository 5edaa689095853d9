/**
 * Tables that are kept on the device, as whole files in the browser's storage: the sliding phase of
 * a game, or its pocket edition, which has every value.
 */

import { pocketOf, tablesOf } from '../api/analysis';
import { tablesFolder } from '../site';
import { FILES } from './kept';
import type { SiteFile, SiteGame } from './protocol';
import { keptOf, note, type Kept, type KeptFile } from './record';

/** All files of what is kept, or to be kept. */
export const filesOf = ({ sliding, pocket }: Kept): KeptFile[] => [
  ...(sliding ?? []),
  ...(pocket ?? []).flatMap(({ packs }) => packs),
];

export const bytesOf = (kept: Kept) => filesOf(kept).reduce((sum, { length }) => sum + length, 0);

/** Whether this browser can keep files: only pages over HTTPS or on this machine can. */
export const canKeep = () => 'caches' in globalThis;

/** What can be kept of a game. */
export async function offered(game: string): Promise<Kept> {
  const folder = tablesFolder();
  if (folder !== undefined) return offeredBySite(folder, game);
  const { parts, pocket } = await tablesOf({ name: game });
  const sliding = parts
    .filter((part) => part.name.startsWith('sliding-'))
    .flatMap((part) => part.files)
    .map(({ name, url, length }) => ({ name, url, length }));
  const edition = pocket ? (await pocketOf({ name: game })).files : undefined;
  return {
    sliding: sliding.length > 0 ? sliding : undefined,
    pocket: edition?.map(({ name, url, length }) => ({
      name,
      length,
      packs: [{ name, url, length }],
    })),
  };
}

interface Directory {
  tables: { kind: string; pages: SiteFile; packs: SiteFile[] }[];
}

async function offeredBySite(folder: string, game: string): Promise<Kept> {
  const read = async <T>(name: string) => (await (await fetched(`${folder}${name}`)).json()) as T;
  const { games } = await read<{ games: SiteGame[] }>('index.json');
  const listed = games.find((one) => one.game === game);
  if (!listed) return {};
  const kept = ({ name, length }: SiteFile) => ({ name, url: `${folder}${name}`, length });
  const { tables } = await read<Directory>(listed.directory.name);
  const sliding = tables
    .filter(({ kind }) => kind === 'sliding')
    .flatMap(({ pages, packs }) => [pages, ...packs]);
  return {
    // Without the directory nothing is found in the packs.
    sliding: sliding.length > 0 ? [listed.directory, ...sliding].map(kept) : undefined,
    pocket: listed.pocket?.map(({ name, length, packs }) => ({
      name,
      length,
      packs: packs.map(kept),
    })),
  };
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
  wanted: Kept,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const cache = await caches.open(FILES);
  const length = bytesOf(wanted);
  let done = 0;
  for (const one of filesOf(wanted)) {
    signal.throwIfAborted();
    const there = await cache.match(one.url);
    if (!there || (await there.blob()).size !== one.length) {
      await cache.put(
        one.url,
        new Response(
          await download(one, signal, (bytes) => {
            progress((done + bytes) / length);
          }),
        ),
      );
    }
    done += one.length;
    progress(done / length);
  }
  // Without this the browser may drop what it keeps when space runs out.
  await navigator.storage?.persist?.().catch(() => false);
  if (!note(game, { ...keptOf(game), ...wanted })) throw new Error('the browser has no room');
}

/** A whole file, and how much of it has come, now and then. */
async function download(
  { name, url, length }: KeptFile,
  signal: AbortSignal,
  come: (bytes: number) => void,
): Promise<Blob> {
  const response = await fetched(url, signal);
  let bytes = 0;
  const counted = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        bytes += piece.length;
        come(bytes);
        controller.enqueue(piece);
      },
    }),
  );
  const blob = await new Response(counted ?? null).blob();
  if (blob.size !== length) {
    throw new Error(`${name}: ${blob.size} bytes came, expected ${length}`);
  }
  return blob;
}

/** Removes what was kept of a game. */
export async function removeFiles(game: string): Promise<void> {
  const files = filesOf(keptOf(game));
  note(game, {});
  const { release } = await import('.');
  await release(game);
  const cache = await caches.open(FILES);
  await Promise.all(files.map(({ url }) => cache.delete(url)));
}
