/**
 * The computer player, in a worker of its own.
 *
 * A search cannot be interrupted from outside; `stop()` ends the worker, and the next question
 * starts another one.
 */

import { MissingPart } from '../rules/module';
import type { Answered, Found, Line, Question } from './protocol';

export type { Found, FoundLine, Line } from './protocol';

/** A question that was stopped. */
export class Stopped extends Error {
  constructor() {
    super('stopped');
  }
}

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

export class EngineClient {
  private worker: Worker | undefined;
  private waiting = new Map<number, Waiting>();
  private next = 1;

  private ask(question: Question): Promise<unknown> {
    const worker = (this.worker ??= this.start());
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      worker.postMessage({ id, question });
    });
  }

  private start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', (event: MessageEvent<Answered>) => {
      const answer = event.data;
      const waiting = this.waiting.get(answer.id);
      this.waiting.delete(answer.id);
      if ('error' in answer) {
        waiting?.reject(answer.missing ? new MissingPart('engine') : new Error(answer.error));
        // Another worker may find it, once there is a connection.
        if (answer.missing) this.fail(new MissingPart('engine'));
      } else waiting?.resolve(answer.ok);
    });
    worker.addEventListener('error', (event) => {
      // A worker whose own file did not come has nothing to say.
      this.fail(event.message ? new Error(event.message) : new MissingPart('engine'));
    });
    return worker;
  }

  private fail(error: Error): void {
    this.worker?.terminate();
    this.worker = undefined;
    const all = [...this.waiting.values()];
    this.waiting.clear();
    all.forEach(({ reject }) => reject(error));
  }

  /** The move that a player of some level plays; `null` if the game is over. */
  async choose(line: Line, level: number, seed: number): Promise<string | null> {
    return (await this.ask({ op: 'choose', level, seed, ...line })) as string | null;
  }

  /** The best lines that a search finds within its limits. */
  async best(
    line: Line,
    limits: { lines?: number; milliseconds?: number; nodes?: number; depth?: number },
  ): Promise<Found> {
    return (await this.ask({ op: 'best', ...limits, ...line })) as Found;
  }

  /** Ends all questions; each rejects with `Stopped`. */
  stop(): void {
    if (this.waiting.size > 0) this.fail(new Stopped());
  }

  /** Ends the worker, whatever it does. */
  close(): void {
    this.fail(new Stopped());
  }
}

/** The one computer player of the page. */
export const engine = new EngineClient();
