/** The invitation to a review. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { t } from '../../i18n';
import { icon } from '../../ui/icons';
import type { Analysis } from '../analysis';
import type { Desk } from '../desk';

/** Offers it where none is open. */
export function reviewOffer(desk: Desk, analysis: Analysis): TemplateResult | typeof nothing {
  if (analysis.main.length === 0) return nothing;
  return html`<section class="panel review-offer" aria-labelledby="review-title">
    <h2 id="review-title">${t('analyse.review')}</h2>
    <p class="soft">${t('analyse.review.what')}</p>
    <button class="quiet" @click=${() => void desk.startReview()}>
      ${icon('analyse')}${t('analyse.review.start')}
    </button>
  </section>`;
}
