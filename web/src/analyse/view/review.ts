/** The review of a game: its value as a graph, and one mistake at a time. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { accuracy, count, n, t } from '../../i18n';
import { icon } from '../../ui/icons';
import { playHere } from '../../ui/play-here';
import { miniature } from '../../ui/tray';
import { sideName } from '../../ui/words';
import type { Analysis } from '../analysis';
import type { Desk } from '../desk';
import type { Review, Trial } from '../review';
import type { Judged } from '../reviewing';
import { shortWords, valueWords, verdictWords } from './words';
import './review.css';

/** The most better moves that are named. */
const NAMED = 6;

/** The review, beside the board. */
export function reviewPanel(desk: Desk, analysis: Analysis, review: Review): TemplateResult {
  return html`<section class="panel review" aria-labelledby="review-title">
    <div class="row review-head">
      <h2 id="review-title">${t('analyse.review')}</h2>
      <button
        class="quiet round"
        aria-label=${t('analyse.review.close')}
        title=${t('analyse.review.close')}
        @click=${() => desk.endReview()}
      >
        ${icon('close')}
      </button>
    </div>
    ${body(desk, analysis, review)}
  </section>`;
}

function body(desk: Desk, analysis: Analysis, review: Review): TemplateResult {
  if (review.state === 'asking') {
    return html`<p role="status">${t('analyse.review.asking')} …</p>
      ${
        review.progress === null
          ? nothing
          : html`<progress
              max="1"
              .value=${review.progress}
              aria-label=${t('analyse.review.asking')}
            ></progress>`
      }`;
  }
  if (review.state === 'failed') {
    return html`<p role="alert">${t('analyse.review.failed', { reason: review.problem })}</p>
      <button class="quiet" @click=${() => void review.ask()}>
        ${t('analyse.review.again')}
      </button>`;
  }
  const { mistakes, unknown } = review;
  if (unknown === review.moves.length) return html`<p>${t('analyse.review.nothing')}</p>`;
  return html`
    ${coach(desk, analysis, review)}
    <div class="tallies">${side(review, analysis, 'tiger')}${side(review, analysis, 'goat')}</div>
    <p class="soft review-source">
      ${t(review.source === 'tables' ? 'analyse.review.by-tables' : 'analyse.review.by-engine')}
      ${unknown ? count('analyse.review.unknown', unknown) : nothing}
    </p>
    <div class="row">${playHere(analysis.subject.ref, review.whyState ?? analysis.state)}</div>
    <details class="review-more">
      <summary>${t('analyse.review.formula.title')}</summary>
      <p class="soft">${t('analyse.review.formula')}</p>
      ${review.own && mistakes.length ? html`<p class="soft">${t('analyse.review.yours')}</p>` : nothing}
    </details>
    ${
      mistakes.length > 1
        ? html`<details class="review-more">
            <summary>${count('analyse.review.list', mistakes.length)}</summary>
            <ol class="mistakes">
              ${mistakes.map((judged) => entry(desk, analysis, review, judged))}
            </ol>
          </details>`
        : nothing
    }
  `;
}

/** One mistake: what it cost, what was better, and what to do with it. */
function coach(desk: Desk, analysis: Analysis, review: Review): TemplateResult {
  const { mistakes, current } = review;
  if (mistakes.length === 0) return html`<p>${t('analyse.review.clean')}</p>`;
  const nav = html`<div class="row coach-nav">
    <button
      class="quiet round"
      aria-label=${t('analyse.review.previous')}
      title="${t('analyse.review.previous')} (N)"
      ?disabled=${!review.beside(-1)}
      @click=${() => desk.jump(-1)}
    >
      ${icon('back')}
    </button>
    <span class="coach-number">
      ${
        current
          ? t('analyse.review.number', {
              number: mistakes.indexOf(current) + 1,
              of: mistakes.length,
            })
          : count('analyse.review.list', mistakes.length)
      }
    </span>
    <button
      class="quiet round"
      aria-label=${t('analyse.review.next')}
      title="${t('analyse.review.next')} (n)"
      ?disabled=${!review.beside(1)}
      @click=${() => desk.jump(1)}
    >
      ${icon('next')}
    </button>
  </div>`;
  if (!current) return html`<div class="coach">${nav}${plain(analysis, review)}</div>`;
  if (review.trial)
    return html`<div class="coach">${nav}${trial(desk, review, review.trial)}</div>`;
  const cost = review.costOf(current);
  const { why } = review;
  return html`<div class="coach">
    ${nav}
    <p class="coach-move">
      ${miniature(current.side, analysis.subject.game)}
      <strong class="mark-${current.mark}"
        >${n(Math.ceil(current.ply / 2))}. ${current.played.move}${sign(current)}</strong
      >
      <span class="unseen">${t(`analyse.review.mark.${current.mark}`)}</span>
      <span class="soft">${change(analysis, current)}</span>
    </p>
    <p class="coach-words" role="status">${cost?.words ?? html`<span class="soft">…</span>`}</p>
    ${
      why
        ? html`<div class="row why-steps">
            <button
              class="quiet round"
              aria-label=${t('step.back')}
              ?disabled=${why.at === 0}
              @click=${() => review.stepWhy(-1)}
            >
              ${icon('back')}
            </button>
            <span
              >${why.at > 0 ? why.moves.slice(0, why.at).join(' ') : why.judged.played.move}</span
            >
            <button ?disabled=${why.at >= why.moves.length} @click=${() => review.stepWhy(1)}>
              ${t('analyse.review.why.next')}${icon('next')}
            </button>
            <button class="quiet" @click=${() => review.endWhy()}>
              ${t('analyse.review.why.end')}
            </button>
          </div>`
        : html`<div class="row">
            <button @click=${() => review.tryAgain(current)}>
              ${icon('again')}${t('analyse.review.try')}
            </button>
            <button
              class="quiet"
              ?disabled=${!cost || cost.moves.length === 0}
              @click=${() => review.showWhy(current)}
            >
              ${icon('next')}${t('analyse.review.why')}
            </button>
          </div>`
    }
    <div class="better">
      <span>${t('analyse.review.better')}</span>
      ${current.better
        .slice(0, NAMED)
        .map(
          (move) =>
            html`<button class="chip mark-goat-win" @click=${() => desk.playInstead(current, move)}>
              ${move}
            </button>`,
        )}
      ${
        current.better.length > NAMED
          ? html`<span class="soft"
              >${count('analyse.review.more', current.better.length - NAMED)}</span
            >`
          : nothing
      }
    </div>
  </div>`;
}

