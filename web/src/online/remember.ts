/** Games played online, in the same history as those on this device. */

import type { Done } from '../play/summary';
import { playedGames, rememberPlayed, type PlayedGame } from '../play/history';
import { game as describeGame, type GameRef } from '../rules';
import type { OnlineSession } from './session';
import { playerName } from './words';

/** A game that ended longer ago is not taken into the history: it may have been deleted from it. */
const RECENT = 24 * 60 * 60 * 1000;

/** The game as those on this device are named: captures only where they are not the usual ones. */
function refOf({ name = 'bagh-chal', captures }: GameRef): GameRef {
  return captures === undefined || captures === describeGame({ name }).captures
    ? { name }
    : { name, captures };
}

/** Remembers an own game that has ended, or how well it was played once that is known. */
export function rememberOnline(
  session: Pick<OnlineSession, 'id' | 'you' | 'opponent' | 'players' | 'snapshot' | 'ref'>,
  judged?: Pick<Done, 'accuracy' | 'source'> | null,
  now = Date.now(),
): void {
  const { you, opponent, players, snapshot } = session;
  if (!you || !opponent || !snapshot?.ending) return;
  const { outcome, reason } = snapshot.ending;
  if (outcome === null || reason === 'aborted') return;
  const id = `online-${session.id}`;
  const there = playedGames().some((game) => game.id === id);
  if (!there && now - snapshot.at > RECENT) return;
  const accuracy = judged?.accuracy[you] ?? null;
  const game: PlayedGame = {
    id,
    game: refOf(session.ref),
    moves: [...snapshot.moves],
    outcome,
    reason: reason === 'timeout' ? 'time' : reason,
    own: you,
    online: { opponent: playerName(players[opponent]) },
    hints: 0,
    takenBack: 0,
    when: snapshot.at,
    ...(accuracy === null || !judged ? {} : { accuracy, exact: judged.source === 'tables' }),
  };
  rememberPlayed(game);
}
