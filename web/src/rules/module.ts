/** A wasm module of ours: JSON in, JSON out. See `crates/bagh-wasm/src/memory.rs`. */

interface Exports {
  memory: WebAssembly.Memory;
  bagh_room(length: number): number;
  bagh_call(): number;
  bagh_answer(): number;
  /** Only where the module takes bytes. */
  bagh_bring?(): void;
}

/** What the library refuses, as `crates/bagh-wasm/src/error.rs` writes it. */
export interface Fault {
  /** The part of the request that is wrong. */
  field: string;
  /** What was found, and what was expected, in English, where there is no code. */
  message?: string;
  /** Which of the moves is wrong, counted from 0. */
  index?: number;
  /** The line of a file or a record that is wrong, counted from 1, and the character in it. */
  line?: number;
  column?: number;
  /** A word for what is wrong, for which the page has words (`texts`). */
  code?: string;
  /** What was found and expected, in the order of the code. */
  values?: string[];
}

/** What the library refused, and why. */
export class RulesError extends Error {
  constructor(readonly fault: Fault) {
    super(fault.message ?? [fault.field, fault.code, ...(fault.values ?? [])].join(' '));
  }
}

/** A part of the app that could not be loaded: there is no connection, or its file is gone. */
export class MissingPart extends Error {
  constructor(url: string) {
    super(`${url} could not be loaded`);
  }
}

/** Loads a module of the app. Browsers say in words of their own that a file did not come. */
async function instantiate(
  url: string,
  functions: Record<string, WebAssembly.ImportValue>,
): Promise<WebAssembly.Instance> {
  try {
    const response = await fetch(url);
    if (!response.ok) throw new MissingPart(url);
    return (await WebAssembly.instantiateStreaming(response, { env: functions })).instance;
  } catch (error) {
    throw error instanceof TypeError ? new MissingPart(url) : error;
  }
}

export type Call = (request: object) => unknown;

/** A request that may bring bytes along. */
export type CallWithBytes = (request: object, bytes?: Uint8Array) => unknown;

/** Loads a module, with functions that it needs, and returns the function that asks it. */
export async function load(
  url: string,
  functions: Record<string, WebAssembly.ImportValue> = {},
): Promise<Call> {
  return caller(await instantiate(url, functions));
}

/**
 * Loads a module that takes bytes beside its requests, with functions that it needs; these may use
 * its memory once they are called.
 */
export async function loadWithBytes(
  url: string,
  functions: (memory: () => WebAssembly.Memory) => Record<string, WebAssembly.ImportValue>,
): Promise<CallWithBytes> {
  const memory = () => wasm.memory;
  const env = functions(memory);
  const instance = await instantiate(url, env);
  const wasm = instance.exports as unknown as Exports;
  const call = caller(instance);
  return (request, bytes) => {
    if (bytes) {
      const at = wasm.bagh_room(bytes.length);
      new Uint8Array(wasm.memory.buffer).set(bytes, at);
      wasm.bagh_bring?.();
    }
    return call(request);
  };
}

/** The function that asks an instance of a module. */
export function caller(instance: WebAssembly.Instance): Call {
  const wasm = instance.exports as unknown as Exports;
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  return (request) => {
    const bytes = encoder.encode(JSON.stringify(request));
    const at = wasm.bagh_room(bytes.length);
    new Uint8Array(wasm.memory.buffer).set(bytes, at);
    const length = wasm.bagh_call();
    const text = decoder.decode(new Uint8Array(wasm.memory.buffer, wasm.bagh_answer(), length));
    const answer = JSON.parse(text) as { ok?: unknown; error?: Fault };
    if (answer.error) throw new RulesError(answer.error);
    return answer.ok;
  };
}
