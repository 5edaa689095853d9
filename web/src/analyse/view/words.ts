/** Values in words and shapes. */

import { html, svg, type TemplateResult } from 'lit-html';
import type { Verdict } from '../../api';
import type { FoundLine } from '../../engine';
import { count, decimal, t, type Key } from '../../i18n';
import { say, sayCount } from '../../ui/words';
import { expected } from '../score';
import type { Value } from '../values';
import type { Outcome, Result } from '../../rules';

interface Named {
  name: string;
}

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

/** What a position or a move is worth with best play, in a few words. */
export function verdictWords(game: Named, of: Verdict): string {
  if (of.outcome === 'draw') {
    const parts = [t('analyse.verdict.draw')];
    if (of.captures !== null) parts.push(sayCount(game, 'analyse.captures', of.captures));
    if (of.plies) parts.push(count('analyse.plies.draw', of.plies));
    return parts.join(' · ');
  }
  const winning = say(game, `analyse.verdict.${of.outcome}`);
  return of.plies === null ? winning : `${winning} · ${count('analyse.plies.win', of.plies)}`;
}

/** The same in fewer words, for a column of a table. */
export function shortWords(game: Named, of: Verdict): string {
  if (of.outcome !== 'draw') return say(game, `analyse.verdict.${of.outcome}`);
  const draw = t('outcome.draw');
  if (of.captures === null) return draw;
  return `${draw} · ${sayCount(game, 'analyse.captures', of.captures)}`;
}

export function resultWords(game: Named, result: Result): string {
  return `${say(game, `outcome.${result.outcome}`)}. ${say(game, `reason.${result.reason}`)}`;
}

/** Why there is no exact value, in the words above the board; what is beside it says more. */
export function unknownWords(value: Extract<Value, { kind: 'away' | 'unknown' }>): Key {
  if (value.kind === 'unknown') {
    return value.reason === 'unsolved' ? 'analyse.verdict.unsolved' : 'analyse.verdict.unknown';
  }
  if (value.why === 'offline') return 'analyse.verdict.estimate';
  // A running rated game is not estimated, either.
  return value.why === 'guarded' ? 'analyse.verdict.guarded' : 'analyse.verdict.own-board';
}

/** What the computer thinks of a line. */
export function estimateWords(game: Named, line: FoundLine): string {
  if (line.winner && line.plies !== null) {
    const winning = say(game, `analyse.verdict.${line.winner}-win`);
    return `${winning} · ${count('analyse.plies.win', line.plies)}`;
  }
  return valueWords(game, expected(line.score));
}

/** An estimated value in words: the captures that are expected in the end. */
export function valueWords(game: Named, value: number): string {
  if (value <= -0.5) return say(game, 'analyse.estimate.goat');
  const captures = decimal(Math.max(0, value), 1);
  return say(game, 'analyse.estimate.captures', { captures });
}

/** Time that is left, about. */
export function timeLeft(seconds: number): string {
  if (seconds < 90) return count('analyse.seconds', Math.max(1, Math.round(seconds)));
  return count('analyse.minutes', Math.round(seconds / 60));
}
