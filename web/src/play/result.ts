/** The end of a game: who won and why in a line, how well it was played, and what next. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { t } from '../i18n';
import type { Side } from '../rules';
import { icon } from '../ui/icons';
import { item, popup } from '../ui/popup';
import { say, sayCount } from '../ui/words';
import { resultFacts } from './facts';
import { resultFrame, type ResultHead } from './parts';
import type { Ended, Session } from './session';
import type { Summary } from './summary';

export interface ResultActions {
  rematch: () => void;
  newGame: () => void;
  close: () => void;
  /** Copies a link to the game; `null` where nobody else could open it. */
  link: (() => void) | null;
  picture: () => void;
  show: (ply: number) => void;
  reviewUrl: string;
  review: () => void;
}

export function winner(result: Ended): Side | null {
  if (result.outcome === 'draw') return null;
  return result.outcome === 'tiger-win' ? 'tiger' : 'goat';
}

/** Who won, as the player sees it. */
export function resultTitle(session: Session, result: Ended): string {
  const won = winner(result);
  if (won === null) return t('outcome.draw');
  if (session.own === null) return say(session.game, `outcome.${result.outcome}`);
  return won === session.own ? t('play.won') : t('play.lost');
}

/** Why the game is over, in one line. */
export function resultReason(session: Session, result: Ended): string {
  const { game, own, state } = session;
  const loser: Side = result.outcome === 'tiger-win' ? 'goat' : 'tiger';
  if (result.reason === 'captures') return sayCount(game, 'reason.captured', state.captured);
  if (result.reason === 'resignation' || result.reason === 'time') {
    const what = result.reason === 'time' ? 'time' : 'resigned';
    if (own === null) return say(game, `reason.${what}.${loser}`);
    return t(loser === own ? `reason.${what}.you` : `reason.${what}.computer`);
  }
  return say(game, `reason.${result.reason}`);
}

/** Whether the person at the device has something to celebrate. */
export function celebrated(session: Session, result: Ended): boolean {
  const won = winner(result);
  return won !== null && (session.own === null || session.own === won);
}

/** The card on the board. */
export function resultCard(
  session: Session,
  result: Ended,
  summary: Summary | null,
  actions: ResultActions,
): TemplateResult {
  const head: ResultHead = {
    winner: winner(result),
    title: resultTitle(session, result),
    reason: resultReason(session, result),
    grand: result.grand ? result.worth : null,
    won: celebrated(session, result),
    close: actions.close,
  };
  return resultFrame(
    session.game,
    head,
    html`
      ${resultFacts({
        game: session.game,
        own: session.own,
        summary,
        plies: session.saved.moves.length,
        hints: session.saved.hints,
        show: actions.show,
      })}
      <div class="row result-actions">
        <button @click=${actions.rematch}>
          ${icon('swap')}${t(session.own === null ? 'play.again' : 'play.rematch')}
        </button>
        ${popup(t('share'), 'share', shareItems(actions))}
        <a class="button quiet" href=${actions.reviewUrl} @click=${actions.review}
          >${icon('analyse')}${t('play.review')}</a
        >
        <button class="quiet" @click=${actions.newGame}>${icon('plus')}${t('play.new')}</button>
      </div>
    `,
  );
}

/** Ways to share a game. */
export function shareItems({ link, picture }: ResultActions): TemplateResult {
  return html`${link ? item('link', t('share.link'), link) : nothing}
  ${item('picture', t('share.picture'), picture)}
  ${link ? nothing : html`<p class="soft popup-note">${t('share.file')}</p>`}`;
}
