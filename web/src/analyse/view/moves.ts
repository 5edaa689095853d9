/** The moves with their variations and comments, and what can be done with them. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { count, n, t } from '../../i18n';
import { icon, type Icon } from '../../ui/icons';
import type { Analysis } from '../analysis';
import type { Desk } from '../desk';
import type { Judged } from '../reviewing';
import { isMain, plyOf, type TreeNode } from '../tree';

/** Signs beside moves, as in reviews of chess games. */
const SIGNS = { best: '', slow: '', slip: '?!', mistake: '?' } as const;

export function movesPanel(desk: Desk, analysis: Analysis): TemplateResult {
  const { tree, node, removed } = analysis;
  const { root } = tree;
  return html`<section class="panel moves-panel" aria-labelledby="moves-title">
    <h2 id="moves-title">${t('analyse.moves')}</h2>
    <div class="tree" tabindex="0" data-follow role="group" aria-labelledby="moves-title">
      ${
        root.children.length === 0
          ? html`<p class="soft none">${t('analyse.moves.none')}</p>`
          : html`<button
              class="plain-move start-move"
              aria-current=${node === root ? 'true' : nothing}
              @click=${() => desk.step(() => analysis.go(root))}
            >
              ${t('analyse.moves.start')}
            </button>`
      }
      ${comments(root.comments)} ${line(desk, analysis, root)}
    </div>
    ${
      removed
        ? html`<p class="deleted" role="status">
            ${count('analyse.moves.deleted', removed.count)}
            <button class="quiet small" @click=${() => analysis.undoRemove()}>
              ${t('analyse.moves.undo')}
            </button>
          </p>`
        : nothing
    }
    ${actions(analysis, node)}
  </section>`;
}

function comments(list: readonly string[]): TemplateResult | typeof nothing {
  return list.length ? html`<span class="comment">${list.join('\n')}</span>` : nothing;
}

/** The moves after a node, with the variations of each behind it. */
function line(desk: Desk, analysis: Analysis, before: TreeNode): TemplateResult | typeof nothing {
  const items: TemplateResult[] = [];
  let numbered = true;
  for (let node: TreeNode | undefined = before; node; node = node.children[0]) {
    const [main, ...variations]: TreeNode[] = node.children;
    if (!main) break;
    items.push(
      html`<li>
        ${move(desk, analysis, main, numbered)}${
          variations.length
            ? html`<ul class="variations" aria-label=${t('analyse.moves.variation')}>
                ${variations.map(
                  (variation) =>
                    html`<li>
                      <ol class="line">
                        <li>${move(desk, analysis, variation, true)}</li>
                        ${line(desk, analysis, variation)}
                      </ol>
                    </li>`,
                )}
              </ul>`
            : nothing
        }
      </li>`,
    );
    numbered = variations.length > 0 || main.comments.length > 0;
  }
  if (items.length === 0) return nothing;
  return before.parent
    ? html`${items}`
    : html`<ol class="line main">
        ${items}
      </ol>`;
}

/** The number before a move: `3.` before the first of a pair, and `3…` where the second needs one. */
export function moveNumber(ply: number, needed: boolean): TemplateResult | typeof nothing {
  const first = ply % 2 === 1;
  if (!first && !needed) return nothing;
  return html`<span class="number">${n(Math.ceil(ply / 2))}${first ? '.' : '…'}</span>`;
}

function move(desk: Desk, analysis: Analysis, node: TreeNode, numbered: boolean): TemplateResult {
  const judged = desk.review?.of(node) ?? null;
  const here = node === analysis.node;
  return html`${node.before.length ? comments(node.before) : nothing}<span class="one-move"
      >${moveNumber(plyOf(node), numbered)}<button
        class="plain-move ${judged?.thrown ? `mark-${judged.mark}` : ''}"
        aria-current=${here ? 'true' : nothing}
        @click=${() => desk.step(() => analysis.go(node))}
      >
        ${node.move}${sign(judged)}
      </button></span
    >${comments(node.comments)}`;
}

function sign(judged: Judged | null): TemplateResult | typeof nothing {
  if (!judged || !SIGNS[judged.mark]) return nothing;
  return html`<span class="sign" aria-hidden="true">${SIGNS[judged.mark]}</span
    ><span class="unseen">, ${t(`analyse.review.mark.${judged.mark}`)}</span>`;
}

function actions(analysis: Analysis, node: TreeNode): TemplateResult {
  const button = (name: Icon, text: string, help: string, off: boolean, click: () => void) =>
    html`<button class="quiet small" title=${help} ?disabled=${off} @click=${click}>
      ${icon(name)}${text}
    </button>`;
  const label = node.parent
    ? t('analyse.moves.comment.on', { move: node.move })
    : t('analyse.moves.comment.start');
  return html`<div class="row move-actions">
      ${button(
        'up',
        t('analyse.moves.promote'),
        t('analyse.moves.promote.help'),
        isMain(node),
        () => analysis.promote(node),
      )}
      ${button('bin', t('analyse.moves.delete'), t('analyse.moves.delete.help'), !node.parent, () =>
        analysis.remove(node),
      )}
    </div>
    <label class="comment-box">
      <span class="soft">${icon('comment')}${label}</span>
      <textarea
        id="comment"
        rows="2"
        .value=${node.comments.join('\n')}
        @change=${(event: Event) =>
          analysis.comment(node, (event.target as HTMLTextAreaElement).value)}
        @keydown=${(event: KeyboardEvent) => {
          if (event.key === 'Escape') (event.target as HTMLTextAreaElement).blur();
        }}
      ></textarea>
    </label>`;
}
