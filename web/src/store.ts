/**
 * What the browser remembers, as JSON under names that begin with `bagh.`.
 *
 * Stored text may come from another version, from an extension or from a curious user. It is read
 * through a schema, and what does not fit is treated as if it were not there.
 */

import * as v from 'valibot';
import { FILES, RANGES } from './tables/places';

const PREFIX = 'bagh.';

/** A schema that reads anything and yields `T`. */
export type Reads<T> = v.GenericSchema<unknown, T>;

/** The text that was kept under a name, if there is one. */
export function keptText(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    // Storage may be forbidden: the app works without it.
    return null;
  }
}

/** What a text that was kept says, if it fits the schema. */
export function understood<T>(text: string | null, schema: Reads<T>): T | undefined {
  if (text === null) return undefined;
  try {
    const read = v.safeParse(schema, JSON.parse(text));
    return read.success ? read.output : undefined;
  } catch {
    // It is no JSON.
    return undefined;
  }
}

/** What was kept under a name, if it is there and fits the schema. */
export function recall<T>(name: string, schema: Reads<T>): T | undefined {
  return understood(keptText(name), schema);
}

/** Keeps a value; `undefined` forgets it. Says whether it is stored now. */
export function keep(name: string, value: unknown): boolean {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    // Storage may be forbidden or full.
    return false;
  }
}

/** The names that begin with a prefix, without the prefix. */
export function keptNames(prefix: string): string[] {
  try {
    const start = PREFIX + prefix;
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(start))
      .map((key) => key.slice(start.length));
  } catch {
    return [];
  }
}

/** Calls back when another tab changes what is kept under a name, or removes everything. */
export function onOtherTab(name: string, changed: () => void): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key === PREFIX + name || event.key === null) changed();
  };
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}

/** Whether what is kept is still there later: storage may be forbidden or full. */
export function isKeeping(): boolean {
  return keep('test', 1) && keep('test', undefined);
}

/**
 * Removes everything that the app keeps, tables included: the way out when a page cannot be shown.
 * The app's own files stay, so that it opens without a connection.
 */
export async function forgetAll(): Promise<void> {
  for (const name of keptNames('')) keep(name, undefined);
  try {
    sessionStorage.clear();
    await caches.delete(FILES);
    await new Promise<void>((resolve) => {
      const removed = indexedDB.deleteDatabase(RANGES);
      // Where another page has it open and does not let go, it is removed once that page is left.
      removed.onsuccess = removed.onerror = removed.onblocked = () => resolve();
    });
  } catch {
    // See above; and without a secure context there are no caches.
  }
}

/** A list of which the entries that do not fit are left out. */
export function listOf<T>(schema: Reads<T>): Reads<T[]> {
  return v.pipe(
    v.array(v.unknown()),
    v.transform((all) =>
      all.flatMap((one) => {
        const read = v.safeParse(schema, one);
        return read.success ? [read.output] : [];
      }),
    ),
  );
}

/** A record of which the entries that do not fit are left out. */
export function recordOf<T>(schema: Reads<T>): Reads<Record<string, T>> {
  return v.pipe(
    v.record(v.string(), v.unknown()),
    v.transform((all) => {
      const fitting: [string, T][] = [];
      for (const [name, one] of Object.entries(all)) {
        const read = v.safeParse(schema, one);
        if (read.success) fitting.push([name, read.output]);
      }
      return Object.fromEntries(fitting);
    }),
  );
}
