/**
 * Ranges of files that were fetched before, in the browser's storage. Files are named by their
 * contents, so that what is kept never grows old. Storage may be missing, full or damaged: then
 * things are fetched again, and checked like everything else.
 */

/** Not `bagh-…`: the service worker deletes those of other versions of the page. */
const NAME = 'tables-ranges';
/** Where whole files are that the user has chosen to keep; see `offline.ts`. */
export const FILES = 'tables-files';
/** About 20 MB. */
const MOST = 6000;
/** How many of the oldest go at once. */
const TIDIED = 1500;

let opened: Promise<Cache | undefined> | undefined;
let added = 0;

function storage(): Promise<Cache | undefined> {
  // Without a secure context there is none.
  opened ??=
    'caches' in self ? caches.open(NAME).catch(() => undefined) : Promise.resolve(undefined);
  return opened;
}

const key = (base: string, file: string, start: number, length: number) =>
  `${base}${file}?range=${start}-${length}`;

export async function recall(
  base: string,
  file: string,
  start: number,
  length: number,
): Promise<Uint8Array | undefined> {
  try {
    const found = await (await storage())?.match(key(base, file, start, length));
    if (!found) return await fromWhole(`${base}${file}`, start, length);
    const bytes = new Uint8Array(await found.arrayBuffer());
    return bytes.length === length ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** A range of a file that is kept as a whole. */
async function fromWhole(
  url: string,
  start: number,
  length: number,
): Promise<Uint8Array | undefined> {
  if (!(await caches.has(FILES))) return undefined;
  const found = await (await caches.open(FILES)).match(url);
  if (!found) return undefined;
  const part = (await found.blob()).slice(start, start + length);
  const bytes = new Uint8Array(await part.arrayBuffer());
  return bytes.length === length ? bytes : undefined;
}

export async function keep(
  base: string,
  file: string,
  start: number,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  try {
    const cache = await storage();
    if (!cache) return;
    await cache.put(key(base, file, start, bytes.length), new Response(bytes));
    added += 1;
    if (added % TIDIED === 0) await tidy(cache);
  } catch {
    // There is no room: it is fetched again when it is needed again.
  }
}

/** Forgets a range that turned out to be damaged. */
export async function forget(
  base: string,
  file: string,
  start: number,
  length: number,
): Promise<void> {
  try {
    await (await storage())?.delete(key(base, file, start, length));
  } catch {
    // It will be overwritten.
  }
}

/** Keys come in the order in which they were added. */
async function tidy(cache: Cache): Promise<void> {
  const keys = await cache.keys();
  const many = keys.length - MOST + TIDIED;
  if (keys.length > MOST) await Promise.all(keys.slice(0, many).map((old) => cache.delete(old)));
}
