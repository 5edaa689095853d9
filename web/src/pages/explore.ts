/** Explore: what the complete solution says, `/explore` and `/explore/GAME`. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { update } from '../app';
import { patterns } from '../explore/charts';
import { total } from '../explore/counting';
import {
  GAMES,
  liveClasses,
  liveTables,
  stored,
  type ClassRow,
  type ExploreGame,
  type Snapshot,
  type Tables,
} from '../explore/data';
import { offlineView, stopKeeping } from '../explore/offline-view';
import { ReplayView } from '../explore/replay-view';
import { distanceFigure, outcomeFigure, papers, tableFiles } from '../explore/sections';
import { n, t, type Key } from '../i18n';
import type { Page } from '../page';
import { navigate } from '../router';
import type { Side } from '../rules';
import { explain } from '../ui/errors';
import '../explore/explore.css';

/** How often a service that is solving is asked how far it is, in milliseconds. */
const ASK_AGAIN = 3000;

class Explore {
  private snapshot: Snapshot | undefined;
  private classes: ClassRow[] | undefined;
  private tables: Tables | undefined;
  private problem: string | undefined;
  private turn: Side = 'tiger';
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stopped = false;
  private readonly replay: ReplayView;

  constructor(readonly game: ExploreGame) {
    this.replay = new ReplayView(game);
    stored(game).then(
      (snapshot) => {
        this.snapshot = snapshot;
        update();
      },
      (error: unknown) => {
        this.problem = explain(error);
        update();
      },
    );
    void this.ask();
  }

  /** Asks the service, again and again while it solves. */
  private async ask(): Promise<void> {
    const before = this.tables?.state;
    this.tables = await liveTables(this.game);
    if (this.stopped) return;
    if (this.tables?.state === 'ready' && before !== 'ready') {
      this.classes = await liveClasses(this.game);
    }
    if (this.stopped) return;
    const waits = this.tables?.state === 'solving' || this.tables?.state === 'waiting';
    if (waits) this.timer = setTimeout(() => void this.ask(), ASK_AGAIN);
    update();
  }

  stop(): void {
    stopKeeping();
    this.stopped = true;
    clearTimeout(this.timer);
  }

  view(): TemplateResult {
    const { snapshot } = this;
    return html`
      <h1>${t('explore.title')}</h1>
      <p>${t('explore.lead')}</p>
      <fieldset>
        <legend class="unseen">${t('explore.game')}</legend>
        <div class="choices">
          ${GAMES.map(
            (name) =>
              html`<label
                ><input
                  type="radio"
                  name="explore-game"
                  .checked=${name === this.game}
                  @change=${() => navigate(`/explore/${name}`)}
                /><span>${t(`game.${name}` as Key)}</span></label
              >`,
          )}
        </div>
      </fieldset>
      ${
        this.problem
          ? html`<p role="alert">${t('explore.failed', { reason: this.problem })}</p>`
          : nothing
      }
      ${snapshot ? this.sections(snapshot) : html`<p class="explore-waits">${t('explore.loading')}</p>`}
      ${patterns}
    `;
  }

  private sections(snapshot: Snapshot): TemplateResult {
    const classes = this.classes ?? snapshot.classes;
    return html`
      <section class="panel headline">
        <p class="result">${t(`explore.result.${this.game}`)}</p>
        <p class="soft last">
          ${t('explore.positions', { count: n(total(classes)) })}
          <span class="either">
            <span class=${this.classes ? '' : 'unused'}>${t('explore.source.live')}</span>
            <span class=${this.classes ? 'unused' : ''}>${t('explore.source.stored')}</span>
          </span>
        </p>
      </section>
      <div class="explore-grid">
        <section class="panel" aria-labelledby="outcomes">
          <h2 id="outcomes">${t('explore.outcomes')}</h2>
          <p>${t('explore.outcomes.about')}</p>
          ${this.side()} ${outcomeFigure(classes, 'placement', this.turn)}
        </section>
        <section class="panel" aria-labelledby="sliding">
          <h2 id="sliding">${t('explore.sliding')}</h2>
          <p>${t('explore.sliding.about')}</p>
          ${outcomeFigure(classes, 'sliding', this.turn)}
        </section>
        <section class="panel wide" aria-labelledby="distances">
          <h2 id="distances">${t('explore.distances')}</h2>
          <p>${t('explore.distances.about')}</p>
          <div class="pair">
            ${distanceFigure(snapshot, 'tiger-win')} ${distanceFigure(snapshot, 'goat-win')}
          </div>
        </section>
        <section class="panel" aria-labelledby="games">
          <h2 id="games">${t('explore.games')}</h2>
          ${this.replay.view()}
        </section>
        <section class="panel" aria-labelledby="papers">
          <h2 id="papers">${t('explore.papers')}</h2>
          ${papers(snapshot.published)}
        </section>
        <section class="panel wide" aria-labelledby="files">
          <h2 id="files">${t('explore.files')}</h2>
          ${tableFiles(snapshot, this.tables)} ${offlineView(this.game)}
        </section>
      </div>
    `;
  }

  private side(): TemplateResult {
    return html`<fieldset>
      <legend class="unseen">${t('explore.turn')}</legend>
      <div class="choices">
        ${(['tiger', 'goat'] as const).map(
          (side) =>
            html`<label
              ><input
                type="radio"
                name="explore-turn"
                .checked=${side === this.turn}
                @change=${() => {
                  this.turn = side;
                  update();
                }}
              /><span>${t(`play.turn.move.${side}`)}</span></label
            >`,
        )}
      </div>
    </fieldset>`;
  }
}

function gameOf(url: URL): ExploreGame {
  const name = url.pathname.split('/')[2];
  return GAMES.find((game) => game === name) ?? 'bagh-chal';
}

export function page(url: URL): Page {
  let shown = new Explore(gameOf(url));
  return {
    title: () => t('explore.title'),
    view: () => shown.view(),
    moved: (url) => {
      if (gameOf(url) === shown.game) return;
      shown.stop();
      shown = new Explore(gameOf(url));
    },
    stop: () => shown.stop(),
  };
}
