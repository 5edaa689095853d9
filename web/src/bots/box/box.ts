/** A bot that runs: it is asked for moves, and started again after it failed. */

import rulesUrl from '../../wasm/rules.wasm?url';
import type { GameRef, Move, State } from '../../rules';
import { MARGIN } from './keeper';
import { readFromBot, type Failure, type FromBox, type ToBox } from './protocol';

export interface Reply {
  /** The move; nothing if it failed. */
  move: Move | null;
  failure: Failure | null;
  /** Milliseconds; nothing if it did not answer. */
  took: number | null;
  /** What it logged. */
  log: string[];
}

/** How much longer the page waits than the box, which measures the time. */
const PATIENCE = 120_000;

let bytes: Promise<ArrayBuffer> | undefined;

/** The rules as bytes; the browser has them already. */
function rules(): Promise<ArrayBuffer> {
  bytes ??= fetch(rulesUrl)
    .then((response) => response.arrayBuffer())
    .catch((error: unknown) => {
      bytes = undefined;
      throw error;
    });
  return bytes;
}

const failed = (failure: Failure, took: number | null = null, log: string[] = []): Reply => ({
  move: null,
  failure,
  took,
  log,
});

export class BotBox {
  private worker: Worker | undefined;
  private heard: ((message: FromBox) => void) | undefined;
  /** A failure between two questions, which is told with the next one. */
  private meanwhile: FromBox | undefined;
  private next = 1;
  /** How often a worker was started. */
  starts = 0;

  constructor(
    private readonly source: string,
    private readonly game: GameRef,
    /** Milliseconds for each move. */
    private readonly limit: number,
  ) {}

  /** Starts the bot, unless it runs; says why it could not be started. */
  async start(): Promise<Failure | null> {
    if (this.worker) return null;
    const copy = await rules().then(
      (all) => all.slice(0),
      () => null,
    );
    if (!copy) return { kind: 'died' };
    const worker = new Worker(new URL('./bot-box.ts', import.meta.url), { type: 'module' });
    this.worker = worker;
    this.starts++;
    this.meanwhile = undefined;
    const hear = (message: FromBox) => {
      if (this.worker !== worker) return;
      if (this.heard) this.heard(message);
      else this.meanwhile = message;
    };
    worker.addEventListener('message', (event: MessageEvent<FromBox>) => hear(event.data));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      hear({ type: 'failed', failure: { kind: 'died', said: event.message || '' } });
    });
    const { source, game, limit } = this;
    const answer = await this.exchange({ type: 'start', rules: copy, game, source, limit }, [copy]);
    return answer.type === 'failed' ? answer.failure : null;
  }

  /** Asks for a move in a position. A bot that does not run is started first. */
  async ask(state: State): Promise<Reply> {
    const broken = await this.start();
    if (broken) return failed(broken);
    const id = this.next++;
    const answer = await this.exchange({ type: 'ask', id, position: state.position });
    if (answer.type === 'failed') {
      const late = answer.failure.kind === 'time' ? this.limit + MARGIN : null;
      return failed(answer.failure, late);
    }
    const said = answer.type === 'answer' && answer.id === id ? readFromBot(answer.text) : null;
    if (answer.type !== 'answer' || !said) return failed({ kind: 'flood' });
    const { took } = answer;
    if (said.type === 'threw') {
      const where = said.line === undefined ? {} : { line: said.line };
      return failed({ kind: 'threw', said: said.said, ...where }, took, said.log);
    }
    if (said.type !== 'move') return failed({ kind: 'flood' });
    if (said.move === null) return failed({ kind: 'garbage', said: said.said }, took, said.log);
    const move = state.legal.find(({ text }) => text === said.move);
    if (!move) return failed({ kind: 'illegal', said: said.move }, took, said.log);
    return { move, failure: null, took, log: said.log };
  }

  /** Sends something and waits for what comes back. */
  private exchange(message: ToBox, transfer: Transferable[] = []): Promise<FromBox> {
    return new Promise((resolve) => {
      const done = (answer: FromBox) => {
        clearTimeout(timer);
        this.heard = undefined;
        if (answer.type === 'failed') this.close();
        resolve(answer);
      };
      const timer = setTimeout(
        () => done({ type: 'failed', failure: { kind: 'died' } }),
        this.limit + PATIENCE,
      );
      if (this.meanwhile) return done(this.meanwhile);
      this.heard = done;
      this.worker?.postMessage(message, transfer);
    });
  }

  /** Ends the bot; the next question starts it again. */
  close(): void {
    const { heard } = this;
    this.worker?.terminate();
    this.worker = undefined;
    this.heard = undefined;
    this.meanwhile = undefined;
    heard?.({ type: 'failed', failure: { kind: 'died' } });
  }
}
