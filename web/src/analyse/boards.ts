/** The games that can be analysed: built-in ones, those of the service, and board files. */

import { boardFile, servedGames } from '../api/analysis';
import { game as describeGame, games, type Game, type GameRef } from '../rules';
import { isPlayable } from '../rules/schema';
import * as v from 'valibot';
import { keep, recall, recordOf } from '../store';

/** A game as the rules and the service know it. */
export interface Subject {
  /** The name in addresses and for the service. */
  name: string;
  /** The captures that win, where they are not the usual ones. */
  captures?: number;
  /** How the rules know it: by its name, or by its file. */
  ref: GameRef;
  game: Game;
  /** Whether the service knows this game. */
  served: boolean;
}

export interface Listed {
  name: string;
  /** What a board file calls itself; built-in games have a name in the user's language. */
  title?: string;
}

/** Neither the page nor the service has a board of that name. */
export class UnknownBoard extends Error {}

const KEPT = 'boards';
/** The most board files that are remembered. */
const MOST = 20;

function keptBoards(): Record<string, string> {
  return recall(KEPT, recordOf(v.pipe(v.string(), v.maxLength(100_000)))) ?? {};
}

/** Remembers a board file, and returns the name under which it can be analysed. */
export function keepBoard(file: string): string {
  const { name } = describeGame({ file });
  const { [name]: _, ...others } = keptBoards();
  keep(KEPT, Object.fromEntries([...Object.entries(others).slice(1 - MOST), [name, file]]));
  return name;
}

function subject(
  name: string,
  captures: number | undefined,
  ref: GameRef,
  served: boolean,
): Subject {
  const usual = describeGame(ref).captures;
  const other = captures === undefined || captures === usual ? {} : { captures };
  const full = { ...ref, ...other };
  return { name, ref: full, game: describeGame(full), served, ...other };
}

/** A game by its name; a board that only the service knows is fetched from there. */
export async function openSubject(name: string, captures?: number): Promise<Subject> {
  const here = subjectAtHand(name, captures);
  if (here) return here.served ? here : { ...here, served: await isServed(here) };
  // The list of games comes first: a name that is not on it is never asked for.
  if (!(await servedGames()).some((game) => game.name === name)) throw new UnknownBoard();
  const file = await boardFile(name);
  return subject(name, captures, { file }, true);
}

/** Whether the service has the same file. */
async function isServed({ name, ref }: Subject): Promise<boolean> {
  try {
    const listed = (await servedGames()).some((game) => game.name === name);
    return listed && (await boardFile(name)) === ref.file;
  } catch {
    // No service is there.
    return false;
  }
}

/** A game by its name as the rules know it, if it is built in or a file that is remembered. */
export function boardAtHand(name: string): GameRef | undefined {
  return subjectAtHand(name)?.ref;
}

/** The game, if it is built in or a file that is remembered. */
export function subjectAtHand(name: string, captures?: number): Subject | undefined {
  if (games().includes(name)) return subject(name, captures, { name }, true);
  const file = keptBoards()[name];
  // The service may know a board of the same name, but with other rules. A file that this version
  // does not understand is as good as none.
  if (file === undefined || !isPlayable({ file })) return undefined;
  return subject(name, captures, { file }, false);
}

/** All games that can be chosen. */
export async function listGames(): Promise<Listed[]> {
  const list: Listed[] = gamesAtHand();
  const served = await servedGames().catch(() => []);
  return [...list, ...served.filter((game) => !list.some((known) => known.name === game.name))];
}

/** The games that need no service. */
export function gamesAtHand(): Listed[] {
  const own = Object.entries(keptBoards()).flatMap(([name, file]) => {
    try {
      return [{ name, title: describeGame({ file }).title }];
    } catch {
      // A file that this version does not understand any more.
      return [];
    }
  });
  const built = games();
  return [...built.map((name) => ({ name })), ...own.filter(({ name }) => !built.includes(name))];
}
