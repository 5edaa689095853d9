/*
 * The worker of a bot, started from its text by `bot-box.ts`. What is below `load` is not ours.
 *
 * It has no network and no storage by its policy and its opaque origin. What `globals.js` takes away
 * beside that bounds the memory, and tells a bot that tries a name why it fails.
 */
/* global withholdGlobals, limitBuffers */
(() => {
  const send = self.postMessage.bind(self);
  const say = (message) => send(JSON.stringify(message));
  const MOST_LINES = 20;
  const LONGEST_LINE = 200;
  const LONGEST_REQUEST = 10_000;

  let lines = [];
  function log(...all) {
    if (lines.length >= MOST_LINES) return;
    const words = all.map((one) => (typeof one === 'string' ? one : shown(one)));
    lines.push(words.join(' ').slice(0, LONGEST_LINE));
  }

  /** A value as a short text. */
  function shown(value) {
    try {
      if (typeof value === 'string') return JSON.stringify(value.slice(0, LONGEST_LINE));
      if (typeof value === 'function') return 'function';
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
      return String(text).slice(0, LONGEST_LINE);
    } catch {
      return typeof value;
    }
  }

  /** An error as a text, with the line of the source where it was thrown. */
  function told(error) {
    const { name, message, stack } = Object(error);
    const said = error instanceof Error ? `${name}: ${message}` : shown(error);
    // Two lines stand before the source: see `load`.
    const line = Number(/bot\.js:(\d+)/.exec(String(stack))?.[1] ?? 0) - 2;
    return { said: String(said).slice(0, LONGEST_LINE), ...(line > 0 ? { line } : {}) };
  }

  /** The rules: JSON in, JSON out, as in `rules/module.ts`. */
  let rules;
  function instantiate(bytes) {
    const { exports: wasm } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: {} });
    const encoder = new TextEncoder();
    const decoder = new TextDecoder();
    const { parse, stringify } = JSON;
    const Bytes = Uint8Array;
    rules = (request) => {
      const asked = stringify(request);
      // The memory of the rules grows with it.
      if (asked.length > LONGEST_REQUEST) throw new RangeError('the position is too long');
      const text = encoder.encode(asked);
      const at = wasm.bagh_room(text.length);
      new Bytes(wasm.memory.buffer).set(text, at);
      const length = wasm.bagh_call();
      const answer = parse(
        decoder.decode(new Bytes(wasm.memory.buffer, wasm.bagh_answer(), length)),
      );
      if (answer.error) throw new Error(answer.error.message);
      return answer.ok;
    };
  }

  let game;
  let names = [];
  let board;
  const name = (point) => (point === null ? null : names[point]);
  const named = (points) => points.map(name);

  /** A position as bots see it: points have names. */
  function position(start, moves) {
    const state = rules({ op: 'state', game, start, moves });
    const { result } = state;
    return {
      obx: state.position,
      turn: state.turn,
      phase: state.phase,
      tigers: named(state.tigers),
      goats: named(state.goats),
      goatsInHand: state.goats_in_hand,
      tigersInHand: state.tigers_in_hand,
      captured: state.captured,
      trapped: named(state.trapped),
      moves: state.legal.map(({ text, from, to, over }) => ({
        text,
        from: name(from),
        to: name(to),
        captures: name(over),
      })),
      winner: result && (result.outcome === 'draw' ? 'draw' : result.outcome.replace('-win', '')),
      reason: result && result.reason,
    };
  }

  let choose;
  function load(source) {
    let make;
    try {
      make = new Function(
        `${source}\n;return typeof choose === 'function' ? choose : undefined;\n//# sourceURL=bot.js`,
      );
    } catch (error) {
      return say({ type: 'broken', kind: 'syntax', ...told(error) });
    }
    try {
      choose = make();
    } catch (error) {
      return say({ type: 'broken', kind: 'threw', ...told(error) });
    }
    say(choose ? { type: 'loaded' } : { type: 'broken', kind: 'no-function' });
  }

  async function answer(id, start) {
    lines = [];
    try {
      const now = position(start, []);
      const after = (move, from = now) =>
        position(from.obx, [typeof move === 'string' ? move : move.text]);
      const chosen = await choose(now, now.moves, { after, board, log });
      const text = typeof chosen === 'string' ? chosen : chosen?.text;
      const move = typeof text === 'string' ? text.slice(0, LONGEST_LINE) : null;
      say({ type: 'move', id, move, said: shown(chosen), log: lines });
    } catch (error) {
      say({ type: 'threw', id, ...told(error), log: lines });
    }
  }

  /** Whether this worker is apart from the page and the network, as it must be. */
  async function isApart() {
    if (self.origin !== 'null') return false;
    try {
      await fetch('data:,');
      return false;
    } catch {
      return true;
    }
  }

  async function wake(message) {
    const apart = await isApart();
    instantiate(message.rules);
    ({ game } = message);
    const described = rules({ op: 'game', game });
    names = described.points.map((point) => point.name);
    board = {
      game: described.name,
      points: [...names],
      lines: described.lines.map(named),
      captures: described.captures,
      goats: described.goats,
    };
    withholdGlobals(self);
    limitBuffers(self);
    Object.defineProperty(self, 'console', { value: { log, info: log, warn: log, error: log } });
    say({ type: 'awake', apart });
  }

  self.addEventListener('unhandledrejection', (event) => event.preventDefault());
  self.addEventListener('message', ({ data }) => {
    if (data.type === 'rules') void wake(data);
    if (data.type === 'load') load(data.source);
    if (data.type === 'ask') void answer(data.id, data.position);
  });
})();
