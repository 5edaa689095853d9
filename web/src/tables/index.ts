/**
 * The same questions as to the service, answered in the browser: from the tables of a static site,
 * which `bagh site` makes and marks with the folder of the tables, and from what is kept on the
 * device.
 */

import { ServiceError } from '../api';
import { game as describe, ready } from '../rules';
import type { GameRef } from '../rules/types';
import type { GameSummary, LineAnswer, ProbeAnswer } from '../api/schema';
import type { Answered, Answers, Dropped, Question } from './protocol';
import { keptOf, type Kept } from './record';

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

let worker: Worker | undefined;
const waiting = new Map<number, Waiting>();
let last = 0;

function start(): Worker {
  const started = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', (event: MessageEvent<Answered>) => {
    const answer = event.data;
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('problem' in answer) {
      asked?.reject(new ServiceError(answer.problem.message, answer.problem.status));
    } else {
      asked?.resolve(answer.ok);
    }
  });
  started.addEventListener('error', (event) => {
    const error = new ServiceError(event.message || 'the tables could not be loaded', 0);
    started.terminate();
    if (worker === started) worker = undefined;
    const all = [...waiting.values()];
    waiting.clear();
    all.forEach(({ reject }) => reject(error));
  });
  return started;
}

function ask<Q extends Question>(
  base: string,
  question: Q,
  signal?: AbortSignal,
): Promise<Answers[Q['op']]> {
  signal?.throwIfAborted();
  worker ??= start();
  const id = ++last;
  const drop = () => worker?.postMessage({ id, drop: true } satisfies Dropped);
  const answered = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  worker.postMessage({ id, base: new URL(base, location.href).href, question });
  signal?.addEventListener('abort', drop);
  const asked = answered.finally(() => signal?.removeEventListener('abort', drop));
  return asked as Promise<Answers[Q['op']]>;
}

/** Lets go of what is kept of a game, in the worker's memory. */
export async function release(game: string): Promise<void> {
  if (worker) await ask('', { op: 'release', game: { name: game } });
}

/** A question that tables can answer, from the path and the body of a request. */
interface Wanted {
  game: GameRef;
  what: 'probe' | 'line';
  positions: string[];
  /** Whether the answer is a list. */
  many: boolean;
}

function wanted(path: string, body?: string): Wanted | undefined {
  const url = new URL(path, 'http://site');
  const [, name = '', what] = url.pathname.split('/').map(decodeURIComponent);
  if (what !== 'probe' && what !== 'line') return undefined;
  const asked = body === undefined ? {} : (JSON.parse(body) as Partial<Batch>);
  const captures = asked.captures ?? Number(url.searchParams.get('captures') ?? NaN);
  const game: GameRef = { name, ...(Number.isNaN(captures) ? {} : { captures }) };
  const positions = asked.positions ?? [url.searchParams.get('position') ?? ''];
  return { game, what, positions, many: asked.positions !== undefined };
}

/** Who waits for an answer. */
export interface Watching {
  /** Aborted once the answer is not needed any more. */
  signal?: AbortSignal | undefined;
  /** Hears of the value of a position before its moves are known. */
  early?: ((answer: ProbeAnswer) => void) | undefined;
  /** Hears how much of many positions is done, from 0 to 1. */
  progress?: ((share: number) => void) | undefined;
}

/** Answers what a page asks the service, as far as tables can. */
export async function answer(
  base: string,
  path: string,
  body?: string,
  watching: Watching = {},
): Promise<unknown> {
  if (path === '/games') return { games: await served(base) };
  const asked = wanted(path, body);
  if (!asked) throw new ServiceError('this site has no service', 404);
  const { game, what, positions, many } = asked;
  // Without a connection nothing is asked for in vain.
  const isOnline = navigator.onLine;
  const kept = isOnline ? undefined : await fromKept(asked, watching, base);
  if (kept !== undefined) return kept;
  try {
    if (what === 'line') return await ask(base, { op: 'line', game, position: positions[0] ?? '' });
    const answers = await ask(base, { op: 'probe', game, positions, moves: true });
    return many ? { answers } : answers[0];
  } catch (error) {
    const isAway = error instanceof ServiceError && error.status === 0;
    const found = isAway && isOnline ? await fromKept(asked, watching, base) : undefined;
    if (found === undefined) throw error;
    return found;
  }
}

