/** Marigold petals fall for a grand win. */

import { html, type TemplateResult } from 'lit-html';
import { chance } from '../board/chalk';
import { animated } from '../settings';

const PETALS = 48;

export function petals(): TemplateResult {
  if (!animated()) return html``;
  return html`<div class="petals" aria-hidden="true">
    ${Array.from({ length: PETALS }, (_, i) => {
      const [left, delay, time, turn] = [1, 2, 3, 4].map((k) => chance(i * 9 + k)) as [
        number,
        number,
        number,
        number,
      ];
      return html`<i
        style="left: ${(left * 100).toFixed(1)}%; animation-delay: ${(delay * 2.5).toFixed(2)}s; animation-duration: ${(3 + time * 3).toFixed(2)}s; --turn: ${Math.round(turn * 720 - 360)}deg"
      ></i>`;
    })}
  </div>`;
}
