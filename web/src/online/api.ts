/** Online play over plain HTTP: accounts, challenges, lists. */

import { tablesFolder } from '../site';
import type { Problem } from './types';

/** What the service refused, or that it cannot be reached (`offline`) or has no online play (`absent`). */
export class OnlineError extends Error {
  readonly code: string;
  constructor(readonly problem: Problem) {
    super(problem.message);
    this.code = problem.code;
  }
}

const BASE = '/api/online';

async function ask<T>(path: string, request: RequestInit = {}): Promise<T> {
  // A static site has no service to ask.
  if (tablesFolder() !== undefined) throw new OnlineError({ code: 'absent', message: '' });
  let response: Response;
  try {
    response = await fetch(`${BASE}${path}`, { credentials: 'same-origin', ...request });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new OnlineError({ code: 'offline', message });
  }
  const isJson = response.headers.get('content-type')?.includes('json');
  const body = isJson ? ((await response.json()) as { error?: Partial<Problem> | string }) : {};
  if (response.ok && isJson) return body as T;
  const error = typeof body.error === 'object' ? body.error : undefined;
  // A proxy in front of a service that is down answers, too.
  const code = error?.code ?? (response.status >= 500 ? 'unavailable' : 'absent');
  throw new OnlineError({ message: response.statusText, ...error, code });
}

export function get<T>(path: string): Promise<T> {
  return ask<T>(path);
}

export function post<T>(path: string, body?: object): Promise<T> {
  if (!body) return ask<T>(path, { method: 'POST' });
  const headers = { 'content-type': 'application/json' };
  return ask<T>(path, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** An identifier of a command. Pages over plain HTTP have no `crypto.randomUUID`. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
