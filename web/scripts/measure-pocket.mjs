/**
 * How long a pocket edition of Bagh Chal takes to answer, by the module that the page uses, on one
 * core: random positions after each number of goats, each with nothing at hand.
 *
 * `npm run measure:pocket -- FOLDER [POSITIONS]`, after `cargo xtask web --wasm`; the folder is that
 * of the game, such as `pocket/bagh-chal-5`. `npm run measure:phone` measures the slowest of these in
 * a browser that is slowed down.
 */

import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { GOATS, Positions } from './positions.mjs';

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

const positions = new Positions(1);

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
      const text = positions.draw(placed, turn);
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
