/**
 * How long a pocket edition of Bagh Chal takes to answer, by the module that the page uses, on one
 * core: random positions after each number of goats, each with nothing at hand.
 *
 * `npm run measure:pocket -- FOLDER [POSITIONS]`, after `cargo xtask web --wasm`; the folder is that
 * of the game, such as `pocket/bagh-chal-5`. A phone takes longer: the documentation says how much
 * longer we take it to be.
 */

import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';

const GOATS = 20;
const POINTS = 25;
const TIGERS = 4;
const CAPTURES = 5;

const [folder, wanted = '50'] = process.argv.slice(2);
if (!folder) {
  console.error('expected the folder of an edition: npm run measure:pocket -- FOLDER [POSITIONS]');
  process.exit(2);
}
const count = Number(wanted);
const game = { name: 'bagh-chal' };
const names = readdirSync(folder).filter((name) => /^pocket-\d\d\.bagh$/.test(name));
const files = names.map((name) => openSync(join(folder, name)));
const call = await load();

/** The module, with a function that reads files. */
async function load() {
  const bytes = readFileSync(new URL('../src/wasm/tables.wasm', import.meta.url));
  const read = (file, start, length, into) =>
    readSync(files[file], new Uint8Array(wasm.memory.buffer, into, length), 0, length, start);
  const { instance } = await WebAssembly.instantiate(bytes, { env: { pocket_read: read } });
  const wasm = instance.exports;
  return (request) => {
    const text = new TextEncoder().encode(JSON.stringify(request));
    const at = wasm.bagh_room(text.length);
    new Uint8Array(wasm.memory.buffer).set(text, at);
    const length = wasm.bagh_call();
    const answer = new Uint8Array(wasm.memory.buffer, wasm.bagh_answer(), length);
    const { ok, error } = JSON.parse(new TextDecoder().decode(answer));
    if (error) throw new Error(`${error.field}: ${error.message}`);
    return ok;
  };
}

function open() {
  const list = readFileSync(join(folder, 'pocket.json'), 'utf8');
  const length = (name) => statSync(join(folder, name)).size;
  const layers = names.map((name, number) => ({ name, number, length: length(name) }));
  call({ op: 'pocket-close', game });
  call({ op: 'pocket-open', game, list, files: layers });
}

let seed = 1;
function random(below) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
}

/** Herds of this many goats. */
function herds(goats) {
  const free = POINTS - TIGERS;
  let all = 1;
  for (let i = 0; i < goats; i++) all *= (free - i) / (i + 1);
  return all;
}

/** A random position after some placements: each herd is as likely as any other. */
function position(placed, turn) {
  const captured = [...Array(Math.min(CAPTURES, placed)).keys()];
  const all = captured.reduce((sum, c) => sum + herds(placed - c), 0);
  let rest = (random(2 ** 30) / 2 ** 30) * all;
  const gone = captured.find((c) => (rest -= herds(placed - c)) < 0) ?? 0;
  const points = Array(POINTS).fill('1');
  const free = [...points.keys()];
  const put = (piece) => (points[free.splice(random(free.length), 1)[0]] = piece);
  for (let i = 0; i < TIGERS; i++) put('T');
  for (let i = 0; i < placed - gone; i++) put('G');
  const rows = [0, 5, 10, 15, 20].map((row) => points.slice(row, row + 5).join(''));
  const text = rows.map((row) => row.replace(/1+/g, (run) => run.length)).join('/');
  return `${text} ${turn} g${GOATS - placed} c${gone} - -`;
}

/** Milliseconds that an answer takes with nothing at hand. */
function time(text, moves) {
  open();
  const start = performance.now();
  while (!call({ op: 'pocket-probe', game, position: text, moves }).probe);
  return performance.now() - start;
}

const shown = (times) => {
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.floor((times.length - 1) * share)].toFixed(1).padStart(8);
  return `${at(0.5)} ${at(0.99)} ${at(1)}`;
};

const bytes = names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
console.log(`${folder}: ${(bytes / 1e6).toFixed(1)} MB; milliseconds: median, 99 %, most`);
console.log('placed  to move                      value         with all moves');
const all = { value: [], moves: [] };
for (let placed = 1; placed <= GOATS; placed++) {
  for (const [turn, name] of [
    ['t', 'tigers'],
    ['g', 'goats '],
  ]) {
    const value = [];
    const moves = [];
    for (let i = 0; i < count; i++) {
      const text = position(placed, turn);
      value.push(time(text, false));
      if (i < count / 5) moves.push(time(text, true));
    }
    all.value.push(...value);
    all.moves.push(...moves);
    console.log(`${String(placed).padStart(6)}  ${name} ${shown(value)} ${shown(moves)}`);
  }
}
console.log(`   all         ${shown(all.value)} ${shown(all.moves)}`);
files.forEach((file) => closeSync(file));
