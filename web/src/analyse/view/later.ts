/** Parts of the analysis that come when they are first opened: a first visit stays small. */

import { nothing, type TemplateResult } from 'lit-html';
import type { Game } from '../../rules';
import type { Analysis } from '../analysis';
import type { Desk } from '../desk';
import type { Editor } from '../editor';
import type { Review } from '../review';

let editing: typeof import('./editor') | undefined;
let helping: typeof import('./help') | undefined;
let reviewing: (typeof import('./review') & typeof import('./graph')) | undefined;

export function editorPanel(desk: Desk, editor: Editor): TemplateResult | typeof nothing {
  if (editing) return editing.editorPanel(desk, editor);
  void import('./editor').then((part) => {
    editing = part;
    desk.redraw();
  });
  return nothing;
}

export function reviewPanel(
  desk: Desk,
  analysis: Analysis,
  review: Review,
): TemplateResult | typeof nothing {
  if (reviewing) return reviewing.reviewPanel(desk, analysis, review);
  void Promise.all([import('./review'), import('./graph')]).then(([panel, graph]) => {
    reviewing = { ...panel, ...graph };
    desk.redraw();
  });
  return nothing;
}

export function valueGraph(
  desk: Desk,
  analysis: Analysis,
  review: Review,
): TemplateResult | typeof nothing {
  return reviewing?.valueGraph(desk, analysis, review) ?? nothing;
}

export async function openHelp(desk: Desk): Promise<void> {
  helping ??= await import('./help');
  helping.openHelp(desk);
}

export function helpDialog(desk: Desk, game: Game): TemplateResult | typeof nothing {
  return helping?.helpDialog(desk, game) ?? nothing;
}