/** Answers from what is kept on the device while the service is away; nothing if it does not tell. */
export async function answerKept(
  path: string,
  body?: string,
  watching: Watching = {},
): Promise<unknown> {
  const asked = wanted(path, body);
  return asked && fromKept(asked, watching);
}

/**
 * Answers from what is kept on the device. With the folder of a site's tables, what is kept of the
 * sliding phase are packs of that site.
 */
async function fromKept(
  { game, what, positions, many }: Wanted,
  watching: Watching,
  base?: string,
): Promise<unknown> {
  // What is kept is the game as it is usually played.
  if (game.name === undefined || game.captures !== undefined) return undefined;
  const kept = keptOf(game.name);
  if (what === 'line') {
    const [files, position = ''] = [kept.sliding, positions[0]];
    if (!files) return undefined;
    const line: LineAnswer =
      base === undefined
        ? await ask('', { op: 'kept-line', game, files, position })
        : await ask(base, { op: 'line', game, files, position });
    return line.known ? line : undefined;
  }
  if (!kept.sliding && !kept.pocket) return undefined;
  const answers: ProbeAnswer[] = [];
  for (const position of positions) {
    answers.push(await look(game, kept, position, watching, base));
    watching.progress?.(answers.length / positions.length);
  }
  if (many) return { answers };
  return answers[0]?.known ? answers[0] : undefined;
}

/** What is kept says of a position. The tables of the sliding phase come first: they have plies. */
async function look(
  game: GameRef,
  { sliding: files, pocket: parts }: Kept,
  position: string,
  { signal, early }: Watching,
  base?: string,
): Promise<ProbeAnswer> {
  let message = '';
  try {
    if (files && (isSliding(position) || !parts)) {
      const positions = [position];
      const [found] =
        base === undefined
          ? await ask('', { op: 'kept-probe', game, files, positions })
          : await ask(base, { op: 'probe', game, files, positions, moves: true });
      if (found?.known || (found && !parts)) return found;
    }
  } catch (error) {
    // They are gone, or damaged: it is as if they had not been kept.
    message = error instanceof Error ? error.message : String(error);
  }
  if (parts) {
    try {
      const question = { op: 'pocket-probe', game, parts, position } as const;
      // The moves may take seconds.
      const value = early && (await ask('', { ...question, moves: false }, signal));
      signal?.throwIfAborted();
      if (value) early?.(value);
      const whole = await ask('', { ...question, moves: true }, signal);
      signal?.throwIfAborted();
      return whole;
    } catch (error) {
      signal?.throwIfAborted();
      message = error instanceof Error ? error.message : String(error);
    }
  }
  return unknown(position, message);
}

/** Whether all goats of a position in OBX are placed. */
const isSliding = (position: string) => position.split(' ')[2] === 'g0';

function unknown(position: string, message: string): ProbeAnswer {
  const why = { reason: 'unsolved', message, part: null, seconds_left: null } as const;
  const nothing = { outcome: null, captures: null, plies: null, moves: [] };
  return { position, known: false, ...nothing, unknown: why };
}

interface Batch {
  positions: string[];
  captures: number;
}

/** The games whose tables are on the site, as the service lists them. */
async function served(base: string): Promise<GameSummary[]> {
  await ready();
  const listed = await ask(base, { op: 'games' });
  return listed.map(({ game: name, captures }) => {
    const { title, tigers, goats, points, start } = describe({ name, captures });
    const counts = { captures, tigers, goats, points: points.length };
    return { name, title, ...counts, start, built_in: true, tables: 'ready' };
  });
}
