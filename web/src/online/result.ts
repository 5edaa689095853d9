/** The end of an online game: who won and why, how well it was played, and what next. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { t } from '../i18n';
import type { Game, Side } from '../rules';
import { resultFacts } from '../play/facts';
import { resultFrame, type ResultHead } from '../play/parts';
import { icon } from '../ui/icons';
import { say, sayCount } from '../ui/words';
import { socket } from './connection';
import { otherSide } from './reduce';
import type { OnlineSession } from './session';
import type { Summary } from '../play/summary';
import type { Ending, Match } from './types';
import { playerName } from './words';

const SIDES: Side[] = ['tiger', 'goat'];

export interface ResultActions {
  rematch: () => void;
  close: () => void;
  show: (ply: number) => void;
  reviewUrl: string;
  /** Another game of the same players that has begun since. */
  next: string | null;
}

export interface ResultState {
  summary: Summary | null;
  rematch: 'none' | 'offered' | 'asked';
  /** How the match ended, where this is its second game. */
  match: Match | null;
}

/** The side that won, if one did. */
export function wonBy(ending: Ending): Side | null {
  if (ending.outcome === null || ending.outcome === 'draw') return null;
  return ending.outcome === 'tiger-win' ? 'tiger' : 'goat';
}

export function resultTitle(session: OnlineSession, game: Game, ending: Ending): string {
  const won = wonBy(ending);
  if (ending.outcome === null) return t('online.aborted');
  if (won === null) return t('outcome.draw');
  if (session.you === null) return say(game, `outcome.${won}-win`);
  return t(won === session.you ? 'play.won' : 'play.lost');
}

/** Why the game is over, in one line. */
export function resultReason(session: OnlineSession, game: Game, ending: Ending): string {
  const won = wonBy(ending);
  const { reason } = ending;
  if (reason === 'captures') {
    return sayCount(game, 'reason.captured', session.now?.captured ?? game.captures);
  }
  if (reason === 'aborted' || reason === 'length') return t(`online.reason.${reason}`);
  if (reason === 'abandonment' && won === null) return t('online.reason.abandonment.draw');
  if (reason === 'resignation' || reason === 'timeout' || reason === 'abandonment') {
    const loser = otherSide(won ?? 'tiger');
    if (loser === session.you) return t(`online.reason.${reason}.you`);
    const name = playerName(session.players[loser]);
    return t(`online.reason.${reason}`, { name });
  }
  return say(game, `reason.${reason}`);
}

export function resultCard(
  session: OnlineSession,
  game: Game,
  ending: Ending,
  state: ResultState,
  actions: ResultActions,
): TemplateResult {
  const won = wonBy(ending);
  const grand = ending.reason === 'dandee' || ending.reason === 'locked-goats';
  const played = session.moves.length > 0;
  const head: ResultHead = {
    winner: won,
    title: resultTitle(session, game, ending),
    reason: resultReason(session, game, ending),
    grand: grand ? 12 : null,
    won: won !== null && won === session.you,
    close: actions.close,
  };
  return resultFrame(
    game,
    head,
    html`
      ${resultFacts({
        game,
        own: session.you,
        summary: state.summary,
        plies: session.moves.length,
        hints: 0,
        show: actions.show,
      })}
      ${matchLine(session, state)}
      <div class="row result-actions">
        ${
          actions.next
            ? html`<a class="button" href="/online/game/${actions.next}"
                >${icon('play')}${t('online.next-game')}</a
              >`
            : session.you
              ? rematch(state, actions)
              : nothing
        }
        ${
          played
            ? html`<a class="button quiet" href=${actions.reviewUrl}
                >${icon('analyse')}${t('play.review')}</a
              >`
            : nothing
        }
        <a class="button quiet" href="/online">${icon('people')}${t('online.lobby')}</a>
      </div>
      ${
        session.you && !socket.me?.name
          ? html`<p class="soft">
              ${t('online.keep')} <a href="/online/account">${t('online.rate.keep')}</a>
            </p>`
          : nothing
      }
    `,
  );
}

/** How the match stands, where the game is part of one. */
function matchLine(session: OnlineSession, state: ResultState): TemplateResult | typeof nothing {
  const { snapshot, players } = session;
  if (!snapshot?.match) return nothing;
  if (!snapshot.match.first) return html`<p>${t('online.match.first')}</p>`;
  const { match } = state;
  if (!match) return nothing;
  const part = (side: Side) => {
    const score = match.scores.find(({ player }) => player === snapshot.seats[side]);
    const { wins, captures } = score ?? { wins: 0, captures: 0 };
    return t('online.match.score', { name: playerName(players[side]), wins, captures });
  };
  const won = SIDES.find((side) => match.winner !== null && snapshot.seats[side] === match.winner);
  return html`<p>
    ${t('online.match')}: ${part('tiger')},
    ${part('goat')}${
      won ? html` · ${t('online.match.won', { name: playerName(players[won]) })}` : nothing
    }
  </p>`;
}

function rematch(state: ResultState, actions: ResultActions): TemplateResult {
  if (state.rematch === 'offered') {
    return html`<p class="online-waiting" role="status">
      <span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>
      ${t('online.rematch.sent')}
    </p>`;
  }
  return html`<button @click=${actions.rematch}>
    ${icon('swap')}${t(state.rematch === 'asked' ? 'online.rematch.accept' : 'play.rematch')}
  </button>`;
}
