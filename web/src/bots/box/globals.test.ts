import { createContext, runInContext } from 'node:vm';
import { expect, it } from 'vitest';
import globals from './globals.js?raw';

/** Runs a program where buffers may have 1 MB together. */
function run(program: string): unknown {
  const context = createContext({});
  runInContext(`'use strict';{${globals}\nlimitBuffers(globalThis, 1024 * 1024);}`, context);
  return runInContext(program, context);
}

const MB = 1024 * 1024;

it.each([
  ['bytes', `new Uint8Array(${MB + 1})`],
  ['larger numbers', `new Float64Array(${MB / 8 + 1})`],
  ['a buffer', `new ArrayBuffer(${MB + 1})`],
  ['a buffer that can grow', `new ArrayBuffer(8, { maxByteLength: ${MB + 1} })`],
  ['many of them', 'const all = []; for (let i = 0; i < 5000; i++) all.push(new Int8Array(300))'],
  ['a copy', `new Float64Array(new Uint8Array(${MB / 8 + 1}))`],
  ['something like a list', `new Uint8Array({ length: ${MB + 1} })`],
  ['a list', `new Float64Array(Array.from({ length: ${MB / 8 + 1} }))`],
  [
    'a generator',
    `new Float64Array((function* () { for (let i = 0; i < ${MB / 4}; i++) yield i })())`,
  ],
  ['from', `Uint16Array.from({ length: ${MB} })`],
  [
    'of',
    `Uint16Array.of.apply(Uint16Array, Array.from({ length: 9 })).constructor.from({ length: ${MB} })`,
  ],
  ['a class of its own', `new (class extends Uint8Array {})(${MB + 1})`],
  ['its own constructor', `new (new Uint8Array(1).constructor)(${MB + 1})`],
  ['that of a prototype', `new Uint8Array.prototype.constructor(${MB + 1})`],
  ['Reflect', `Reflect.construct(Uint8Array, [${MB + 1}], Object)`],
  ['slices', `const a = new Uint8Array(${MB - 9}); a.slice()`],
  [
    'slices without a constructor',
    `const a = new Uint8Array(${MB - 9}); a.constructor = undefined; a.slice()`,
  ],
  [
    'slices of buffers',
    `const a = new ArrayBuffer(${MB - 9}); a.constructor = undefined; a.slice(0)`,
  ],
  ['maps', `const a = new Uint8Array(${MB - 9}); a.constructor = undefined; a.map((x) => x)`],
  ['sorted copies', `new Uint8Array(${MB - 9}).toSorted()`],
  [
    'a number that is another the second time',
    `let n = 0; new Uint8Array({ valueOf: () => (n++ ? ${2 * MB} : 1), length: ${2 * MB} })`,
  ],
  [
    'an iterator of its own',
    `Array.prototype[Symbol.iterator] = function* () { yield 1; }; new Uint8Array(${MB + 1})`,
  ],
  [
    'a registry of its own',
    `FinalizationRegistry.prototype.register = WeakSet.prototype.add = () => {}; const all = []; for (let i = 0; i < 5000; i++) all.push(new Int8Array(300))`,
  ],
])('buffers cannot be filled by %s', (_, program) => {
  expect(() => run(program)).toThrow(/memory: the buffers of a bot may have 1 MB together/);
});

it('what a bot needs works as ever', () => {
  const program = `
    const a = new Int32Array([3, 1, 2]);
    class Board extends Uint8Array { get first() { return this[0]; } }
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, 1.5);
    [
      a.slice().sort().join(), a instanceof Int32Array, a.constructor === Int32Array,
      Int32Array.BYTES_PER_ELEMENT, Int32Array.name, Object.prototype.toString.call(a),
      Uint8Array.of(7, 8).join(), Uint8Array.from('123', Number).join(), new Uint8Array().length,
      new Board([9]).first, new Board(3) instanceof Board, new Board([1]).map((x) => x + 1).first,
      new Uint8Array(new ArrayBuffer(8), 2, 3).length, view.getFloat64(0),
      new Uint8Array(new Set([1, 2])).join(), new BigInt64Array([5n])[0] === 5n,
      new Uint8Array({ length: 2, 0: 4, 1: 5 }).join(), new Uint8Array('3').length,
    ].join('|');`;
  const expected =
    '1,2,3|true|true|4|Int32Array|[object Int32Array]|7,8|1,2,3|0|9|true|2|3|1.5|1,2|true|4,5|3';
  expect(run(program)).toBe(expected);
  expect(() => run('Uint8Array(3)')).toThrow(/requires 'new'/);
});

it('small buffers are not counted, and buffers that are not counted are few', () => {
  const many = (bytes: number) =>
    `const all = []; for (let i = 0; i < 50_000; i++) all.push(new Int8Array(${bytes})); all.length`;
  expect(run(many(64))).toBe(50_000);
  expect(() => run(many(300))).toThrow(/memory/);
});
