/**
 * A bot as a link: its name and source, compressed, after `#bot=`. The part after `#` is never sent
 * to a server. What comes in with a link is foreign: it is read within limits, and not run.
 */

import * as v from 'valibot';
import { LONGEST_NAME, LONGEST_SOURCE } from './kept';

export interface Shared {
  name: string;
  source: string;
}

/** Longer links are cut by messengers. */
export const LONGEST_LINK = 16_000;
const MARK = '#bot=';

const shared = v.object({
  name: v.pipe(v.string(), v.maxLength(LONGEST_NAME)),
  source: v.pipe(v.string(), v.maxLength(LONGEST_SOURCE)),
});

function encode(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** Everything that a stream yields; fails beyond a limit, before it is all there. */
async function collect(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new Error('too long');
    }
    parts.push(value);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The part of the address that holds a bot; nothing if it would be too long. */
export async function writeLink({ name, source }: Shared): Promise<string | null> {
  const bytes = new TextEncoder().encode(JSON.stringify({ name, source }));
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  try {
    const link = MARK + encode(await collect(packed, LONGEST_LINK));
    return link.length <= LONGEST_LINK ? link : null;
  } catch {
    return null;
  }
}

/** Whether an address holds a bot. */
export function hasBot(url: URL): boolean {
  return url.hash.startsWith(MARK);
}

/** The bot of an address; nothing if it cannot be read. */
export async function readLink(url: URL): Promise<Shared | null> {
  const text = url.hash.slice(MARK.length);
  if (!hasBot(url) || text.length > LONGEST_LINK) return null;
  try {
    const packed = new Blob([decode(text)]).stream();
    const open = packed.pipeThrough(new DecompressionStream('deflate-raw'));
    // Four bytes for a letter, and JSON escapes.
    const bytes = await collect(open, LONGEST_SOURCE * 8);
    const read = v.safeParse(shared, JSON.parse(new TextDecoder().decode(bytes)));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}
