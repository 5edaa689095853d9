/**
 * Ranges of files that were fetched before, in the browser's storage. Files are named by their
 * contents, so that what is kept never grows old. Storage may be missing, full or damaged: then
 * things are fetched again, and checked like everything else.
 *
 * IndexedDB rather than the Cache API: many ranges are read or written in one transaction, where a
 * cache would take several messages between processes for each of them.
 */

import { FILES, RANGES } from './places';
import type { Range } from './ranges';

const STORE = 'ranges';
/** About 20 MB. */
const MOST = 6000;
/** How many of the oldest go at once. */
const TIDIED = 1500;
/** What was fetched is written once nothing more has come for this long, in milliseconds. */
const REST = 100;

interface Kept {
  name: string;
  /** When it was fetched. */
  at: number;
  bytes: Uint8Array;
}

interface Storage {
  database: IDBDatabase;
  /** The names of what is there: what is not there need not be looked for. */
  names: Set<string>;
}

let opened: Promise<Storage | undefined> | undefined;
/** Ranges of whole files that turned out to be damaged. */
const damaged = new Set<string>();
const waiting = new Map<string, Uint8Array>();
let writing: ReturnType<typeof setTimeout> | undefined;

const nameOf = (base: string, { file, start, length }: Range) =>
  `${base}${file}?range=${start}-${length}`;

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the storage failed'));
  });
}

async function open(): Promise<Storage> {
  const request = indexedDB.open(RANGES, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(STORE, { keyPath: 'name' }).createIndex('at', 'at');
  };
  const database = await settled(request);
  // Another page removes it: it must not wait for this one.
  database.onversionchange = () => {
    database.close();
    opened = Promise.resolve(undefined);
  };
  const keys = await settled(database.transaction(STORE).objectStore(STORE).getAllKeys());
  return { database, names: new Set(keys as string[]) };
}

function storage(): Promise<Storage | undefined> {
  opened ??= open().catch(() => undefined);
  return opened;
}

/** Those of some ranges that are on this device, with their bytes. */
export async function recall(
  base: string,
  ranges: readonly Range[],
): Promise<Map<Range, Uint8Array>> {
  const found = new Map<Range, Uint8Array>();
  const add = (range: Range, bytes: Uint8Array | undefined) => {
    if (bytes?.length === range.length) found.set(range, bytes);
  };
  try {
    const stored = await storage();
    const known = ranges.filter((range) => stored?.names.has(nameOf(base, range)));
    if (stored && known.length > 0) {
      const all = stored.database.transaction(STORE).objectStore(STORE);
      const read = (range: Range) =>
        settled(all.get(nameOf(base, range)) as IDBRequest<Kept | undefined>);
      const rows = await Promise.all(known.map(read));
      known.forEach((range, i) => add(range, rows[i]?.bytes));
    }
    const others = ranges.filter((range) => !found.has(range) && !damaged.has(nameOf(base, range)));
    for (const [range, bytes] of await fromWhole(base, others)) add(range, bytes);
  } catch {
    // What was found is used, and the rest is fetched.
  }
  return found;
}

/** Ranges of files that are kept as a whole. */
async function fromWhole(
  base: string,
  ranges: readonly Range[],
): Promise<readonly [Range, Uint8Array][]> {
  // Without a secure context there are no caches.
  if (ranges.length === 0 || !('caches' in self) || !(await caches.has(FILES))) return [];
  const cache = await caches.open(FILES);
  const files = new Map<string, Promise<Blob | undefined>>();
  const whole = (file: string) => {
    const there = files.get(file) ?? cache.match(`${base}${file}`).then((found) => found?.blob());
    files.set(file, there);
    return there;
  };
  const found = ranges.map(async (range): Promise<[Range, Uint8Array][]> => {
    const part = (await whole(range.file))?.slice(range.start, range.start + range.length);
    return part ? [[range, new Uint8Array(await part.arrayBuffer())]] : [];
  });
  return (await Promise.all(found)).flat();
}

/** Keeps a range, soon: answers do not wait for it. */
export function keep(base: string, range: Range, bytes: Uint8Array): void {
  waiting.set(nameOf(base, range), bytes);
  clearTimeout(writing);
  writing = setTimeout(() => void write(), REST);
}

async function write(): Promise<void> {
  const stored = await storage();
  const all = [...waiting];
  waiting.clear();
  if (!stored) return;
  const { database, names } = stored;
  try {
    const at = Date.now();
    await transact(database, (store) => {
      for (const [name, bytes] of all) store.put({ name, at, bytes } satisfies Kept);
    });
    for (const [name] of all) names.add(name);
    if (names.size > MOST) await tidy(stored);
  } catch {
    // There is no room: it is fetched again when it is needed again.
  }
}

/** Changes the store; over when the change is in the storage. */
function transact(database: IDBDatabase, change: (store: IDBObjectStore) => void): Promise<void> {
  const transaction = database.transaction(STORE, 'readwrite', { durability: 'relaxed' });
  const over = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('the storage failed'));
  });
  change(transaction.objectStore(STORE));
  return over;
}

/** Forgets a range that turned out to be damaged. */
export async function forget(base: string, range: Range): Promise<void> {
  const name = nameOf(base, range);
  damaged.add(name);
  try {
    const stored = await storage();
    stored?.names.delete(name);
    if (stored) await transact(stored.database, (store) => store.delete(name));
  } catch {
    // It will be overwritten.
  }
}

async function tidy({ database, names }: Storage): Promise<void> {
  const index = database.transaction(STORE).objectStore(STORE).index('at');
  const oldest = await settled(index.getAllKeys(null, names.size - MOST + TIDIED));
  await transact(database, (store) => oldest.forEach((key) => store.delete(key)));
  for (const name of oldest as string[]) names.delete(name);
}
