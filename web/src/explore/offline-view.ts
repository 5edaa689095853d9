/**
 * "Keep for offline": the sliding phase of a game, kept on the device at a tap, or everything: its
 * pocket edition as well.
 */

import { html, nothing, type TemplateResult } from 'lit-html';
import { update } from '../app';
import { done, t } from '../i18n';
import { bytesOf, canKeep, keepFiles, offered, removeFiles } from '../tables/offline';
import { keptOf, type Kept } from '../tables/record';
import { size } from './counting';

interface State {
  /** What could be kept, once it is known. */
  offered?: Kept;
  /** How much of it is there, from 0 to 1, while it is downloaded. */
  share?: number;
  problem?: string;
}

const states = new Map<string, State>();
let stop = new AbortController();

/** Ends a download, such as when the page is left. What has come is there for the next time. */
export function stopKeeping(): void {
  stop.abort();
  stop = new AbortController();
}

function stateOf(game: string): State {
  let state = states.get(game);
  if (!state) {
    state = {};
    states.set(game, state);
    const found = state;
    offered(game).then(
      (kept) => {
        found.offered = kept;
        update();
      },
      // Without a service or a site there is nothing to keep; the next visit asks again.
      () => states.delete(game),
    );
  }
  return state;
}

async function keep(game: string, state: State, wanted: Kept): Promise<void> {
  const { signal } = stop;
  state.share = 0;
  delete state.problem;
  update();
  try {
    await keepFiles(
      game,
      wanted,
      (share) => {
        // Pieces come many times a second, and only whole percents are shown.
        const isNews = Math.floor(100 * share) !== Math.floor(100 * (state.share ?? 0));
        state.share = share;
        if (isNews) update();
      },
      signal,
    );
  } catch (error) {
    if (!signal.aborted) state.problem = error instanceof Error ? error.message : String(error);
  }
  delete state.share;
  update();
}

/** What is kept, with a button to remove it. */
function there(game: string, kept: Kept): TemplateResult {
  const key = kept.pocket ? 'explore.offline.all.kept' : 'explore.offline.kept';
  const remove = () => void removeFiles(game).then(update);
  return html`<p role="status">${t(key, { size: size(bytesOf(kept)) })}</p>
    <p>
      <button type="button" class="quiet" @click=${remove}>${t('explore.offline.remove')}</button>
    </p>`;
}

/** Something that can be kept. */
function offer(about: string, label: string, disabled: boolean, click: () => void): TemplateResult {
  return html`<p>${about}</p>
    <p>
      <button type="button" ?disabled=${disabled} @click=${click}>${label}</button>
    </p>`;
}

/** How a download goes, and what stops it. */
function progress({ share, problem }: State): TemplateResult {
  return html`<p role="status">
      ${share === undefined ? nothing : t('explore.offline.busy', { percent: done(share) })}
      ${problem === undefined ? nothing : t('explore.offline.failed', { reason: problem })}
    </p>
    ${
      share === undefined
        ? nothing
        : html`<p>
            <button type="button" class="quiet" @click=${stopKeeping}>
              ${t('explore.offline.cancel')}
            </button>
          </p>`
    }`;
}

/** What can be kept of a game, or is. Nothing where the browser keeps no files. */
export function offlineView(game: string): TemplateResult | typeof nothing {
  if (!canKeep()) return nothing;
  const kept = keptOf(game);
  const isAny = kept.sliding !== undefined || kept.pocket !== undefined;
  const state = stateOf(game);
  const { sliding, pocket } = state.offered ?? {};
  // All that is not kept yet. The sliding phase belongs to it: only its own tables have plies.
  const rest: Kept = { sliding: kept.sliding ?? sliding, pocket };
  const left = bytesOf(rest) - (kept.sliding ? bytesOf({ sliding: kept.sliding }) : 0);
  const some = !isAny && sliding !== undefined;
  const all = !kept.pocket && pocket !== undefined;
  if (!isAny && !some && !all) return nothing;
  const busy = state.share !== undefined;
  return html`<h3>${t('explore.offline.title')}</h3>
    ${isAny ? there(game, kept) : nothing}
    ${
      some
        ? offer(
            t('explore.offline.about', { size: size(bytesOf({ sliding })) }),
            t('explore.offline.keep'),
            busy,
            () => void keep(game, state, { sliding }),
          )
        : nothing
    }
    ${
      all
        ? offer(
            t(isAny ? 'explore.offline.all.more' : 'explore.offline.all.about', {
              size: size(left),
            }),
            t('explore.offline.all.keep'),
            busy,
            () => void keep(game, state, rest),
          )
        : nothing
    }
    ${some || all ? progress(state) : nothing}`;
}
