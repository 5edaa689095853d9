/**
 * Tables that are kept on the device, as whole files in the browser's storage: the sliding phase of
 * a game, or its pocket edition, which has every value.
 */

import { ServiceError } from '../api';
import { pocketOf, tablesOf } from '../api/analysis';
import type { FileAnswer } from '../api/schema';
import { tablesFolder } from '../site';
import { FILES } from './places';
import type { SiteFile, SiteGame } from './protocol';
import { everything, keptOf, note, noteBegun, type Kept, type KeptFile } from './record';

/** All files of what is kept, or to be kept. */
export const filesOf = ({ sliding, pocket }: Kept): KeptFile[] => [
  ...(sliding ?? []),
  ...(pocket ?? []).flatMap(({ packs }) => packs),
];

export const bytesOf = (kept: Kept) => filesOf(kept).reduce((sum, { length }) => sum + length, 0);

/** Bytes of what is wanted that are not kept yet. */
export function bytesLeft(wanted: Kept, kept: Kept): number {
  const there = new Set(filesOf(kept).map(({ url }) => url));
  const left = filesOf(wanted).filter(({ url }) => !there.has(url));
  return left.reduce((sum, { length }) => sum + length, 0);
}

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
    .map(served);
  const edition = pocket ? (await pocketOf({ name: game })).files : undefined;
  return {
    sliding: sliding.length > 0 ? sliding : undefined,
    pocket: edition?.map((file) => ({
      name: file.name,
      length: file.length,
      packs: [served(file)],
    })),
  };
}

/**
 * A file of a service. Its address stays the same when its contents change, so that the hash is added:
 * as it is kept, each address has one content for ever, as on a site.
 */
function served({ name, url, length, blake3 }: FileAnswer): KeptFile {
  return { name, url: `${url}?${blake3}`, length };
}

interface Directory {
  tables: { kind: string; pages: SiteFile; packs: SiteFile[] }[];
}

async function offeredBySite(folder: string, game: string): Promise<Kept> {
  const read = async <T>(name: string) =>
    (await (await fetched(`${folder}${name}`, { cache: 'no-cache' })).json()) as T;
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

/** Whether two lists are of the same files. */
function same(some: Kept, others: Kept): boolean {
  const urls = (kept: Kept) => filesOf(kept).map(({ url }) => url);
  return urls(some).join() === urls(others).join();
}

/** What is kept of a game, as it is offered now; nothing if that is what is kept. */
export function newer(kept: Kept, offer: Kept): Kept | undefined {
  const now: Kept = {
    ...(kept.sliding && offer.sliding ? { sliding: offer.sliding } : {}),
    ...(kept.pocket && offer.pocket ? { pocket: offer.pocket } : {}),
  };
  const before: Kept = {
    sliding: now.sliding && kept.sliding,
    pocket: now.pocket && kept.pocket,
  };
  return same(before, now) ? undefined : now;
}

/** Why a download did not work out. */
export class DownloadError extends Error {
  constructor(
    /** A file came with another length, or there is no room for what was kept. */
    readonly kind: 'incomplete' | 'full',
  ) {
    super(kind);
  }
}

async function fetched(url: string, options: RequestInit): Promise<Response> {
  const response = await fetch(url, options);
  if (!response.ok) throw new ServiceError(response.statusText, response.status);
  return response;
}

/**
 * Downloads files and keeps them. Only when all are there does the page use them; a download that
 * was interrupted goes on with the files that are missing. What it replaces is removed.
 */
export async function keepFiles(
  game: string,
  wanted: Kept,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const cache = await caches.open(FILES);
  const length = bytesOf(wanted);
  noteBegun(game, wanted);
  let done = 0;
  for (const one of filesOf(wanted)) {
    signal.throwIfAborted();
    const there = await cache.match(one.url);
    if (!there || (await there.blob()).size !== one.length) {
      const blob = await download(one, signal, (bytes) => progress((done + bytes) / length));
      await cache.put(one.url, new Response(blob)).catch((error: unknown) => {
        throw isFull(error) ? new DownloadError('full') : error;
      });
    }
    done += one.length;
    progress(done / length);
  }
  // Without this the browser may drop what it keeps when space runs out.
  await navigator.storage?.persist?.().catch(() => false);
  if (!note(game, { ...keptOf(game), ...wanted })) throw new DownloadError('full');
  noteBegun(game, undefined);
  await letGo(game);
}

const isFull = (error: unknown) =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

/** A whole file, and how much of it has come, now and then. */
async function download(
  { url, length }: KeptFile,
  signal: AbortSignal,
  come: (bytes: number) => void,
): Promise<Blob> {
  const [address = url] = url.split('?');
  const response = await fetched(address, { signal });
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
  if (blob.size !== length) throw new DownloadError('incomplete');
  return blob;
}

/** Removes what was kept of a game, and what has come of a download. */
export async function removeFiles(game: string): Promise<void> {
  note(game, {});
  noteBegun(game, undefined);
  await letGo(game);
}

/** Lets go of what the worker has open of a game, and of files that are in no record any more. */
async function letGo(game: string): Promise<void> {
  const { release } = await import('.');
  await release(game);
  const wanted = new Set(
    everything()
      .flatMap(filesOf)
      .map(({ url }) => new URL(url, location.href).href),
  );
  const cache = await caches.open(FILES);
  const left = (await cache.keys()).filter(({ url }) => !wanted.has(url));
  await Promise.all(left.map((request) => cache.delete(request)));
}
