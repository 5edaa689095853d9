/** A game: played, watched, and what comes after it. */

import { html } from 'lit-html';
import { update } from '../../app';
import { t } from '../../i18n';
import { analyseUrl } from '../../links';
import { navigate } from '../../router';
import { game as describeGame } from '../../rules';
import { announce } from '../../ui/announce';
import { gameTitle, moveInWords } from '../../ui/board';
import { sound } from '../../ui/sound';
import { listenForKeys, steps } from '../../ui/stepping';
import { copyText, toast } from '../../ui/toast';
import { summariseAny } from '../../play/ending';
import { get, post } from '../api';
import { askToNotify, callForAttention, mayAsk } from '../attention';
import { socket } from '../connection';
import { framed, opening, type Screen } from '../frame';
import { guardRated } from '../guard';
import { expectGame, looksAt } from '../notices';
import { resultReason, resultTitle } from '../result';
import { rememberOnline } from '../remember';
import { lookAway, sitDown } from '../seat';
import type { Happening } from '../session';
import { table, type TableActions, type TableState } from '../table';
import type { Challenge, GameEvent, GameRow, Match } from '../types';
import { explainOnline, playerName } from '../words';

export function screen(_url: URL, id: string): Screen {
  const state: TableState = {
    resigning: false,
    closed: false,
    summary: null,
    rematch: 'none',
    match: null,
  };
  let next: string | null = null;
  let judging: AbortController | undefined;
  let offer: string | null = null;
  let stopped = false;

  const session = sitDown(id, (happening) => happened(happening));

  function happened(happening: Happening): void {
    const { game } = session;
    if (happening.kind === 'moved' && game) {
      const { move, side, own } = happening;
      announce(moveInWords(game, move, side));
      sound(move.over !== null ? 'capture' : move.from === null ? 'place' : 'slide');
      if (!own && session.yourTurn) callForAttention(t('online.turn.yours'), id);
    }
    if (happening.kind === 'over' && game) {
      state.closed = false;
      state.resigning = false;
      const { ending } = happening;
      const title = resultTitle(session, game, ending);
      announce(`${title}. ${resultReason(session, game, ending)}`);
      sound(ending.reason === 'dandee' || ending.reason === 'locked-goats' ? 'grand' : 'end');
      callForAttention(title, id);
    }
    if (happening.kind === 'event') tell(happening.event);
    if (happening.kind === 'premove-dropped') toast(t('online.premove.dropped'));
    if (happening.kind === 'refused') toast(explainOnline(happening.error));
    guardRated(session);
    judge();
    update();
  }

  /** What the opponent did beside moving is said aloud, and to everyone who looks elsewhere. */
  function tell(event: GameEvent): void {
    const { opponent } = session;
    const { type } = event;
    if (!opponent || !('side' in event) || event.side !== opponent) return;
    const name = playerName(session.players[opponent]);
    if (type === 'draw-offered') callForAttention(t('online.draw.offered', { name }), id);
    if (type === 'draw-declined') toast(t('online.draw.declined', { name }));
    if (type === 'takeback-declined') toast(t('online.takeback.declined', { name }));
    if (type === 'time-given') toast(t('online.given', { name }));
  }

  /** Looks at how well the game was played, once it is over. */
  function judge(): void {
    const { ending, snapshot } = session;
    if (!ending || !snapshot || judging || stopped) return;
    if (ending.outcome === null || snapshot.moves.length === 0) return;
    judging = new AbortController();
    state.summary = { state: 'asking' };
    void review(judging.signal);
    void findNext();
    void scoreMatch();
  }

  /** After the second game of a match: how the match ended. */
  async function scoreMatch(): Promise<void> {
    if (session.snapshot?.match?.first === undefined) return;
    const found = await get<Match>(`/games/${id}/match`).catch(() => null);
    if (!found || stopped) return;
    state.match = found;
    update();
  }

  async function review(signal: AbortSignal): Promise<void> {
    rememberOnline(session);
    const { ref, moves } = session;
    const asked = { ref, served: ref, captures: describeGame(ref).captures, moves: [...moves] };
    const found = await summariseAny(asked, signal);
    if (found) rememberOnline(session, found);
    if (stopped) return;
    state.summary = found;
    update();
  }

  /** The second game of a match, or a rematch that began while we were away. */
  async function findNext(): Promise<void> {
    if (!session.you || !socket.me?.player) return;
    const seats = Object.values(session.snapshot?.seats ?? {});
    const { games } = await get<{ games: GameRow[] }>('/games?running=true').catch(() => ({
      games: [],
    }));
    const follows = games.find(
      (row) =>
        row.game !== id &&
        row.created >= (session.snapshot?.at ?? Infinity) &&
        [row.players.tiger?.id, row.players.goat?.id].every((player) =>
          seats.includes(player ?? ''),
        ),
    );
    if (stopped || !follows) return;
    next = follows.game;
    update();
  }

  async function rematch(): Promise<void> {
    try {
      const answer = await post<{ game?: string | null; challenge?: Challenge }>(
        `/games/${id}/rematch`,
      );
      if (stopped) return;
      if (answer.game) {
        offer = null;
        return navigate(`/online/game/${answer.game}`);
      }
      offer = answer.challenge?.id ?? null;
      state.rematch = 'offered';
    } catch (error) {
      toast(explainOnline(error));
    }
    update();
  }

  // After the end, the next game opens by itself for the player who asked for it.
  expectGame((game) => {
    if (!session.ending || game === id) return game === id;
    if (state.rematch === 'offered') {
      offer = null;
      navigate(`/online/game/${game}`);
      return true;
    }
    void findNext();
    return session.snapshot?.match !== undefined;
  });
  const stopNotices = socket.onNotice((notice) => {
    if (notice.type !== 'challenge') return;
    const { challenge } = notice;
    if (challenge.rematch_of !== id || challenge.by.id === socket.me?.player) return;
    const open = challenge.game === null && challenge.expires > socket.now();
    state.rematch = open ? 'asked' : 'none';
    const other = session.opponent && session.players[session.opponent];
    if (open) announce(t('online.rematch.asked', { name: playerName(other) }));
    update();
  });
  const stopStatus = socket.onStatus(() => {
    // What was missed while the connection was away.
    if (socket.status === 'open' && state.rematch === 'offered') void rematch();
    update();
  });

  const endKeys = listenForKeys((event) =>
    steps(event, {
      ply: session.ply,
      all: session.moves.length,
      look: (ply) => session.look(ply),
    }),
  );
  // After the board, which lets go of a piece first.
  const escape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && session.premove) session.cancelPremove();
  };
  document.addEventListener('keydown', escape);
  const clock = setInterval(() => {
    if (session.snapshot && !session.ending && !document.hidden) update();
  }, 200);

  async function copyRecord(): Promise<void> {
    const response = await fetch(`/api/online/games/${id}/record`).catch(() => null);
    const text = response?.ok ? await response.text() : '';
    if (text) await copyText(text, t('play.copied'), t('play.not-copied'));
    else toast(t('online.error.offline'));
  }

  async function block(player: string): Promise<void> {
    if (!confirm(t('online.block.sure'))) return;
    try {
      await post('/blocks', { player, block: true });
      toast(t('online.blocked'));
    } catch (error) {
      toast(explainOnline(error));
    }
  }

  function actions(): TableActions {
    const other = session.opponent && session.players[session.opponent];
    return {
      rematch: () => void rematch(),
      close: () => {
        state.closed = true;
        update();
      },
      show: (ply) => {
        state.closed = true;
        session.look(ply);
        update();
      },
      askResign: (ask) => {
        state.resigning = ask;
        update();
      },
      copyRecord: () => void copyRecord(),
      watchLink: () => void copyText(location.href, t('share.link.copied'), t('share.failed')),
      notify: mayAsk() ? () => void askToNotify().then(update) : null,
      block: other ? () => void block(other.id) : null,
      next,
      reviewUrl: analyseUrl({
        game: session.ref,
        moves: session.moves,
        review: session.you ?? 'both',
      }),
    };
  }

  if (session.snapshot) judge();
  looksAt(id);
  return {
    title: () => {
      const { game } = session;
      if (!game) return t('online.title');
      const title = gameTitle(game);
      return session.yourTurn ? `● ${t('online.turn.yours')} – ${title}` : title;
    },
    view: () => {
      if (session.missing) {
        return framed(t('online.game.missing'), html`<p>${t('online.game.missing.text')}</p>`);
      }
      const { game } = session;
      if (!session.snapshot || !game) return framed(t('online.title'), opening());
      return html`<h1 class="unseen">${gameTitle(game)}</h1>
        ${table(session, state, actions())}`;
    },
    stop: () => {
      stopped = true;
      judging?.abort();
      clearInterval(clock);
      expectGame(null);
      stopNotices();
      stopStatus();
      endKeys();
      document.removeEventListener('keydown', escape);
      if (offer && state.rematch === 'offered') {
        // Leaving the page withdraws the offer.
        void post(`/challenges/${offer}/decline`).catch(() => undefined);
      }
      lookAway(session, (happening) => {
        guardRated(session);
        if (happening.kind === 'moved' && !happening.own) {
          toast(t('online.turn.yours'));
          callForAttention(t('online.turn.yours'), id);
          sound('slide');
        }
        if (happening.kind === 'over') {
          rememberOnline(session);
          toast(t('online.over'));
        }
      });
    },
  };
}
