/**
 * The tables of a static site: the same questions as to the service, answered in the browser.
 * `bagh site` makes such a site, and marks its page with the folder of the tables.
 */

import { ServiceError } from '../api';
import { game as describe, ready } from '../rules';
import type { GameRef } from '../rules/types';
import type { GameSummary } from '../api/schema';
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

const missing = () => new ServiceError('this site has no service', 404);

/** Answers what a page asks the service, as far as tables can. */
export async function answer(base: string, path: string, body?: string): Promise<unknown> {
  const url = new URL(path, 'http://site');
  const [, first = '', what] = url.pathname.split('/').map(decodeURIComponent);
  if (first === 'games' && what === undefined) return { games: await served(base) };
  const asked = body === undefined ? {} : (JSON.parse(body) as Partial<Batch>);
  const captures = asked.captures ?? Number(url.searchParams.get('captures') ?? NaN);
  const game: GameRef = { name: first, ...(Number.isNaN(captures) ? {} : { captures }) };
  const position = url.searchParams.get('position') ?? '';
  if (what === 'probe' && asked.positions) {
    const { positions } = asked;
    return { answers: await ask(base, { op: 'probe', game, positions, moves: true }) };
  }
  if (what === 'probe') {
    const [probed] = await ask(base, { op: 'probe', game, positions: [position], moves: true });
    return probed;
  }
  if (what === 'line') return ask(base, { op: 'line', game, position });
  throw missing();
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
