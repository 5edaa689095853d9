/** Records of `docs/records`, to step through. */

import { t } from '../i18n';
import type { ExploreGame } from './data';
import { replay, type Replay } from './replay';

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

export async function openRecord({ name, game }: RecordName): Promise<Replay> {
  const load = files[`../../../docs/records/${name}.bagh`];
  if (!load) throw new Error(`there is no record ${name}`);
  return replay(game, await load());
}
