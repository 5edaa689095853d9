/**
 * What positions are worth: from the tables behind the service, each asked once and kept; and the
 * computer's estimate where the tables do not say.
 */

import { probe, ServiceError, type MoveVerdict, type Probe } from '../api';
import { bestLine, tablesOf, type BestLine } from '../api/analysis';
import { engine, Stopped, type Found } from '../engine';
import type { Line } from '../engine/protocol';
import { isGuarded, untilGuarded } from '../online/guard';
import { tablesFolder } from '../site';
import { explain } from '../ui/errors';
import type { Subject } from './boards';

export type Value =
  | { kind: 'asking' }
  /** The tables know. */
  | {
      kind: 'known';
      probe: Probe;
      moves: MoveVerdict[];
      /** Its moves are still being looked up. */
      partly?: true;
    }
  /** They do not, and this is why. */
  | {
      kind: 'unknown';
      reason: NonNullable<Probe['unknown']>['reason'];
      /** From 0 to 1, while the tables are made. */
      progress: number | null;
      secondsLeft: number | null;
    }
  /** There is no service, or it does not know this board. */
  | {
      kind: 'away';
      why: 'offline' | 'own-board' | 'refused' | 'guarded' | 'host';
      /** What is wrong with the files of a static site, for whoever keeps it. */
      details?: string;
    };

export interface Estimate {
  found: Found | null;
  /** Whether the search goes on. */
  searching: boolean;
  problem: string | null;
}

/** How long the computer thinks, in steps: each result is shown, then it looks further. */
const EFFORT = [250, 900, 2500];
const LINES = 3;
/** How often a table that is being made is asked for again. */
const AGAIN = 4000;

/** What tells positions apart: without the last move and the number of moves. */
export function keyOf(position: string): string {
  return position.split(' ').slice(0, 4).join(' ');
}

/** The status of a refusal; 0 if there was no answer. */
function statusOf(error: unknown): number {
  return error instanceof ServiceError ? error.status : 0;
}

export class Values {
  private readonly values = new Map<string, Value>();
  /** `null` while it is asked for, and where there is none. */
  private readonly lines = new Map<string, BestLine | null>();
  private readonly estimates = new Map<string, Estimate>();
  private wanted: { key: string; line: Line } | null = null;
  private searching = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ended = false;
  /** Whether the service has said that it does not know the game: it is not asked again. */
  private unserved = false;
  /** Ends what is asked for when the analysis is closed. */
  private readonly closing = new AbortController();

  constructor(
    readonly subject: Subject,
    private readonly changed: () => void,
  ) {
    addEventListener('online', this.retry);
  }

  stop(): void {
    this.ended = true;
    this.wanted = null;
    this.closing.abort();
    clearTimeout(this.timer);
    removeEventListener('online', this.retry);
    if (this.searching) engine.stop();
  }

  /** The service's name for the game. */
  private get asked() {
    const { name, captures } = this.subject;
    return captures === undefined ? { name } : { name, captures };
  }

  private isGuarded(position: string): boolean {
    return isGuarded(this.subject.name, this.subject.ref, position);
  }

  /** What is known of a position by now; what is not is asked for. */
  of(position: string): Value {
    if (this.isGuarded(position)) {
      return { kind: 'away', why: 'guarded' };
    }
    const key = keyOf(position);
    const there = this.values.get(key);
    if (there) return there;
    if (!this.subject.served || this.unserved) {
      return { kind: 'away', why: 'own-board' };
    }
    const asking: Value = { kind: 'asking' };
    this.values.set(key, asking);
    void this.ask(key);
    return asking;
  }

  /** Remembers what was answered elsewhere. */
  learn(position: string, answer: Probe): void {
    if (answer.known) {
      this.values.set(keyOf(position), {
        kind: 'known',
        probe: answer,
        moves: answer.moves ?? [],
      });
    }
  }

  private async ask(key: string): Promise<void> {
    let value: Value;
    try {
      const answer = await probe(this.asked, key, this.closing.signal, (early) => {
        if (this.ended || !early.known || this.values.get(key)?.kind !== 'asking') return;
        this.values.set(key, { kind: 'known', probe: early, moves: [], partly: true });
        this.changed();
      });
      value = answer.known
        ? { kind: 'known', probe: answer, moves: answer.moves ?? [] }
        : await this.unknown(answer);
    } catch (error) {
      value = this.away(error);
    }
    if (this.ended) return;
    this.values.set(key, value);
    this.changed();
  }

