/**
 * How long a pocket edition of Bagh Chal takes to answer on a phone: in Chromium with its processor
 * slowed down four times, by the module that the page uses, in positions of the kinds that take
 * longest (`npm run measure:pocket` finds them). Fails if a value takes a second or more.
 *
 * `npm run measure:phone -- FOLDER [POSITIONS] [KINDS]`, after `cargo xtask web --wasm`, on a quiet
 * machine; the folder is that of the game, such as `pocket/bagh-chal-5`. Kinds are goats that were
 * placed and the side to move, such as `3g,7g,11g`.
 *
 * Chromium slows down the main thread of a page, but not its workers. So the module, which the page
 * runs in a worker, runs on the main thread here, and reads the files from memory, since only workers
 * can wait for files: the page reads a few kilobytes for each position in addition.
 */

import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { browserPath } from './browser.mjs';
import { Positions } from './positions.mjs';

const SLOWED = 4;
const MOST = 1000;
const SEED = 3;

const [folder, wanted = '1200', kinds = '3g,7g,11g'] = process.argv.slice(2);
if (!folder) {
  console.error('expected the folder of an edition: npm run measure:phone -- FOLDER [POSITIONS]');
  process.exit(2);
}
const drawn = kinds.split(',').map((kind) => ({
  placed: parseInt(kind, 10),
  turn: kind.at(-1),
}));
const each = Math.ceil(Number(wanted) / drawn.length);
const names = readdirSync(folder).filter((name) => /^pocket-\d\d\.bagh$/.test(name));
const list = readFileSync(join(folder, 'pocket.json'), 'utf8');

const server = createServer(({ url }, response) => {
  const name = url.slice(1);
  if (names.includes(name)) {
    createReadStream(join(folder, name)).pipe(response);
  } else if (name === 'tables.wasm') {
    response.setHeader('content-type', 'application/wasm');
    response.end(readFileSync(new URL('../src/wasm/tables.wasm', import.meta.url)));
  } else {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>measure</title>');
  }
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] });
const page = await browser.newPage();
await page.goto(`http://127.0.0.1:${server.address().port}/`);

// The files and the module are there before anything is slowed down.
await page.evaluate(async (names) => {
  const files = await Promise.all(
    names.map(async (name) => new Uint8Array(await (await fetch(`/${name}`)).arrayBuffer())),
  );
  let wasm;
  const read = (file, start, length, into) => {
    const part = files[file].subarray(start, start + length);
    new Uint8Array(wasm.memory.buffer).set(part, into);
    return part.length;
  };
  const response = await fetch('/tables.wasm');
  const env = { pocket_read: read };
  wasm = (await WebAssembly.instantiateStreaming(response, { env })).instance.exports;
  window.ask = (request) => {
    const text = new TextEncoder().encode(JSON.stringify(request));
    const at = wasm.bagh_room(text.length);
    new Uint8Array(wasm.memory.buffer).set(text, at);
    const length = wasm.bagh_call();
    const answer = new Uint8Array(wasm.memory.buffer, wasm.bagh_answer(), length);
    const { ok, error } = JSON.parse(new TextDecoder().decode(answer));
    if (error) throw new Error(JSON.stringify(error));
    return ok;
  };
}, names);

const files = names.map((name, number) => ({
  name,
  number,
  length: statSync(join(folder, name)).size,
}));

/** Milliseconds that a value and all moves take with nothing at hand. */
const time = (position) =>
  page.evaluate(
    ([position, list, files]) => {
      const game = { name: 'bagh-chal' };
      const timed = (moves) => {
        window.ask({ op: 'pocket-close', game });
        window.ask({ op: 'pocket-open', game, list, files });
        const began = performance.now();
        while (!window.ask({ op: 'pocket-probe', game, position, moves }).probe);
        return performance.now() - began;
      };
      return { value: timed(false), moves: timed(true) };
    },
    [position, list, files],
  );

/** The speed of the thread, in rounds of a fixed piece of work for each millisecond. */
const speed = () =>
  page.evaluate(() => {
    const began = performance.now();
    let [rounds, sum] = [0, 0];
    while (performance.now() - began < 500) {
      for (let i = 0; i < 10_000; i++) sum = (Math.imul(sum, 31) + i) | 0;
      rounds += 1;
    }
    return rounds / (performance.now() - began) + (sum === 1 ? 1 : 0);
  });

const before = await speed();
const client = await page.context().newCDPSession(page);
await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
const slowed = before / (await speed());

const shown = (times) => {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share) => sorted[Math.floor((sorted.length - 1) * share)].toFixed(0).padStart(7);
  return `${at(0.5)} ${at(0.99)} ${at(1)}`;
};

console.log(`the thread is ${slowed.toFixed(1)} times slower; milliseconds: median, 99 %, most`);
console.log('placed  to move   positions   value                    with all moves');
const positions = new Positions(SEED);
const all = { value: [], moves: [] };
for (const { placed, turn } of drawn) {
  const some = { value: [], moves: [] };
  for (let i = 0; i < each; i++) {
    const { value, moves } = await time(positions.draw(placed, turn));
    some.value.push(value);
    some.moves.push(moves);
  }
  all.value.push(...some.value);
  all.moves.push(...some.moves);
  const side = turn === 't' ? 'tigers' : 'goats ';
  console.log(
    `${String(placed).padStart(6)}  ${side} ${String(each).padStart(11)}  ${shown(some.value)} ${shown(some.moves)}`,
  );
}
console.log(
  `   all         ${String(all.value.length).padStart(11)}  ${shown(all.value)} ${shown(all.moves)}`,
);
await browser.close();
server.close();
if (Math.max(...all.value) >= MOST || slowed < SLOWED - 0.5) process.exitCode = 1;
