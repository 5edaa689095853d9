/** The keyboard of the analysis. */

import { onBoard } from '../ui/stepping';
import type { Desk } from './desk';

/** Where keys write a text or choose something, they are left alone. */
function writes(target: Element): boolean {
  return target.closest('input:not([type=radio]):not([type=checkbox]), textarea, select') !== null;
}

/** Where Space and Enter press what has the focus. */
function presses(target: Element): boolean {
  return target.closest('button, a, summary, label, input') !== null;
}

export interface KeyActions {
  help: () => void;
  comment: () => void;
}

/** Does what a key asks for, and says whether it did. */
export function pressed(desk: Desk, event: KeyboardEvent, actions: KeyActions): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return false;
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.closest('dialog[open]') || writes(target)) return false;
  const { analysis } = desk;
  if (!analysis) return false;
  const { key } = event;
  if (key === '?') {
    actions.help();
    return true;
  }
  if (key === 'f') {
    desk.flip();
    return true;
  }
  if (desk.editor) {
    if (key !== 'Escape') return false;
    desk.endEdit(false);
    return true;
  }
  const arrows = key.startsWith('Arrow') || key === 'Home' || key === 'End' || key === ' ';
  if (arrows && onBoard(target)) return false;
  // Radio buttons are chosen with arrow keys.
  if (key.startsWith('Arrow') && target.matches('input')) return false;
  switch (key) {
    case 'ArrowLeft':
      return desk.review?.why ? desk.review.stepWhy(-1) || true : desk.step(analysis.back) || true;
    case 'ArrowRight':
      return desk.review?.why
        ? desk.review.stepWhy(1) || true
        : desk.step(analysis.forward) || true;
    case 'ArrowUp':
      return desk.step(() => analysis.sideways(-1));
    case 'ArrowDown':
      return desk.step(() => analysis.sideways(1));
    case 'Home':
      return desk.step(analysis.first) || true;
    case 'End':
      return desk.step(analysis.last) || true;
    case ' ':
      return !presses(target) && desk.playBest();
    case 'v':
      desk.nextMarking();
      return true;
    case 'e':
      desk.edit();
      return true;
    case 'c':
      actions.comment();
      return true;
    case 'p':
      return analysis.promote(analysis.node);
    case 'Delete':
      return analysis.remove(analysis.node);
    case 'n':
      return desk.jump(1);
    case 'N':
      return desk.jump(-1);
    case 'Escape':
      if (desk.review?.why) desk.review.endWhy();
      else if (desk.review?.trial) desk.review.endTrial();
      else return false;
      return true;
    default:
      return false;
  }
}