  /** Why there is no answer. A service that does not know the game is not asked again. */
  private away(error: unknown): Value {
    const status = statusOf(error);
    if (status === 404) {
      this.unserved = true;
      return { kind: 'away', why: 'own-board' };
    }
    // On a static site: what its host sent cannot be used.
    if (status >= 500 && tablesFolder() !== undefined) {
      return { kind: 'away', why: 'host', details: error instanceof Error ? error.message : '' };
    }
    const refused = status >= 400 && status < 500;
    return { kind: 'away', why: refused ? 'refused' : 'offline' };
  }

  private async unknown(answer: Probe): Promise<Value> {
    const reason = answer.unknown?.reason ?? 'unsolved';
    const going = reason === 'solving' || reason === 'waiting';
    const tables = going ? await tablesOf(this.asked, this.closing.signal).catch(() => null) : null;
    return {
      kind: 'unknown',
      reason,
      progress: tables?.progress ?? null,
      secondsLeft: tables?.seconds_left ?? answer.unknown?.seconds_left ?? null,
    };
  }

  private readonly retry = (): void => {
    for (const [key, value] of this.values) {
      if (value.kind === 'away' && value.why === 'offline') this.values.delete(key);
    }
    this.changed();
  };

  /** Looks after the position that is shown: asks again while its table is made. */
  watch(position: string): void {
    clearTimeout(this.timer);
    const key = keyOf(position);
    const value = this.values.get(key);
    const soon =
      value?.kind === 'unknown' && (value.reason === 'solving' || value.reason === 'waiting');
    if (soon) this.timer = setTimeout(() => void this.ask(key), AGAIN);
  }

  /** Best play from a position on, once it is known. It ends where a guarded position comes. */
  lineOf(position: string): BestLine | null {
    if (this.isGuarded(position)) return null;
    const line = this.wholeLineOf(position);
    if (!line) return null;
    const { name, ref } = this.subject;
    const texts = line.moves.map(({ move }) => move);
    const shown = untilGuarded(name, ref, keyOf(position), [], texts).length;
    return shown === texts.length
      ? line
      : { ...line, moves: line.moves.slice(0, shown), end: null };
  }

  private wholeLineOf(position: string): BestLine | null {
    const key = keyOf(position);
    const there = this.lines.get(key);
    if (there !== undefined || this.unserved) return there ?? null;
    this.lines.set(key, null);
    bestLine(this.asked, key, this.closing.signal).then(
      (line) => {
        this.lines.set(key, line);
        if (!this.ended) this.changed();
      },
      (error: unknown) => {
        if (this.ended) return;
        if (statusOf(error) === 404) this.unserved = true;
        // A service that was out of reach is asked again; one that refused is not.
        if (statusOf(error) === 0) this.lines.delete(key);
      },
    );
    return null;
  }

  /** What the computer thinks of a position, which depends on the game so far. */
  estimate(position: string, line: Line): Estimate {
    if (this.isGuarded(position)) {
      return { found: null, searching: false, problem: null };
    }
    const key = `${keyOf(position)}|${line.moves.length}`;
    const there = this.estimates.get(key);
    if (this.wanted?.key !== key && !there) {
      this.wanted = { key, line };
      void this.search();
    }
    return there ? this.unguarded(there, line) : { found: null, searching: true, problem: null };
  }

  /** An estimate with its lines as far as they may be shown. */
  private unguarded(estimate: Estimate, { start, moves: before }: Line): Estimate {
    if (!estimate.found) return estimate;
    const { name, ref } = this.subject;
    const lines = estimate.found.lines.map((line) => ({
      ...line,
      moves: untilGuarded(name, ref, start, before, line.moves),
    }));
    return { ...estimate, found: { ...estimate.found, lines } };
  }

  /** One search at a time, and always of the position that is wanted now. */
  private async search(): Promise<void> {
    if (this.searching) return;
    this.searching = true;
    try {
      while (this.wanted && !this.ended) {
        const { key, line } = this.wanted;
        for (const [i, milliseconds] of EFFORT.entries()) {
          const found = await engine.best(line, { lines: LINES, milliseconds });
          if (this.ended) return;
          const searching = i + 1 < EFFORT.length && this.wanted?.key === key;
          this.estimates.set(key, { found, searching, problem: null });
          this.changed();
          if (!searching || found.lines[0]?.winner) {
            this.estimates.set(key, { found, searching: false, problem: null });
            this.changed();
            break;
          }
        }
        if (this.wanted?.key === key) this.wanted = null;
      }
    } catch (error) {
      if (!(error instanceof Stopped) && this.wanted) {
        const problem = explain(error);
        this.estimates.set(this.wanted.key, { found: null, searching: false, problem });
        this.wanted = null;
        this.changed();
      }
    } finally {
      this.searching = false;
    }
  }
}
