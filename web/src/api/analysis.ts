/** What the analysis asks the service, beside the value of a position. */

import { get, post, type Probe } from '.';
import type { GameRef } from '../rules';
import type { GameSummary, LineAnswer, PocketAnswer, TablesAnswer } from './schema';

/** Best play from a position on. */
export type BestLine = LineAnswer;

/** A game that the service knows. */
export type ServedGame = GameSummary;

/** The most positions that one request may hold. */
export const MOST_POSITIONS = 1000;

const path = (game: GameRef) => `/${encodeURIComponent(game.name ?? 'bagh-chal')}`;

export function bestLine(game: GameRef, position: string, signal?: AbortSignal): Promise<BestLine> {
  return get<BestLine>(`${path(game)}/line`, { position, captures: game.captures }, signal);
}

export function tablesOf(game: GameRef, signal?: AbortSignal): Promise<TablesAnswer> {
  return get<TablesAnswer>(`${path(game)}/tables`, { captures: game.captures }, signal);
}

/** The pocket edition of a game. */
export function pocketOf(game: GameRef): Promise<PocketAnswer> {
  return get<PocketAnswer>(`${path(game)}/pocket`, { captures: game.captures });
}

/**
 * What the tables say of many positions, and of the moves in each. `progress` hears how much is
 * done, from 0 to 1, where it takes a while.
 */
export async function probeMany(
  game: GameRef,
  positions: readonly string[],
  signal?: AbortSignal,
  progress?: (share: number) => void,
): Promise<Probe[]> {
  const all: Probe[] = [];
  for (let i = 0; i < positions.length; i += MOST_POSITIONS) {
    const some = positions.slice(i, i + MOST_POSITIONS);
    const question = {
      positions: some,
      ...(game.captures === undefined ? {} : { captures: game.captures }),
    };
    const told = (share: number) => progress?.((i + share * some.length) / positions.length);
    const asked = post<{ answers: Probe[] }>(`${path(game)}/probe`, question, signal, told);
    const { answers } = await asked;
    all.push(...answers);
  }
  return all;
}

let listed: Promise<ServedGame[]> | undefined;

/** The games that the service knows. The list is fetched once; a failure is not remembered. */
export function servedGames(): Promise<ServedGame[]> {
  listed ??= get<{ games: ServedGame[] }>('/games').then(
    ({ games }) => games,
    (error: unknown) => {
      listed = undefined;
      throw error;
    },
  );
  return listed;
}

/** The board file of a game that the service knows. */
export async function boardFile(name: string): Promise<string> {
  return (await get<{ file: string }>(`/${encodeURIComponent(name)}`)).file;
}
