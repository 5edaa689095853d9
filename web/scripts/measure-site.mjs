/**
 * How quick a static site is: `npm run measure:site -- SITE TABLES`, with a folder that `bagh site`
 * made and the tables that it was made from.
 *
 * A plain server sends the files, 40 ms later than it could. In Chromium with an empty profile, 200
 * random positions are looked up with all their moves and compared with `bagh probe`: 50 of each
 * phase with either side to move. Then the page reviews a whole game, from an empty profile again.
 * Chromium slows pages down four times, but not their workers: what the module computes for the same
 * positions is measured here, and four times that is printed, too.
 *
 * Fails if a value differs, if the median is 300 ms or more, or if the review needs 3 MB or more.
 */

import { execFileSync } from 'node:child_process';
import {
  closeSync,
  createReadStream,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { chromium } from '@playwright/test';
import { browserPath } from './browser.mjs';
import { GOATS, Positions } from './positions.mjs';

const [site, tables] = process.argv.slice(2);
if (!site || !tables) throw new Error('expected the folder of a site, and that of its tables');
const program = process.env.BAGH_BIN ?? join(import.meta.dirname, '../../target/release/bagh');
const LATENCY = 40;
const SLOWED = 4;
const LIMITS = { median: 300, review: 3_000_000 };
const GAME = 'bagh-chal';
/** Positions of each kind. */
const EACH = 50;
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
};

let sent = 0;
let requests = 0;
const server = createServer((request, response) => {
  const path = normalize(new URL(request.url, 'http://site').pathname);
  let file = join(site, path);
  let length;
  try {
    length = statSync(file).isFile() ? statSync(file).size : undefined;
  } catch {
    length = undefined;
  }
  if (length === undefined) {
    file = join(site, 'index.html');
    length = statSync(file).size;
  }
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
  const [start, end] = range
    ? [Number(range[1]), Math.min(Number(range[2]), length - 1)]
    : [0, length - 1];
  const headers = {
    'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
    'content-length': end - start + 1,
    ...(range ? { 'content-range': `bytes ${start}-${end}/${length}` } : {}),
  };
  if (path.startsWith('/tables/')) {
    sent += end - start + 1;
    requests += 1;
  }
  setTimeout(() => {
    response.writeHead(range ? 206 : 200, headers);
    createReadStream(file, { start, end }).pipe(response);
  }, LATENCY);
});
/** A module of the page, as a function. */
async function module(name) {
  const path = join(import.meta.dirname, '../src/wasm', name);
  // No pocket edition is asked here.
  const env = { pocket_read: () => 0 };
  const { instance } = await WebAssembly.instantiate(readFileSync(path), { env });
  const wasm = instance.exports;
  const write = (bytes) => {
    const at = wasm.bagh_room(bytes.length);
    new Uint8Array(wasm.memory.buffer).set(bytes, at);
  };
  return (request, bytes) => {
    if (bytes) {
      write(bytes);
      wasm.bagh_bring();
    }
    write(new TextEncoder().encode(JSON.stringify(request)));
    const length = wasm.bagh_call();
    const text = new Uint8Array(wasm.memory.buffer, wasm.bagh_answer(), length);
    const answer = JSON.parse(new TextDecoder().decode(text));
    if (answer.error) throw new Error(JSON.stringify(answer.error));
    return answer.ok;
  };
}

function readRange({ file, start, length }) {
  const bytes = Buffer.alloc(length);
  const opened = openSync(join(site, 'tables', file));
  readSync(opened, bytes, 0, length, start);
  closeSync(opened);
  return bytes;
}

let opened = false;

/** Milliseconds that the module computes for a position. */
function computed(call, position) {
  const game = { name: GAME };
  if (!opened) {
    const { games } = JSON.parse(readFileSync(join(site, 'tables/index.json'), 'utf8'));
    const { directory } = games.find((listed) => listed.game === GAME);
    call(
      { op: 'tables-open', game, directory },
      readFileSync(join(site, 'tables', directory.name)),
    );
    opened = true;
  }
  let time = 0;
  const timed = (request, bytes) => {
    const began = performance.now();
    const answer = call(request, bytes);
    time += performance.now() - began;
    return answer;
  };
  const number = timed({ op: 'tables-probe', game, positions: [position], moves: true });
  for (;;) {
    const { needs } = timed({ op: 'tables-needs', game, number });
    if (!needs) return time;
    for (const range of needs)
      timed({ op: 'tables-give', game, number: range.number }, readRange(range));
  }
}

