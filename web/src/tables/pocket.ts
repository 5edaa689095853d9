/**
 * A pocket edition that is kept on the device, asked in the worker. Its files stay where the
 * browser keeps them; the wasm module asks for the ranges that it needs, and waits for them.
 */

import type { ProbeAnswer } from '../api/schema';
import type { CallWithBytes } from '../rules/module';
import type { GameRef } from '../rules/types';
import { FILES } from './places';
import { HostError } from './ranges';
import type { PocketPart } from './record';

/** Only workers have it, and the types of pages do not know it. */
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

/** `pocket.json`: the list of an edition's layers. */
const LIST = 'pocket.json';
/** How long positions are looked up without a look at other questions, in milliseconds. */
const SLICE = 50;

/** Files by the numbers under which the module knows them. */
const files = new Map<number, Blob>();
let last = 0;
/** The numbers of the files of each edition that is open. */
const opened = new Map<string, Promise<number[]>>();

const nameOf = (game: GameRef) => game.name ?? '';

/** The function that the module reads files with. It must not throw: nobody there would notice. */
export function reader(memory: () => WebAssembly.Memory) {
  return (file: number, start: number, length: number, into: number): number => {
    try {
      const part = files.get(file)?.slice(start, start + length);
      if (part?.size !== length) return 0;
      const bytes = new Uint8Array(new FileReaderSync().readAsArrayBuffer(part));
      new Uint8Array(memory().buffer).set(bytes, into);
      return bytes.length;
    } catch {
      return 0;
    }
  };
}

/** A file that is kept in parts. */
async function whole(cache: Cache, { name, length, packs }: PocketPart): Promise<Blob> {
  const parts: Blob[] = [];
  for (const pack of packs) {
    const found = await cache.match(pack.url);
    // The browser may have dropped it.
    if (!found) throw new HostError(`${name}: it is not kept any more`, 0);
    parts.push(await found.blob());
  }
  const blob = new Blob(parts);
  if (blob.size !== length) {
    throw new HostError(`${name}: ${blob.size} bytes are kept, expected ${length}`, 0);
  }
  return blob;
}

/** Opens an edition, once. */
function open(call: CallWithBytes, game: GameRef, parts: readonly PocketPart[]): Promise<number[]> {
  const opening =
    opened.get(nameOf(game)) ??
    (async () => {
      const cache = await caches.open(FILES);
      const numbers: number[] = [];
      const layers = [];
      let list = '';
      try {
        for (const part of parts) {
          const blob = await whole(cache, part);
          if (part.name === LIST) {
            list = await blob.text();
            continue;
          }
          const number = ++last;
          files.set(number, blob);
          numbers.push(number);
          layers.push({ name: part.name, number, length: part.length });
        }
        call({ op: 'pocket-open', game, list, files: layers });
        return numbers;
      } catch (error) {
        for (const number of numbers) files.delete(number);
        throw error;
      }
    })();
  opened.set(nameOf(game), opening);
  opening.catch(() => opened.delete(nameOf(game)));
  return opening;
}

/** Lets go of an edition. */
export async function closePocket(call: CallWithBytes, game: GameRef): Promise<void> {
  const opening = opened.get(nameOf(game));
  opened.delete(nameOf(game));
  for (const number of (await opening?.catch(() => [])) ?? []) files.delete(number);
  call({ op: 'pocket-close', game });
}

let rested = 0;

/** Lets other questions have their turn, if they have waited for some time. */
async function rest(): Promise<void> {
  if (performance.now() - rested < SLICE) return;
  await new Promise((resolve) => setTimeout(resolve));
  rested = performance.now();
}

/** What an edition says of a position; nothing if the answer is not needed any more. */
export async function askPocket(
  call: CallWithBytes,
  question: { game: GameRef; parts: readonly PocketPart[]; position: string; moves: boolean },
  isDropped: () => boolean,
): Promise<ProbeAnswer | null> {
  const { game, parts, position, moves } = question;
  await open(call, game, parts);
  for (;;) {
    await rest();
    if (isDropped()) return null;
    const asked = call({ op: 'pocket-probe', game, position, moves }) as { probe?: ProbeAnswer };
    if (asked.probe) return asked.probe;
  }
}
