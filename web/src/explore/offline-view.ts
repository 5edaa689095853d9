/** "Keep for offline": the sliding phase of a game, kept on the device at a tap. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { update } from '../app';
import { t } from '../i18n';
import {
  bytesOf,
  canKeep,
  keepFiles,
  keptFiles,
  removeFiles,
  slidingFiles,
  type KeptFile,
} from '../tables/offline';
import { size } from './counting';

interface State {
  /** The files that could be kept. */
  files?: KeptFile[];
  /** How much of them is there, from 0 to 1, while they are downloaded. */
  share?: number;
  problem?: string;
}

const states = new Map<string, State>();
let stop = new AbortController();

/** Ends a download when the page is left. */
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
    slidingFiles(game).then(
      (files) => {
        if (files.length > 0) found.files = files;
        update();
      },
      // Without a service or a site there is nothing to keep; the next visit asks again.
      () => states.delete(game),
    );
  }
  return state;
}

async function keep(game: string, state: State, files: KeptFile[]): Promise<void> {
  const { signal } = stop;
  state.share = 0;
  delete state.problem;
  update();
  try {
    await keepFiles(
      game,
      files,
      (share) => {
        state.share = share;
        update();
      },
      signal,
    );
  } catch (error) {
    if (!signal.aborted) state.problem = error instanceof Error ? error.message : String(error);
  }
  delete state.share;
  update();
}

/** What can be kept of a game, or is. Nothing where the browser keeps no files. */
export function offlineView(game: string): TemplateResult | typeof nothing {
  if (!canKeep()) return nothing;
  const kept = keptFiles(game);
  if (kept) {
    const remove = () => void removeFiles(game).then(update);
    return html`<h3>${t('explore.offline.title')}</h3>
      <p role="status">${t('explore.offline.kept', { size: size(bytesOf(kept)) })}</p>
      <p>
        <button type="button" class="quiet" @click=${remove}>${t('explore.offline.remove')}</button>
      </p>`;
  }
  const state = stateOf(game);
  const { files, share, problem } = state;
  if (!files) return nothing;
  return html`<h3>${t('explore.offline.title')}</h3>
    <p>${t('explore.offline.about', { size: size(bytesOf(files)) })}</p>
    <p role="status">
      ${share === undefined ? nothing : t('explore.offline.busy', { percent: Math.floor(100 * share) })}
      ${problem === undefined ? nothing : t('explore.offline.failed', { reason: problem })}
    </p>
    <p>
      <button
        type="button"
        ?disabled=${share !== undefined}
        @click=${() => void keep(game, state, files)}
      >
        ${t('explore.offline.keep')}
      </button>
    </p>`;
}
