/** Records on the board, move by move. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { update } from '../app';
import { t } from '../i18n';
import { analyseUrl } from '../links';
import { game as gameOf } from '../rules';
import { announce } from '../ui/announce';
import { board, moveInWords } from '../ui/board';
import { explain } from '../ui/errors';
import { icon, type Icon } from '../ui/icons';
import { playHere } from '../ui/play-here';
import { captured, inHand } from '../ui/tray';
import type { ExploreGame } from './data';
import { openRecord, recordsOf, recordTitle, type RecordName } from './records';
import type { Replay } from './replay';

export class ReplayView {
  private readonly names: RecordName[];
  private chosen: RecordName | undefined;
  private replay: Replay | undefined;
  private problem: string | undefined;

  constructor(readonly game: ExploreGame) {
    this.names = recordsOf(game);
    this.choose(this.names[0]);
  }

  private choose(name: RecordName | undefined): void {
    this.chosen = name;
    if (!name) return;
    openRecord(name).then(
      (replay) => {
        if (this.chosen !== name) return;
        this.replay = replay;
        update();
      },
      (error: unknown) => {
        this.problem = explain(error);
        update();
      },
    );
  }

  private go(ply: number, speak = true): void {
    const { replay } = this;
    if (!replay) return;
    replay.go(ply);
    const { last_move: move, turn } = replay.state;
    if (speak && move) {
      announce(moveInWords(gameOf(replay.game), move, turn === 'tiger' ? 'goat' : 'tiger'));
    }
    update();
  }

  /** The arrow keys step where nothing else wants them. */
  private key = (event: KeyboardEvent): void => {
    const { replay } = this;
    if (!replay || event.altKey || event.ctrlKey || event.metaKey) return;
    if ((event.target as Element).closest('bagh-board, input, select')) return;
    const to: Record<string, number> = {
      ArrowLeft: replay.ply - 1,
      ArrowRight: replay.ply + 1,
      Home: 0,
      End: replay.moves.length,
    };
    const ply = to[event.key];
    if (ply === undefined) return;
    event.preventDefault();
    this.go(ply);
  };

  view(): TemplateResult {
    const { replay, problem } = this;
    return html`
      <p>${t('explore.games.about')}</p>
      <label class="record-choice">
        <span>${t('explore.record.choose')}</span>
        <select
          @change=${(event: Event) =>
            this.choose(this.names[(event.target as HTMLSelectElement).selectedIndex])}
        >
          ${this.names.map(
            (name) => html`<option ?selected=${name === this.chosen}>${recordTitle(name)}</option>`,
          )}
        </select>
      </label>
      ${problem ? html`<p role="alert">${t('explore.failed', { reason: problem })}</p>` : nothing}
      <div class="replay" @keydown=${this.key}>${replay ? this.table(replay) : nothing}</div>
    `;
  }

  private table(replay: Replay): TemplateResult {
    const game = gameOf(replay.game);
    const { state } = replay;
    const end = replay.moves.length;
    const button = (name: Icon, label: string, to: number, disabled: boolean) =>
      html`<button
        class="quiet round"
        aria-label=${label}
        title=${label}
        ?disabled=${disabled}
        @click=${() => this.go(to)}
      >
        ${icon(name)}
      </button>`;
    const said = () => {
      if (state.result) {
        return `${t(`outcome.${state.result.outcome}`)}. ${t(`reason.${state.result.reason}`)}`;
      }
      return replay.atEnd ? t('explore.record.settled') : '';
    };
    return html`
      ${board(game, state)}
      <div class="badges replay-trays">${captured(game, state)}${inHand(game, state)}</div>
      <p class="replay-said">
        <span>${t('explore.record.at', { ply: replay.ply, of: end })}</span>
        <strong>${replay.moves[replay.ply - 1] ?? ''}</strong> ${said()}
      </p>
      <input
        type="range"
        min="0"
        max=${end}
        .value=${String(replay.ply)}
        aria-label=${t('explore.record.ply')}
        @input=${(event: Event) => this.go(Number((event.target as HTMLInputElement).value), false)}
      />
      <div class="row replay-buttons">
        ${button('first', t('explore.record.first'), 0, replay.ply === 0)}
        ${button('back', t('explore.record.back'), replay.ply - 1, replay.ply === 0)}
        ${button('next', t('explore.record.next'), replay.ply + 1, replay.atEnd)}
        ${button('last', t('explore.record.last'), end, replay.atEnd)}
        <a
          class="button quiet"
          href=${analyseUrl({
            game: replay.game,
            start: replay.start === game.start ? undefined : replay.start,
            moves: replay.moves,
            ply: replay.ply,
          })}
          >${icon('analyse')}${t('explore.record.analyse')}</a
        >
        ${playHere(replay.game, state)}
      </div>
    `;
  }
}
