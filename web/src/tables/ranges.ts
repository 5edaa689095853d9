/** Ranges of files on a static web host, few requests for many, and kept in the browser. */

/** A range that is needed. */
export interface Range {
  number: number;
  file: string;
  start: number;
  length: number;
}

/** What a host answered that it should not have. */
export class HostError extends Error {
  constructor(
    message: string,
    /** The HTTP status; 0 if there was no answer. */
    readonly status: number,
  ) {
    super(message);
  }
}

/** Ranges of a file that lie closer to each other are asked for together. */
const GAP = 4096;
/** The longest range that is asked for at once. */
const LONGEST = 1 << 20;
/** Requests at a time. Browsers send six to a host that speaks HTTP/1.1, and all of them over 2. */
const AT_A_TIME = 24;

/** Ranges of a file that are fetched by one request. */
export interface Group {
  file: string;
  start: number;
  end: number;
  ranges: Range[];
}

/** Puts ranges together that lie close to each other. */
export function grouped(ranges: readonly Range[]): Group[] {
  const sorted = [...ranges].sort((a, b) =>
    a.file === b.file ? a.start - b.start : a.file < b.file ? -1 : 1,
  );
  const groups: Group[] = [];
  for (const range of sorted) {
    const last = groups.at(-1);
    const end = range.start + range.length;
    const near =
      last?.file === range.file && range.start <= last.end + GAP && end - last.start <= LONGEST;
    if (near) {
      last.end = Math.max(last.end, end);
      last.ranges.push(range);
    } else {
      groups.push({ file: range.file, start: range.start, end, ranges: [range] });
    }
  }
  return groups;
}

/** Fetches a range of a file, and makes sure that the host sent that range. */
export async function fetchRange(url: string, start: number, end: number): Promise<Uint8Array> {
  const name = url.split('/').at(-1) ?? url;
  const stop = new AbortController();
  let response: Response;
  try {
    response = await fetch(url, {
      headers: { range: `bytes=${start}-${end - 1}` },
      signal: stop.signal,
      // What is fetched is kept elsewhere (`kept.ts`). The browser's own cache would let ranges of
      // one file through one after the other only, each a round trip later.
      cache: 'no-store',
    });
  } catch (error) {
    throw new HostError(error instanceof Error ? error.message : String(error), 0);
  }
  if (response.status !== 206) {
    // A host that sends the whole file would send it for every few kilobytes.
    stop.abort();
    const why =
      response.status === 200
        ? 'the host sent the whole file where a part was asked for: it does not support range requests'
        : `the host answered ${response.status} ${response.statusText}`;
    throw new HostError(`${name}: ${why}`, response.status === 200 ? 501 : response.status);
  }
  const sent = response.headers.get('content-range');
  // Hosts elsewhere may not show this header; then the checksums tell.
  if (sent !== null && !sent.startsWith(`bytes ${start}-${end - 1}/`)) {
    stop.abort();
    throw new HostError(`${name}: the host sent ${sent}, expected bytes ${start}-${end - 1}`, 502);
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length !== end - start) {
    throw new HostError(`${name}: ${bytes.length} bytes came, expected ${end - start}`, 502);
  }
  return bytes;
}

/** Does some work for each item, a few at a time, in their order. */
export async function fewAtATime<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  const one = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, one));
}