await new Promise((done) => server.listen(0, '127.0.0.1', done));
const url = `http://127.0.0.1:${server.address().port}`;

const bagh = (args, input = '') =>
  execFileSync(program, args, { input, encoding: 'utf8', stdio: 'pipe', maxBuffer: 1 << 28 })
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const options = ['--game', GAME, '--tables', tables, '--json'];
const random = new Positions(11);
const kinds = [
  ['g', () => random.below(GOATS)],
  ['t', () => 1 + random.below(GOATS - 1)],
  ['g', () => GOATS],
  ['t', () => GOATS],
];
// In turn, so that no kind finds what another has brought.
const positions = Array.from({ length: EACH * kinds.length }, (_, i) => {
  const [turn, placed] = kinds[i % kinds.length];
  return random.draw(placed(), turn);
});
const told = bagh(['probe', '-', ...options], positions.join('\n'));

const browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] });
const context = await browser.newContext({ serviceWorkers: 'block' });
const page = await context.newPage();
const client = await context.newCDPSession(page);
await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
await page.goto(`${url}/about`);
const chunk = readdirSync(join(site, 'assets')).find((name) => /^tables-.*\.js$/.test(name));
const ask = (path, body) =>
  page.evaluate(
    async ([chunk, path, body]) => {
      const { answer } = await import(chunk);
      const began = performance.now();
      const answered = await answer('/tables/', path, body);
      return { answered, took: performance.now() - began };
    },
    [`/assets/${chunk}`, path, body],
  );

const times = [];
let different = 0;
const first = { sent: 0, requests: 0 };
for (const [number, position] of positions.entries()) {
  const { answered, took } = await ask(`/${GAME}/probe?position=${encodeURIComponent(position)}`);
  if (number === 0) Object.assign(first, { sent, requests });
  times.push(took);
  const { outcome, captures, plies, moves } = told[number];
  const same =
    answered.known &&
    JSON.stringify([answered.outcome, answered.captures, answered.plies, answered.moves]) ===
      JSON.stringify([outcome, captures, plies, moves]);
  if (!same) different += 1;
}
times.sort((a, b) => a - b);
const at = (share) => Math.round(times[Math.floor(times.length * share)]);
console.log(`${positions.length} positions with all moves, ${different} differ from the tables`);
console.log(`time: median ${at(0.5)} ms, 90 % within ${at(0.9)} ms, all within ${at(0.9999)} ms`);
const kb = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;
console.log(`the first one: ${kb(first.sent)} in ${first.requests} requests`);
const more = positions.length - 1;
console.log(
  `the others: ${kb((sent - first.sent) / more)} in ${((requests - first.requests) / more).toFixed(1)} requests each`,
);

const call = await module('tables.wasm');
const work = positions.map((position) => computed(call, position)).sort((a, b) => a - b);
const median = work[work.length >> 1];
console.log(
  `the module computes ${median.toFixed(1)} ms for one (median), ${(SLOWED * median).toFixed(0)} ms if slowed`,
);

// A whole game, in which eight of ten moves are best ones.
const played = [];
while (played.length < 100) {
  const state = call({ op: 'state', game: { name: GAME }, moves: played });
  if (state.result) break;
  const [{ moves }] = bagh(['probe', '-', ...options], state.position);
  const { move } = random.below(10) < 8 ? moves[0] : moves[random.below(moves.length)];
  played.push(move);
}
const fresh = await browser.newContext({ serviceWorkers: 'block' });
const reviewing = await fresh.newPage();
const throttle = await fresh.newCDPSession(reviewing);
await throttle.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
// The page is there before its review is measured.
await reviewing.goto(`${url}/about`);
sent = 0;
requests = 0;
const began = performance.now();
await reviewing.goto(`${url}/analyse/${GAME}?moves=${played.join('_')}&review=both`);
await reviewing.waitForFunction(
  (moves) => document.querySelectorAll('.graph-move').length === moves,
  played.length,
  { timeout: 120_000 },
);
const took = Math.round(performance.now() - began);
const source = await reviewing.locator('.review-source').innerText();
console.log(
  `review of ${played.length} moves: ${kb(sent)} in ${requests} requests, ${took} ms with the page (${source})`,
);
await browser.close();
server.close();
if (different > 0 || at(0.5) >= LIMITS.median || sent >= LIMITS.review) process.exitCode = 1;
