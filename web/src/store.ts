/** What the browser remembers, as JSON under names that begin with `bagh.`. */

const PREFIX = 'bagh.';

/** What was kept under a name, if it is there and can be read. */
export function recall<T>(name: string): T | undefined {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    // Storage may be forbidden, full or filled by somebody else: the app works without it.
    return undefined;
  }
}

/** Keeps a value; `undefined` forgets it. */
export function keep(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // See above.
  }
}
