/** The service behind the page: exact values from its tables. Without it the app still plays. */

import type { GameRef } from '../rules';
import { tablesFolder } from '../site';
import type { Watching } from '../tables';
import { isKept } from '../tables/record';
import type { MoveAnswer, ProbeAnswer } from './schema';

/** A move, told by the position that it leads to. */
export type MoveVerdict = MoveAnswer;

/** What a position is worth. */
export type Verdict = Pick<MoveAnswer, 'outcome' | 'captures' | 'plies'>;

/** What the tables say of a position, and of its moves. */
export type Probe = ProbeAnswer;

type Early = Watching['early'];
type Progress = Watching['progress'];

/** What the service refused, or that it is not there. */
export class ServiceError extends Error {
  constructor(
    message: string,
    /** The HTTP status; 0 if there was no answer at all. */
    readonly status: number,
  ) {
    super(message);
  }
}

const BASE = '/api/v1';

/** Asks the service. */
export async function get<T>(
  path: string,
  query: Record<string, string | number | undefined> = {},
  signal?: AbortSignal,
  early?: Early,
): Promise<T> {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) params.set(name, String(value));
  }
  const text = params.toString();
  return ask<T>(`${path}${text ? `?${text}` : ''}`, signal ? { signal } : {}, { early });
}

/** Sends a question as JSON. */
export async function post<T>(
  path: string,
  body: object,
  signal?: AbortSignal,
  progress?: Progress,
): Promise<T> {
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  };
  return ask<T>(path, request, { progress });
}

async function ask<T>(path: string, request: RequestInit, watching: Watching): Promise<T> {
  const folder = tablesFolder();
  const signal = request.signal ?? undefined;
  if (folder !== undefined) {
    const { answer } = await import('../tables');
    const body = typeof request.body === 'string' ? request.body : undefined;
    const answered = await answer(folder, path, body, { ...watching, signal });
    signal?.throwIfAborted();
    return answered as T;
  }
  let response: Response;
  try {
    response = await fetch(`${BASE}${path}`, request);
  } catch (error) {
    const kept = signal?.aborted
      ? undefined
      : await fromKept(path, request, { ...watching, signal });
    signal?.throwIfAborted();
    if (kept !== undefined) return kept as T;
    throw new ServiceError(error instanceof Error ? error.message : String(error), 0);
  }
  if (!response.headers.get('content-type')?.includes('json')) {
    throw new ServiceError(`${response.status} ${response.statusText}`, response.status);
  }
  const body = (await response.json()) as T & { error?: { message?: string } | string };
  if (!response.ok) {
    const said = typeof body.error === 'string' ? body.error : body.error?.message;
    throw new ServiceError(said ?? response.statusText, response.status);
  }
  return body;
}

/** The answer of tables that are kept on the device, while the service is out of reach. */
async function fromKept(path: string, request: RequestInit, watching: Watching): Promise<unknown> {
  try {
    const { answerKept } = await import('../tables');
    const body = typeof request.body === 'string' ? request.body : undefined;
    return await answerKept(path, body, watching);
  } catch {
    // They are gone, or damaged: it is as if they had not been kept.
    return undefined;
  }
}

/**
 * What the tables say of a position, in OBX, and of its moves. `early` hears of the position alone,
 * where its moves take a while.
 */
export function probe(
  game: GameRef,
  position: string,
  signal?: AbortSignal,
  early?: Early,
): Promise<Probe> {
  const query = { position, captures: game.captures };
  return get<Probe>(`/${game.name ?? 'bagh-chal'}/probe`, query, signal, early);
}

/** Whether it makes sense to ask about a game: there is a connection, or something is kept. */
export const mayAsk = (game: GameRef) =>
  !game.file && (navigator.onLine || isKept(game.name ?? 'bagh-chal'));

/** Whether the tables know a position, now. Boards from files are not asked about. */
export function isSolved(game: GameRef, position: string): Promise<boolean> {
  if (!mayAsk(game)) return Promise.resolve(false);
  // Its moves are not waited for.
  const over = new AbortController();
  return new Promise((resolve) => {
    const answered = ({ known }: Probe) => {
      resolve(known);
      over.abort();
    };
    probe(game, position, over.signal, answered).then(answered, () => resolve(false));
  });
}