/** A move that is no mistake: what it was, and what the game is worth after it. */
function plain(analysis: Analysis, review: Review): TemplateResult | typeof nothing {
  const judged = review.of(analysis.node);
  if (!judged) return nothing;
  const { game } = analysis.subject;
  const worth = judged.exact ? verdictWords(game, judged.played) : valueWords(game, judged.after);
  return html`<p class="coach-move">
    ${miniature(judged.side, game)}
    <strong>${n(Math.ceil(judged.ply / 2))}. ${judged.played.move}</strong>
    ${judged.exact ? html`<span>· ${t(`analyse.review.mark.${judged.mark}`)}</span>` : nothing}
    <span class="soft">${worth}</span>
  </p>`;
}

export const sign = (judged: Judged) => (judged.mark === 'mistake' ? '?' : '?!');

/** From what to what a mistake changed the value. */
export function change(analysis: Analysis, judged: Judged): string {
  const { game } = analysis.subject;
  const words = (of: 'before' | 'after') =>
    judged.exact
      ? shortWords(game, of === 'before' ? judged.best : judged.played)
      : valueWords(game, judged[of]);
  return t('analyse.review.was', { before: words('before'), after: words('after') });
}

function side(review: Review, analysis: Analysis, of: 'tiger' | 'goat'): TemplateResult {
  const tally = review.tally(of);
  const { game } = analysis.subject;
  return html`<div class="tally">
    <p class="tally-head">
      ${miniature(of, game)}<span>${sideName(game, of)}</span>
      <strong> ${tally.accuracy === null ? '–' : accuracy(tally.accuracy)} </strong>
    </p>
    <div class="meter" aria-hidden="true">
      <i class="meter-${of}" style="width: ${(tally.accuracy ?? 0) * 100}%"></i>
    </div>
    <p class="soft">
      ${
        tally.critical
          ? count('analyse.review.kept', tally.critical, { keeping: tally.keeping })
          : t('analyse.review.no-moves')
      }
    </p>
  </div>`;
}

function entry(desk: Desk, analysis: Analysis, review: Review, judged: Judged): TemplateResult {
  const node = review.nodeOf(judged);
  return html`<li>
    <button
      class="plain-move"
      aria-current=${review.current === judged ? 'true' : nothing}
      @click=${() => desk.step(() => analysis.go(node))}
    >
      ${miniature(judged.side, analysis.subject.game)} ${n(Math.ceil(judged.ply / 2))}.
      ${judged.played.move}${sign(judged)}
    </button>
    <span class="soft">${change(analysis, judged)}</span>
  </li>`;
}

/** What is asked while a mistake is tried again, and what the try was worth. */
function trial(desk: Desk, review: Review, of: Trial): TemplateResult {
  const { judged, tried, answer } = of;
  const game = desk.analysis?.subject.game;
  const value = () => {
    const state = desk.analysis?.value;
    const found =
      state?.kind === 'known' ? state.moves.find((move) => move.move === tried) : undefined;
    return found && game ? verdictWords(game, found) : '';
  };
  const text = () => {
    const values = { move: tried ?? '', value: value() };
    const known = values.value !== '';
    if (answer === 'right')
      return t(known ? 'analyse.try.right' : 'analyse.try.right.plain', values);
    if (answer === 'same') return t('analyse.try.same');
    if (answer === 'asking') return t('analyse.try.asking', values);
    if (answer === 'wrong')
      return t(known ? 'analyse.try.wrong' : 'analyse.try.wrong.plain', values);
    return t('analyse.try.task', {
      side: game ? sideName(game, judged.side) : '',
      move: judged.played.move,
    });
  };
  return html`<div class="trial ${answer ?? ''}">
    <p role="status">${answer === 'right' ? '✓ ' : ''}${text()}</p>
    <button class=${answer === 'right' ? '' : 'quiet'} @click=${() => review.endTrial()}>
      ${t(answer === 'right' ? 'analyse.try.end' : 'analyse.try.show')}
    </button>
  </div>`;
}
