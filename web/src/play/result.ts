/** The end of a game: who won and why in a line, how well it was played, and what next. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { accuracy, n, t } from '../i18n';
import type { Side } from '../rules';
import { icon } from '../ui/icons';
import { item, popup } from '../ui/popup';
import { miniature } from '../ui/tray';
import { say, sayCount } from '../ui/words';
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
      ${facts(session, summary, actions)}
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

/** How well it was played, as far as it is known by now, and the move that decided the game. */
function facts(session: Session, summary: Summary | null, actions: ResultActions): TemplateResult {
  const { own, game, saved } = session;
  const done = summary?.state === 'done' ? summary : null;
  const judged = (of: Side) => {
    if (!done) return '…';
    const share = done.accuracy[of];
    return share === null ? '–' : accuracy(share);
  };
  const fact = (value: unknown, name: string) =>
    html`<div class="fact">
      <dd>${value}</dd>
      <dt>${name}</dt>
    </div>`;
  const played = own
    ? judged(own)
    : (['tiger', 'goat'] as const).map(
        (side) => html`<span class="fact-side">${miniature(side, game)}${judged(side)}</span>`,
      );
  const turning = done?.turning;
  return html`<dl class="result-facts" aria-busy=${summary?.state === 'asking' ? 'true' : 'false'}>
      ${summary ? fact(played, t('play.fact.accuracy')) : nothing}
      ${
        turning
          ? fact(
              html`<button class="plain-link" @click=${() => actions.show(turning.ply)}>
                ${n(Math.ceil(turning.ply / 2))}. ${turning.move}
              </button>`,
              t('play.fact.turning'),
            )
          : nothing
      }
      ${fact(n(saved.moves.length), t('play.moves'))}
      ${saved.hints > 0 ? fact(n(saved.hints), t('play.fact.hints')) : nothing}
    </dl>
    ${
      done?.source === 'engine'
        ? html`<p class="soft result-source">${t('play.fact.estimate')}</p>`
        : nothing
    }`;
}
