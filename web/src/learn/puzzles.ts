/** The puzzles, as `bagh puzzles` writes them; loaded when they are first wanted. */

export const KINDS = ['hold', 'trap', 'eat', 'win'] as const;
export type Kind = (typeof KINDS)[number];
export const GRADES = [1, 2, 3, 4, 5] as const;
export type Grade = (typeof GRADES)[number];

export interface Puzzle {
  name?: string;
  kind: Kind;
  grade: Grade;
  position: string;
  /** A move of the other side that comes first. */
  first?: string;
  /** Moves and answers in turn; where several moves are right they stand with `|` between them. */
  line: string[];
}

export interface Collection {
  game: string;
  captures: number;
  puzzles: Puzzle[];
}

/** Games with puzzles. */
export const PUZZLE_GAMES = ['bagh-chal', 'aadu-puli'] as const;
export type PuzzleGame = (typeof PUZZLE_GAMES)[number];

/** How many there are of each game, so that the first page need not load them. */
export { COUNTS } from './puzzles/counts';

export function isPuzzleGame(name: string | undefined): name is PuzzleGame {
  return PUZZLE_GAMES.some((game) => game === name);
}

const loaders: Record<PuzzleGame, () => Promise<{ default: unknown }>> = {
  'bagh-chal': () => import('./puzzles/bagh-chal.json'),
  'aadu-puli': () => import('./puzzles/aadu-puli.json'),
};

export async function loadPuzzles(game: PuzzleGame): Promise<Collection> {
  return (await loaders[game]()).default as Collection;
}

/** Which puzzles are shown: `undefined` means all. */
export interface Filter {
  kind?: Kind | undefined;
  grade?: Grade | undefined;
}

/** What an address asks for: `/learn/puzzles/GAME/NUMBER?kind=trap&grade=2`. */
export function filterOf(url: URL): Filter {
  const kind = KINDS.find((kind) => kind === url.searchParams.get('kind'));
  const grade = GRADES.find((grade) => String(grade) === url.searchParams.get('grade'));
  return { kind, grade };
}

/** The numbers, counted from 1, of the puzzles that fit. */
export function fitting(puzzles: readonly Puzzle[], filter: Filter): number[] {
  const fits = (puzzle: Puzzle) =>
    (filter.kind === undefined || puzzle.kind === filter.kind) &&
    (filter.grade === undefined || puzzle.grade === filter.grade);
  return puzzles.flatMap((puzzle, i) => (fits(puzzle) ? [i + 1] : []));
}

/** The next number after one that is not done, going round; the next at all if all are done. */
export function nextNumber(
  numbers: readonly number[],
  after: number,
  isDone: (number: number) => boolean,
): number | undefined {
  const at = numbers.findIndex((number) => number > after);
  const round = at < 0 ? numbers : [...numbers.slice(at), ...numbers.slice(0, at)];
  const others = round.filter((number) => number !== after);
  return others.find((number) => !isDone(number)) ?? others[0] ?? numbers[0];
}
