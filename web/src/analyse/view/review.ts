/** The review of a game: accuracy of each side, mistakes, what was better, and another try. */

import { html, nothing, svg, type TemplateResult } from 'lit-html';
import { count, t } from '../../i18n';
import { icon } from '../../ui/icons';
import { miniature } from '../../ui/tray';
import type { Analysis } from '../analysis';
import type { Desk } from '../desk';
import type { Review, Trial } from '../review';
import { worth, type Judged } from '../reviewing';
import { percent, verdictWords } from './words';

/** So many better moves are named. */
const NAMED = 6;

export function reviewPanel(desk: Desk, analysis: Analysis): TemplateResult | typeof nothing {
  const { review } = desk;
  if (analysis.main.length === 0) return nothing;
  return html`<section class="panel review" aria-labelledby="review-title">
    <h2 id="review-title">${t('analyse.review')}</h2>
    ${
      !analysis.subject.served
        ? html`<p>${t('analyse.review.own-board')}</p>
            <p><code>bagh serve my-board.toml</code></p>`
        : review
          ? body(desk, analysis, review)
          : html`<p class="soft">${t('analyse.review.what')}</p>
              <button class="quiet" @click=${() => desk.startReview()}>
                ${icon('analyse')}${t('analyse.review.start')}
              </button>`
    }
  </section>`;
}

function body(desk: Desk, analysis: Analysis, review: Review): TemplateResult {
  if (review.state === 'asking') return html`<p>${t('analyse.review.asking')} …</p>`;
  if (review.state === 'failed') {
    return html`<p role="alert">${t('analyse.review.failed', { reason: review.problem })}</p>
      <button class="quiet" @click=${() => void review.ask()}>
        ${t('analyse.review.again')}
      </button>`;
  }
  const { mistakes, unknown } = review;
  if (unknown === review.moves.length) return html`<p>${t('analyse.review.nothing')}</p>`;
  return html`
    <div class="tallies">${side(review, 'tiger')}${side(review, 'goat')}</div>
    ${chart(desk, analysis, review)}
    ${unknown ? html`<p class="soft">${count('analyse.review.unknown', unknown)}</p>` : nothing}
    ${
      mistakes.length === 0
        ? html`<p>${t('analyse.review.clean')}</p>`
        : html`<div class="row mistakes-head">
              <h3>${count('analyse.review.list', mistakes.length)}</h3>
              <button
                class="quiet round"
                aria-label=${t('analyse.review.previous')}
                title=${t('analyse.review.previous')}
                @click=${() => desk.jump(-1)}
                ?disabled=${!review.beside(-1)}
              >
                ${icon('back')}
              </button>
              <button
                class="quiet round"
                aria-label=${t('analyse.review.next')}
                title=${t('analyse.review.next')}
                @click=${() => desk.jump(1)}
                ?disabled=${!review.beside(1)}
              >
                ${icon('next')}
              </button>
            </div>
            <ol class="mistakes">
              ${mistakes.map((judged) => mistake(desk, analysis, review, judged))}
            </ol>
            ${review.own ? html`<p class="soft">${t('analyse.review.yours')}</p>` : nothing}`
    }
  `;
}

function side(review: Review, of: 'tiger' | 'goat'): TemplateResult {
  const tally = review.tally(of);
  return html`<div class="tally">
    <p class="tally-head">
      ${miniature(of)}<span>${t(`side.${of}`)}</span>
      <strong>
        ${tally.accuracy === null ? '–' : t('analyse.review.accuracy', { percent: percent(tally.accuracy) })}
      </strong>
    </p>
    <div class="meter" aria-hidden="true">
      <i class="meter-${of}" style="width: ${(tally.accuracy ?? 0) * 100}%"></i>
    </div>
    <p class="soft">
      ${
        tally.moves
          ? t('analyse.review.kept', { keeping: tally.keeping, moves: tally.moves })
          : t('analyse.review.no-moves')
      }
    </p>
  </div>`;
}

