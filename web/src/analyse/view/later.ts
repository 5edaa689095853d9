/** Parts of the analysis that come when they are first opened: a first visit stays small. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { t } from '../../i18n';
import type { Game } from '../../rules';
import { explain } from '../../ui/errors';
import { Lazy } from '../../ui/lazy';
import { toast } from '../../ui/toast';
import type { Analysis } from '../analysis';
import type { Desk } from '../desk';
import type { Editor } from '../editor';
import type { Review } from '../review';

type Part = TemplateResult | typeof nothing;

const editing = new Lazy(() => import('./editor'));
const reviewing = new Lazy(async () => {
  const [panel, graph] = await Promise.all([import('./review'), import('./graph')]);
  return { ...panel, ...graph };
});
const exploring = new Lazy(() => import('./explorer'));
let helping: typeof import('./help') | undefined;

export function editorPanel(desk: Desk, editor: Editor): Part {
  return editing.view((part) => part.editorPanel(desk, editor));
}

export function reviewPanel(desk: Desk, analysis: Analysis, review: Review): Part {
  return reviewing.view((part) => part.reviewPanel(desk, analysis, review));
}

export function explorerPanel(desk: Desk, analysis: Analysis): TemplateResult {
  const open = (event: Event) => {
    const details = event.currentTarget as HTMLDetailsElement;
    if (details.open !== desk.exploring) desk.explore(details.open);
  };
  return html`<details class="panel explorer" .open=${desk.exploring} @toggle=${open}>
    <summary><h2>${t('explorer')}</h2></summary>
    ${desk.exploring ? exploring.view((part) => part.explorerBody(desk, analysis)) : nothing}
  </details>`;
}

export function valueGraph(desk: Desk, analysis: Analysis, review: Review): Part {
  return reviewing.here?.valueGraph(desk, analysis, review) ?? nothing;
}

export async function openHelp(desk: Desk): Promise<void> {
  try {
    helping ??= await import('./help');
    helping.openHelp(desk);
  } catch (error) {
    toast(explain(error));
  }
}

export function helpDialog(desk: Desk, game: Game): Part {
  return helping?.helpDialog(desk, game) ?? nothing;
}
