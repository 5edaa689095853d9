/*
 * What a bot finds in its worker. `bot-box.ts` puts this before `bot.js`, so that nothing here is
 * seen by the bot itself.
 *
 * A worker has no limit of memory that can be set. The browser bounds the heap of JavaScript, and
 * ends the worker at that. Buffers are outside of the heap, so they are counted here: everything
 * that makes one is either withheld or wrapped.
 */

/** Bytes that the buffers of a bot may have together. */
const MOST_BYTES = 512 * 1024 * 1024;
/**
 * A buffer of so many bytes is not counted: what JavaScript keeps beside it on the heap is about as
 * large, and bounded with the heap.
 */
const SMALL = 256;

/** What is left of the global object: the language, as far as it keeps everything on the heap. */
const KEPT = [
  ...['globalThis', 'self', 'Infinity', 'NaN', 'undefined', 'eval', 'isFinite', 'isNaN'],
  ...['parseFloat', 'parseInt', 'decodeURI', 'decodeURIComponent', 'encodeURI'],
  ...['encodeURIComponent', 'escape', 'unescape', 'Object', 'Function', 'Boolean', 'Symbol'],
  ...['Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError'],
  ...['TypeError', 'URIError', 'Number', 'BigInt', 'Math', 'Date', 'String', 'RegExp', 'Array'],
  ...['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array'],
  ...['Int32Array', 'Uint32Array', 'BigInt64Array', 'BigUint64Array', 'Float16Array'],
  ...['Float32Array', 'Float64Array', 'ArrayBuffer', 'DataView', 'Map', 'Set', 'WeakMap'],
  ...['WeakSet', 'WeakRef', 'FinalizationRegistry', 'JSON', 'Promise', 'Proxy', 'Reflect'],
  ...['Iterator', 'constructor', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  ...['queueMicrotask'],
];

const NETWORK = 'a bot in the workshop has no network';
const PAGE = 'a bot in the workshop cannot use this';
/** Names that a bot may try, and why they are withheld. */
const WITHHELD = [
  ...['fetch', 'XMLHttpRequest', 'WebSocket', 'WebSocketStream', 'WebTransport', 'EventSource']
    .concat('importScripts')
    .map((name) => [name, NETWORK]),
  ...['postMessage', 'close', 'Worker', 'SharedWorker', 'BroadcastChannel', 'MessageChannel']
    .concat('indexedDB', 'caches', 'SharedArrayBuffer', 'WebAssembly', 'Blob', 'structuredClone')
    .concat('TextEncoder', 'TextDecoder', 'Intl', 'crypto')
    .map((name) => [name, PAGE]),
];
/** Those that are no functions. */
const OBJECTS = ['indexedDB', 'caches', 'WebAssembly', 'Intl', 'crypto'];

/** Takes away whatever a bot has no use for. Its clock is all that is left of `performance`. */
function withholdGlobals(scope) {
  const { performance } = scope;
  const now = () => performance.now();
  for (let at = scope; at && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const name of Reflect.ownKeys(at)) {
      if (KEPT.includes(name) || typeof name === 'symbol') continue;
      // What cannot be deleted is emptied, where that can be.
      if (!Reflect.deleteProperty(at, name)) Reflect.defineProperty(at, name, { value: undefined });
    }
  }
  for (const [name, why] of WITHHELD) {
    const refuse = () => {
      throw new Error(`${name}: ${why}`);
    };
    Object.defineProperty(
      scope,
      name,
      OBJECTS.includes(name)
        ? { get: refuse }
        : {
            // Called or constructed, it refuses.
            value: function () {
              refuse();
            },
          },
    );
  }
  Object.defineProperty(scope, 'performance', { value: { now } });
}

/**
 * Counts the bytes of all buffers. Those that were collected are taken off the count, though not
 * before the bot has answered: a bot that makes a new buffer in every position runs out of them.
 *
 * The bot may change whatever it can reach, so nothing here relies on what it can reach.
 */