/** The value after every move: steps from the goats' win below to the tigers' above. */
function chart(desk: Desk, analysis: Analysis, review: Review): TemplateResult {
  const [width, height] = [300, 60];
  const most = analysis.subject.game.captures;
  const x = (ply: number) => (ply / Math.max(1, review.moves.length)) * width;
  const y = (value: number) => height - 4 - ((value + 1) / (most + 1)) * (height - 8);
  const known = review.moves.flatMap(({ judged }) => (judged ? [judged] : []));
  const path = known
    .map((judged, i) => {
      const level = y(worth(judged.played, most)).toFixed(1);
      return `${i === 0 ? 'M' : 'L'}${x(judged.ply - 1).toFixed(1)} ${level}H${x(judged.ply).toFixed(1)}`;
    })
    .join('');
  const here = review.moves.findIndex(({ node }) => node === analysis.node) + 1;
  return html`<svg
    class="chart"
    viewBox="0 0 ${width} ${height}"
    preserveAspectRatio="none"
    role="img"
    aria-label=${t('analyse.review.chart')}
    @click=${(event: MouseEvent) => {
      const box = (event.currentTarget as Element).getBoundingClientRect();
      const ply = Math.round(((event.clientX - box.left) / box.width) * review.moves.length);
      const node = ply === 0 ? analysis.tree.root : review.moves[ply - 1]?.node;
      desk.step(() => analysis.go(node ?? null));
    }}
  >
    ${svg`<path class="chart-middle" d="M0 ${y(most / 2)}H${width}" />`}
    ${here ? svg`<path class="chart-here" d="M${x(here - 0.5)} 0V${height}" />` : nothing}
    ${svg`<path class="chart-line" d=${path} />`}
    ${known
      .filter((judged) => judged.thrown > 0)
      .map(
        (judged) =>
          svg`<rect class="chart-${judged.side}" x=${x(judged.ply - 0.5) - 2} y=${y(worth(judged.played, most)) - 4} width="4" height="8" />`,
      )}
  </svg>`;
}

function better(judged: Judged): string {
  const named = judged.better.slice(0, NAMED).join(', ');
  const more = judged.better.length > NAMED ? ', …' : '';
  return t('analyse.review.better', { moves: named + more });
}

function mistake(desk: Desk, analysis: Analysis, review: Review, judged: Judged): TemplateResult {
  const node = review.nodeOf(judged);
  const here = node === analysis.node;
  return html`<li class=${here ? 'here' : ''}>
    <button
      class="mistake-move"
      aria-current=${here ? 'true' : nothing}
      @click=${() => desk.step(() => analysis.go(node))}
    >
      ${miniature(judged.side)}<span class="number">${judged.ply}</span>
      <strong class="mark-${judged.mark}"
        >${judged.played.move}${judged.mark === 'mistake' ? '?' : '?!'}</strong
      >
      <span class="unseen">${t(`analyse.review.mark.${judged.mark}`)}</span>
    </button>
    <p>
      ${t('analyse.review.was', {
        before: verdictWords(judged.best),
        after: verdictWords(judged.played),
      })}
    </p>
    ${here || review.trial === null ? html`<p class="better">${better(judged)}</p>` : nothing}
    <button class="quiet small" @click=${() => review.tryAgain(judged)}>
      ${icon('again')}${t('analyse.review.try')}
    </button>
  </li>`;
}

/** What is asked while a mistake is tried again, and what the try was worth. */
export function trialPanel(desk: Desk, review: Review, of: Trial): TemplateResult {
  const { judged, tried, answer } = of;
  const value = () => {
    const state = desk.analysis?.value;
    const found =
      state?.kind === 'known' ? state.moves.find((move) => move.move === tried) : undefined;
    return found ? verdictWords(found) : '';
  };
  const text = () => {
    if (answer === 'right') return t('analyse.try.right', { move: tried ?? '', value: value() });
    if (answer === 'same') return t('analyse.try.same');
    if (answer === 'wrong') return t('analyse.try.wrong', { move: tried ?? '', value: value() });
    return t('analyse.try.task', { side: t(`side.${judged.side}`), move: judged.played.move });
  };
  return html`<div class="trial ${answer ?? ''}">
    <p role="status">${answer === 'right' ? '✓ ' : ''}${text()}</p>
    <div class="row">
      ${
        answer === 'right'
          ? html`<button @click=${() => review.endTrial()}>${t('analyse.try.end')}</button>`
          : html`<button class="quiet small" @click=${() => review.endTrial()}>
              ${t('analyse.try.show')}
            </button>`
      }
    </div>
  </div>`;
}
