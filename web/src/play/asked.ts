/** What an address of Play asks for. */

import { boardAtHand } from '../analyse/boards';
import { t } from '../i18n';
import { state as stateOf, type GameRef } from '../rules';
import { isPlayable } from '../rules/schema';
import type { Choices } from './saved';

/** `?side=tiger`, `?with=friend`, `?game=aadu-puli`, `?captures=3`, `?position=…`, `?resume=…`. */
export interface Asked {
  choices: Partial<Choices>;
  /** A game in progress, by its id. */
  resume?: string;
  start?: string;
  /** What could not be understood, for the user. */
  problem?: string;
}

export function askedFor(url: URL): Asked {
  const query = url.searchParams;
  const resume = query.get('resume');
  if (resume !== null) return { choices: {}, resume };
  const side = query.get('side');
  const choices: Partial<Choices> = {
    ...(side === 'tiger' || side === 'goat' ? { side, with: 'computer' as const } : {}),
    ...(query.get('with') === 'friend' ? { with: 'friend' as const } : {}),
  };
  const start = query.get('position') ?? undefined;
  if (!query.has('game') && !query.has('captures') && start === undefined) return { choices };
  const name = query.get('game') ?? 'bagh-chal';
  const text = query.get('captures');
  const captures = text === null ? undefined : Number(text);
  const known = boardAtHand(name);
  if (!known) return { choices, problem: t('setup.unknown-game', { name }) };
  const game: GameRef = captures === undefined ? known : { ...known, captures };
  if (!isPlayable(game)) {
    return { choices: { ...choices, game: known }, problem: t('setup.unknown-captures') };
  }
  if (start === undefined) return { choices: { ...choices, game } };
  try {
    // A position is played on against the computer, as the side that is to move.
    const { turn } = stateOf(game, [], start);
    return { choices: { with: 'computer', side: turn, ...choices, game }, start };
  } catch {
    return { choices: { ...choices, game }, problem: t('setup.unknown-position') };
  }
}
