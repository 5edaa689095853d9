/** The board with what is said above it, what lies beside it, and the buttons below. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import { n, t } from '../../i18n';
import type { Outcome } from '../../rules';
import { board, viewMenu } from '../../ui/board';
import { icon, type Icon } from '../../ui/icons';
import { captured, inHand, miniature } from '../../ui/tray';
import type { Analysis } from '../analysis';
import type { Desk } from '../desk';
import type { Review } from '../review';
import { shown, shownValues, type Shown } from '../grouping';
import { valueGraph } from './later';
import { estimateWords, resultWords, shape, unknownWords, verdictWords } from './words';

export function boardSide(desk: Desk, analysis: Analysis): TemplateResult {
  const { subject } = analysis;
  const { editor, review, preview } = desk;
  if (editor) {
    const { tigers, goats } = editor.parts;
    const draft = editor.state ?? { tigers, goats, trapped: [] };
    return html`<div class="board-side">
      <div class="area-head">${status('info', t('analyse.editor'), nothing)}</div>
      <div class="area-board">
        ${board(
          subject.game,
          { tigers, goats, legal: [], last_move: null, trapped: draft.trapped },
          {
            edit: (point) => {
              editor.click(point);
              desk.redraw();
            },
          },
        )}
      </div>
      <div class="area-foot"></div>
    </div>`;
  }
  const now = analysis.state;
  const trial = review?.trial ?? null;
  const why = review?.whyState ?? null;
  const previewed = preview && !why && now.legal.some((move) => move.text === preview);
  const state = why ?? (previewed ? analysis.after(preview) : now);
  const none: Shown = { marks: [], arrows: [] };
  const marked: Shown =
    previewed || trial || why
      ? none
      : review?.state === 'done'
        ? mistakeMarks(review, analysis)
        : marks(desk, analysis);
  return html`<div class="board-side">
    <div class="area-head">${verdict(desk, analysis)}</div>
    <div class="area-board">
      ${board(subject.game, state, {
        ...(previewed || why ? { moves: [] } : { play: (move) => desk.play(move) }),
        marks: [
          ...marked.marks,
          ...desk.drawings.flatMap(({ from, to }) =>
            from === to ? [{ point: to, kind: 'circle' as const }] : [],
          ),
        ],
        arrows: [
          ...marked.arrows,
          ...desk.drawings.flatMap(({ from, to }) =>
            from === to ? [] : [{ from, to, kind: 'circle' as const }],
          ),
        ],
        draw: (drawing) => desk.draw(drawing),
      })}
    </div>
    <div class="area-foot">
      ${review?.state === 'done' ? valueGraph(desk, analysis, review) : nothing}
      <div class="badges">${captured(subject.game, state)}${inHand(subject.game, state)}</div>
      ${steps(desk, analysis)}
    </div>
  </div>`;
}

function marks(desk: Desk, analysis: Analysis): Shown {
  const { value, state } = analysis;
  const none = { marks: [], arrows: [] };
  if (desk.marking === 'none' || !value || value.kind === 'asking') return none;
  if (value.kind === 'known') return shownValues(state.legal, value.moves, desk.marking, n);
  const lines = analysis.estimate.found?.lines ?? [];
  return shown(
    state.legal,
    lines
      .slice(0, desk.marking === 'best' ? 1 : undefined)
      .flatMap((line, i) =>
        line.moves[0] ? [{ move: line.moves[0], kind: 'info' as const, soft: i > 0 }] : [],
      ),
  );
}

/** A mistake that is reviewed is marked where it went, with an arrow for what was better. */
function mistakeMarks(review: Review, analysis: Analysis): Shown {
  const judged = review.of(analysis.node);
  const played = analysis.state.last_move;
  if (!judged?.thrown || !played || !analysis.node.parent) return { marks: [], arrows: [] };
  const { legal } = analysis.stateAt(analysis.node.parent);
  const better = shown(legal, [{ move: judged.better[0] ?? '', kind: 'hint' }]);
  return { ...better, marks: [...better.marks, { point: played.to, kind: 'mistake' }] };
}

function status(
  kind: Outcome | 'info' | null,
  text: string,
  beside: TemplateResult | typeof nothing,
): TemplateResult {
  // Another text is another line, which takes the place of the old one and pushes nothing aside.
  return html`<div class="status verdict">
    ${keyed(
      text,
      html`${beside}${kind ? shape(kind) : nothing}
        <p class="status-text" id="verdict">${text}</p>`,
    )}
  </div>`;
}

function verdict(desk: Desk, analysis: Analysis): TemplateResult {
  const { state, value } = analysis;
  const turn = miniature(state.turn, analysis.subject.game);
  if (desk.review?.trial) return status(null, t('analyse.verdict.hidden'), turn);
  if (state.result)
    return status(state.result.outcome, resultWords(analysis.subject.game, state.result), nothing);
  if (!value || value.kind === 'asking') return status(null, t('analyse.verdict.asking'), turn);
  if (value.kind === 'known') {
    const { outcome, captures, plies } = value.probe;
    return outcome
      ? status(outcome, verdictWords(analysis.subject.game, { outcome, captures, plies }), turn)
      : status(null, '', turn);
  }
  const said = t(unknownWords(value));
  const line = analysis.estimate.found?.lines[0];
  return status(
    'info',
    line ? `${said}: ${estimateWords(analysis.subject.game, line)}` : said,
    turn,
  );
}

function steps(desk: Desk, analysis: Analysis): TemplateResult {
  const button = (name: Icon, text: string, key: string, off: boolean, click: () => void) =>
    html`<button
      class="quiet round"
      aria-label=${text}
      title="${text} (${key})"
      ?disabled=${off}
      @click=${click}
    >
      ${icon(name)}
    </button>`;
  const atStart = analysis.node.parent === null;
  const atEnd = analysis.node.children.length === 0;
  const step = (go: () => boolean) => () => void desk.step(go);
  return html`<div class="row steps" role="group" aria-label=${t('analyse.moves')}>
    ${button('first', t('analyse.first'), 'Home', atStart, step(analysis.first))}
    ${button('back', t('analyse.back'), '←', atStart, step(analysis.back))}
    <button
      class="round best-button"
      aria-label=${t('analyse.best')}
      title="${t('analyse.best')} (${t('analyse.keys.space')})"
      ?disabled=${analysis.best === null || Boolean(desk.review?.trial)}
      @click=${() => desk.playBest()}
    >
      ${icon('star')}
    </button>
    ${button('next', t('analyse.next'), '→', atEnd, step(analysis.forward))}
    ${button('last', t('analyse.last'), 'End', atEnd, step(analysis.last))}
    <span class="gap"></span>
    ${viewMenu()}
  </div>`;
}
