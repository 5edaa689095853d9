/** Values in words and shapes. */

import { html, svg, type TemplateResult } from 'lit-html';
import type { Verdict } from '../../api';
import type { FoundLine } from '../../engine';
import { count, language, t } from '../../i18n';
import type { Outcome, Result } from '../../rules';

const SHAPES = {
  'tiger-win': svg`<path d="M10 2 19 18H1Z"/>`,
  draw: svg`<path d="M2 4H18V9H2ZM2 12H18V17H2Z"/>`,
  'goat-win': svg`<circle cx="10" cy="10" r="8.500"/>`,
  info: svg`<path d="M10 1 19 10 10 19 1 10Z"/>`,
};

/** The shape of an outcome, as on the board; a text stands beside it. */
export function shape(outcome: Outcome | 'info'): TemplateResult {
  return html`<svg class="shape mark-${outcome}" viewBox="0 0 20 20" aria-hidden="true">
    ${SHAPES[outcome]}
  </svg>`;
}

/** What a position or a move is worth, in a few words. */
export function verdictWords(of: Verdict): string {
  const parts = [t(`analyse.verdict.${of.outcome}`)];
  if (of.outcome !== 'draw' && of.plies !== null) {
    parts[0] += ` ${count('analyse.plies.win', of.plies)}`;
  }
  if (of.outcome === 'draw' && of.captures !== null) {
    parts.push(count('analyse.captures', of.captures));
  }
  if (of.outcome === 'draw' && of.plies) parts.push(count('analyse.plies.draw', of.plies));
  return parts.join(', ');
}

export function resultWords(result: Result): string {
  return `${t(`outcome.${result.outcome}`)}. ${t(`reason.${result.reason}`)}`;
}

/** What the computer thinks of a line. */
export function estimateWords(line: FoundLine): string {
  if (line.winner && line.plies !== null) {
    return count(`analyse.estimate.${line.winner}.wins`, line.plies);
  }
  const goats = line.score / 1000;
  const score = new Intl.NumberFormat(language(), { maximumFractionDigits: 1 }).format(
    Math.abs(goats),
  );
  if (Math.abs(goats) < 0.05) return t('analyse.estimate.even');
  return t(goats > 0 ? 'analyse.estimate.tiger' : 'analyse.estimate.goat', { score });
}

/** Time that is left, about. */
export function timeLeft(seconds: number): string {
  if (seconds < 90) return count('analyse.seconds', Math.max(1, Math.round(seconds)));
  return count('analyse.minutes', Math.round(seconds / 60));
}

export function percent(share: number): string {
  return new Intl.NumberFormat(language(), { maximumFractionDigits: 0 }).format(
    Math.floor(share * 100),
  );
}
