/** A saved game in one line. */

import { date, n, t } from '../i18n';
import { game as describeGame } from '../rules';
import { gameTitle } from '../ui/board';
import { gameLength, sideName } from '../ui/words';
import type { ListedGame } from './saved';

/** A game in a list: board, opponent, how far it is, and when it was played last. */
export function gameLine(saved: ListedGame): string {
  const game = describeGame(saved.game);
  const { opponent } = saved;
  const other =
    opponent.kind === 'friend'
      ? t('play.two')
      : t('play.name.computer', {
          side: sideName(game, opponent.side),
          level: opponent.level === 'perfect' ? t('level.perfect') : n(opponent.level),
        });
  return `${gameTitle(game)} · ${other} · ${gameLength(saved.moves.length)} · ${date(saved.changed)}`;
}
