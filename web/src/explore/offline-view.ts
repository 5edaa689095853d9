/**
 * "Keep for offline": the sliding phase of a game, kept on the device at a tap, or everything: its
 * pocket edition as well.
 */

import { html, nothing, type TemplateResult } from 'lit-html';
import { update } from '../app';
import { done, t } from '../i18n';
import { ServiceError } from '../api';
import {
  bytesLeft,
  bytesOf,
  canKeep,
  DownloadError,
  keepFiles,
  newer,
  offered,
  removeFiles,
} from '../tables/offline';
import { begunOf, keptOf, type Kept } from '../tables/record';
import { explain } from '../ui/errors';
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
    if (!signal.aborted) state.problem = reason(error);
  }
  delete state.share;
  update();
}

/** Why a download failed, for the user. */
function reason(error: unknown): string {
  if (error instanceof DownloadError) return t(`explore.offline.${error.kind}`);
  if (error instanceof ServiceError && error.status > 0) {
    return t('explore.offline.status', { status: String(error.status) });
  }
  return explain(error);
}

/** What is kept or begun, with a button to remove it. */
function there(game: string, kept: Kept, isAny: boolean): TemplateResult {
  const key = kept.pocket ? 'explore.offline.all.kept' : 'explore.offline.kept';
  const said = isAny ? t(key, { size: size(bytesOf(kept)) }) : t('explore.offline.begun');
  const remove = () => void removeFiles(game).then(update);
  return html`<p role="status">${said}</p>
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
  const rest: Kept = { sliding: sliding ?? kept.sliding, pocket };
  const some = !isAny && sliding !== undefined;
  const all = !kept.pocket && pocket !== undefined;
  const renewed = newer(kept, state.offered ?? {});
  const busy = state.share !== undefined;
  const isBegun = !busy && begunOf(game) !== undefined;
  if (!isAny && !isBegun && !some && !all) return nothing;
  return html`<h3>${t('explore.offline.title')}</h3>
    ${isAny || isBegun ? there(game, kept, isAny) : nothing}
    ${
      renewed
        ? offer(
            t('explore.offline.newer', { size: size(bytesLeft(renewed, kept)) }),
            t('explore.offline.renew'),
            busy,
            () => void keep(game, state, renewed),
          )
        : nothing
    }
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
              size: size(bytesLeft(rest, kept)),
            }),
            t('explore.offline.all.keep'),
            busy,
            () => void keep(game, state, rest),
          )
        : nothing
    }
    ${some || all || renewed ? progress(state) : nothing}`;
}
