/** Records of `docs/records`, to step through. */

import { readRecord, state as stateOf, type GameRef, type State } from '../rules';
import { t } from '../i18n';
import type { ExploreGame } from './data';

const files = import.meta.glob<string>('../../../docs/records/*.bagh', {
  query: '?raw',
  import: 'default',
});

export interface RecordName {
  /** The name of the file, without its ending. */
  name: string;
  game: ExploreGame;
}

/** The records of a game: best play first, then the longest wins. */
export function recordsOf(game: ExploreGame): RecordName[] {
  const names = Object.keys(files).map((path) => path.replace(/^.*\/|\.bagh$/g, ''));
  const own = names.filter((name) => name.startsWith('aadu-puli-') === (game === 'aadu-puli'));
  const rank = (name: string) => (name.endsWith('start') ? 0 : name.includes('longest') ? 2 : 1);
  return own
    .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b))
    .map((name) => ({ name, game }));
}

/** What a record shows, in words. */
export function recordTitle({ name }: RecordName): string {
  const plain = name.replace(/^aadu-puli-/, '');
  const captured = Number(/(\d+)-captured$/.exec(plain)?.[1] ?? NaN);
  if (plain === 'start') return t('explore.record.start');
  if (plain === 'first-tiger-on-b7') return t('explore.record.first-tiger-on-b7');
  for (const what of ['longest-tiger-win', 'longest-goat-win'] as const) {
    if (plain.startsWith(what)) return t(`explore.record.${what}`, { captured });
  }
  return plain;
}

/** A record that is stepped through. */
export class Replay {
  ply = 0;

  constructor(
    readonly game: GameRef,
    readonly start: string,
    readonly moves: string[],
  ) {}

  get state(): State {
    return stateOf(this.game, this.moves.slice(0, this.ply), this.start);
  }

  get atEnd(): boolean {
    return this.ply === this.moves.length;
  }

  go(ply: number): void {
    this.ply = Math.max(0, Math.min(this.moves.length, Math.round(ply)));
  }
}

export async function openRecord({ name, game }: RecordName): Promise<Replay> {
  const load = files[`../../../docs/records/${name}.bagh`];
  if (!load) throw new Error(`there is no record ${name}`);
  return replay(game, await load());
}

/** A record as text, ready to be stepped through. */
export function replay(game: ExploreGame, text: string): Replay {
  const record = readRecord({ name: game }, text);
  const moves: string[] = [];
  let at = 0;
  // The first child of a node goes on with the main line.
  for (;;) {
    const next = record.nodes.findIndex((node) => node.parent === at);
    const move = record.nodes[next]?.move;
    if (next < 0 || !move) break;
    moves.push(move);
    at = next;
  }
  return new Replay({ name: game }, record.start, moves);
}
