/**
 * The tables of a static site: the same questions as to the service, answered in the browser.
 * `bagh site` makes such a site, and marks its page with the folder of the tables.
 */

import { ServiceError } from '../api';
import { game as describe, ready } from '../rules';
import type { GameRef } from '../rules/types';
import type { GameSummary } from '../api/schema';
import { keptFiles } from './offline';
import type { Answered, Answers, Question } from './protocol';

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
    worker = undefined;
    const all = [...waiting.values()];
    waiting.clear();
    all.forEach(({ reject }) => reject(error));
  });
  return started;
}

function ask<Q extends Question>(base: string, question: Q): Promise<Answers[Q['op']]> {
  worker ??= start();
  const id = ++last;
  const asked = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  worker.postMessage({ id, base: new URL(base, location.href).href, question });
  return asked as Promise<Answers[Q['op']]>;
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

/** Answers what a page asks the service, as far as tables can. */
export async function answer(base: string, path: string, body?: string): Promise<unknown> {
  if (path === '/games') return { games: await served(base) };
  const asked = wanted(path, body);
  if (!asked) throw new ServiceError('this site has no service', 404);
  const { game, what, positions, many } = asked;
  if (what === 'line') return ask(base, { op: 'line', game, position: positions[0] ?? '' });
  const answers = await ask(base, { op: 'probe', game, positions, moves: true });
  return many ? { answers } : answers[0];
}

/** Answers from tables that are kept on the device; nothing if they do not tell. */
export async function answerKept(path: string, body?: string): Promise<unknown> {
  const asked = wanted(path, body);
  const { game, what, positions, many } = asked ?? {};
  const files = game?.name === undefined ? undefined : keptFiles(game.name);
  // What is kept is the game as it is usually played.
  if (!game || !positions || !files || game.captures !== undefined) return undefined;
  if (what === 'line') {
    const line = await ask('', { op: 'kept-line', game, files, position: positions[0] ?? '' });
    return line.known ? line : undefined;
  }
  const answers = await ask('', { op: 'kept-probe', game, files, positions });
  if (many) return { answers };
  return answers[0]?.known ? answers[0] : undefined;
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