function limitBuffers(scope, most = MOST_BYTES) {
  const { apply, construct, defineProperty, getPrototypeOf, ownKeys, setPrototypeOf } = Reflect;
  const { getOwnPropertyDescriptor } = Object;
  const { ArrayBuffer: Buffer } = scope;
  const Typed = getPrototypeOf(scope.Uint8Array);
  const getter = (of, name) => getOwnPropertyDescriptor(of, name).get;
  const bytesOf = getter(Buffer.prototype, 'byteLength');
  const viewedBytesOf = getter(Typed.prototype, 'byteLength');
  const bufferOf = getter(Typed.prototype, 'buffer');
  const lengthOf = getter(Typed.prototype, 'length');
  const kindOf = getter(Typed.prototype, Symbol.toStringTag);
  const { set } = Typed.prototype;
  const { slice } = Array.prototype;
  const { add, has } = WeakSet.prototype;
  const { register } = FinalizationRegistry.prototype;
  const { iterator } = Symbol;
  const [toNumber, TooMuch, Wrong] = [Number, RangeError, TypeError];
  const known = new WeakSet();
  let taken = 0;
  const collected = new FinalizationRegistry((bytes) => {
    taken -= bytes;
  });

  /** Whether there is room for so many bytes more. */
  const check = (bytes) => {
    if (!(taken + bytes <= most)) {
      throw new TooMuch(`memory: the buffers of a bot may have ${most / 1024 / 1024} MB together`);
    }
  };
  /** Counts a buffer, unless it is known. It can grow to so many bytes. */
  const count = (buffer, longest = 0) => {
    if (apply(has, known, [buffer])) return;
    apply(add, known, [buffer]);
    const made = apply(bytesOf, buffer, []);
    const bytes = made > longest ? made : longest;
    taken += bytes;
    apply(register, collected, [buffer, bytes]);
    check(0);
  };
  /** Counts the buffer of a typed array. To ask a small one for it would make it larger. */
  const countViewed = (array) => {
    if (apply(viewedBytesOf, array, []) > SMALL) count(apply(bufferOf, array, []));
    return array;
  };
  const isTyped = (value) => apply(kindOf, value, []) !== undefined;
  const isBuffer = (value) => {
    try {
      apply(bytesOf, value, []);
      return true;
    } catch {
      return false;
    }
  };

  /** Puts a constructor in place of another one, everywhere it can be reached. */
  const replace = (Native, make) => {
    const Counting = function (...args) {
      if (!new.target) throw new Wrong(`${Native.name} requires 'new'`);
      return make(args, new.target === Counting ? Native : new.target);
    };
    for (const key of ownKeys(Native)) {
      // These make arrays by themselves.
      if (key === 'fromBase64' || key === 'fromHex') continue;
      defineProperty(Counting, key, getOwnPropertyDescriptor(Native, key));
    }
    setPrototypeOf(Counting, getPrototypeOf(Native));
    const replaced = { value: Counting, writable: true, configurable: true };
    defineProperty(Native.prototype, 'constructor', replaced);
    defineProperty(scope, Native.name, replaced);
  };

  replace(Buffer, (args, target) => {
    // Each is read once: read again, it may be another.
    const bytes = toNumber(args[0]);
    const wanted = args[1]?.maxByteLength;
    const longest = wanted === undefined ? 0 : toNumber(wanted);
    check((longest > bytes ? longest : bytes) || 0);
    const rest = wanted === undefined ? [bytes] : [bytes, { maxByteLength: longest }];
    const made = construct(Buffer, rest, target);
    count(made, longest);
    return made;
  });

  for (const name of Object.getOwnPropertyNames(scope)) {
    const Native = KEPT.includes(name) ? scope[name] : undefined;
    if (typeof Native !== 'function' || getPrototypeOf(Native) !== Typed) continue;
    const size = Native.BYTES_PER_ELEMENT;
    replace(Native, (args, target) => {
      const first = args[0];
      if (typeof first !== 'object' || first === null) {
        const length = toNumber(first) || 0;
        check(length * size);
        return countViewed(construct(Native, [length], target));
      }
      if (isTyped(first)) {
        check(apply(lengthOf, first, []) * size);
        return countViewed(construct(Native, [first], target));
      }
      if (isBuffer(first)) return construct(Native, args, target);
      // A list, or anything like one. As an array of our own it is on the heap first.
      const list =
        first[iterator] == null ? apply(slice, first, [0, MOST_BYTES / size]) : [...first];
      check(list.length * size);
      const made = countViewed(construct(Native, [list.length], target));
      apply(set, made, [list]);
      return made;
    });
  }

  /** Counts what a method makes, which is no more than what it is called on. */
  const wrap = (of, name, counted) => {
    const native = of[name];
    if (typeof native !== 'function') return;
    const method = {
      [name](...args) {
        const made = apply(native, this, args);
        counted(made);
        return made;
      },
    };
    defineProperty(of, name, { value: method[name], writable: true, configurable: true });
  };
  for (const name of ['slice', 'map', 'filter', 'toReversed', 'toSorted', 'with']) {
    wrap(Typed.prototype, name, countViewed);
  }
  wrap(Buffer.prototype, 'slice', (made) => count(made));
  // A buffer that is moved can be given any length.
  for (const name of ['transfer', 'transferToFixedLength']) delete Buffer.prototype[name];
}
