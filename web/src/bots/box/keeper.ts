/**
 * Keeps the worker of a bot: hands it questions, measures its time, and lets nothing through that
 * was not asked for. It runs in a worker of its own, which always answers, whatever the bot does.
 */

import {
  readFromBot,
  SHOWN,
  type Failure,
  type FromBot,
  type FromBox,
  type ToBot,
  type ToBox,
} from './protocol';

/** The worker of a bot, as far as it is used here. */
export interface Kept {
  post(message: ToBot): void;
  end(): void;
}

/** Milliseconds for the browser to start a worker, and for the source to be evaluated. */
export const AWAKE = 60_000;
export const LOADED = 5_000;
/** How much later than its time an answer may come: messages take time, too. */
export const MARGIN = 100;

type Phase =
  | { at: 'new' | 'waking' | 'loading' | 'idle' | 'over' }
  | { at: 'thinking'; id: number; since: number };

export interface Surroundings {
  /** Starts the worker of the bot. */
  start(said: (data: unknown) => void, broke: (message: string, line: number) => void): Kept;
  tell(message: FromBox): void;
  now(): number;
  later(then: () => void, milliseconds: number): () => void;
}

export class Keeper {
  private phase: Phase = { at: 'new' };
  private bot: Kept | undefined;
  private source = '';
  private limit = 0;
  private cancel: () => void = () => {};

  constructor(private readonly around: Surroundings) {}

  /** Something from the page. */
  told(message: ToBox): void {
    if (message.type === 'start' && this.phase.at === 'new') {
      this.source = message.source;
      this.limit = message.limit;
      this.bot = this.around.start(
        (data) => this.said(data),
        (text, line) => this.broke(text, line),
      );
      this.phase = { at: 'waking' };
      this.wait(AWAKE, { kind: 'died' });
      this.bot.post({ type: 'rules', rules: message.rules, game: message.game });
    }
    if (message.type === 'ask' && this.phase.at === 'idle') {
      const { id, position } = message;
      this.phase = { at: 'thinking', id, since: this.around.now() };
      this.wait(this.limit + MARGIN, { kind: 'time' });
      this.bot?.post({ type: 'ask', id, position });
    }
  }

  /** Something from the worker of the bot, which may be anything. */
  private said(data: unknown): void {
    const { phase } = this;
    if (phase.at === 'over') return;
    const message = readFromBot(data);
    if (!message) return this.fail({ kind: 'flood' });
    if (phase.at === 'waking' && message.type === 'awake') {
      if (!message.apart) return this.fail({ kind: 'unsafe' });
      this.phase = { at: 'loading' };
      this.wait(LOADED, { kind: 'load-time' });
      this.bot?.post({ type: 'load', source: this.source });
      return;
    }
    if (phase.at === 'loading' && message.type === 'broken') return this.fail(brokenBy(message));
    if (phase.at === 'loading' && message.type === 'loaded') {
      this.cancel();
      this.phase = { at: 'idle' };
      this.around.tell({ type: 'loaded' });
      return;
    }
    const answers = message.type === 'move' || message.type === 'threw';
    if (phase.at === 'thinking' && answers && message.id === phase.id) {
      const took = this.around.now() - phase.since;
      if (took > this.limit + MARGIN) return this.fail({ kind: 'time' });
      this.cancel();
      this.phase = { at: 'idle' };
      this.around.tell({ type: 'answer', id: phase.id, text: data as string, took });
      return;
    }
    // Nothing was asked.
    this.fail({ kind: 'flood' });
  }

  /** An error that the bot did not catch, or the end of its worker. */
  private broke(message: string, line: number): void {
    if (this.phase.at === 'over') return;
    if (this.phase.at === 'waking') return this.fail({ kind: 'unsafe', said: short(message) });
    this.fail({ kind: 'threw', said: short(message), ...(line > 0 ? { line } : {}) });
  }

  private wait(milliseconds: number, failure: Failure): void {
    this.cancel();
    this.cancel = this.around.later(() => this.fail(failure), milliseconds);
  }

  /** The bot is ended: the next question needs another box. */
  private fail(failure: Failure): void {
    this.cancel();
    this.phase = { at: 'over' };
    this.bot?.end();
    this.around.tell({ type: 'failed', failure });
  }
}

const short = (text: string) => text.slice(0, SHOWN);

function brokenBy({ kind, said, line }: Extract<FromBot, { type: 'broken' }>): Failure {
  return { kind, ...(said ? { said } : {}), ...(line ? { line } : {}) };
}
