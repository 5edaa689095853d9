/** Own games: how they went, how accurate they were, and a way to look at them again. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { keepBoard } from '../analyse/boards';
import { update } from '../app';
import { accuracy, count, date, n, t } from '../i18n';
import { analyseUrl } from '../links';
import { game as gameOf, mainLine, writeRecord, type Reason } from '../rules';
import { gameTitle } from '../ui/board';
import { icon } from '../ui/icons';
import { download } from '../ui/download';
import { item, popup } from '../ui/popup';
import { miniature } from '../ui/tray';
import { gameLength, say } from '../ui/words';
import { accuracyChart } from './accuracy-chart';
import { forgetGame, forgetHistory, playedGames, score, type PlayedGame } from '../play/history';

/** Games that are listed at once. */
const LISTED = 30;

export class HistoryView {
  private all = false;

  view(): TemplateResult {
    const games = playedGames();
    return html`<h1>${t('history.title')}</h1>
      ${
        games.length === 0
          ? html`<section class="panel prose-panel">
              <p>${t('history.none')}</p>
              <a class="button" href="/play">${icon('play')}${t('lesson.play')}</a>
            </section>`
          : html`${statistics(games)} ${this.list(games)}`
      }
      <p class="last"><a href="/learn">${t('learn.all')}</a></p>`;
  }

  private list(games: PlayedGame[]): TemplateResult {
    const shown = this.all ? games : games.slice(0, LISTED);
    return html`<section class="panel" aria-labelledby="games">
      <div class="row history-head">
        <h2 id="games">${count('history.games', games.length)}</h2>
        ${popup(
          t('play.more'),
          'more',
          html`${item('save', t('history.export'), () => exportRecords(games))}
          ${item('save', t('history.export.json'), () => exportJson(games))}
          ${item('bin', t('history.delete'), () => {
            if (!confirm(t('history.delete.sure'))) return;
            forgetHistory();
            update();
          })}`,
        )}
      </div>
      <ul class="history">
        ${shown.map((game) => this.entry(game))}
      </ul>
      ${
        shown.length < games.length
          ? html`<button
              class="quiet"
              @click=${() => {
                this.all = true;
                update();
              }}
            >
              ${t('history.all')}
            </button>`
          : nothing
      }
    </section>`;
  }

  private entry(played: PlayedGame): TemplateResult {
    const game = gameOf(played.game);
    const how = score(played);
    const result = how ? t(`history.${how}`) : say(game, `outcome.${played.outcome}`);
    // A board from a file is found again by its name.
    const { file, ...named } = played.game;
    const url = analyseUrl({
      game: { ...named, name: game.name },
      start: played.start,
      moves: played.moves,
      review: played.own ?? 'both',
    });
    return html`<li>
      ${miniature(played.own ?? (played.outcome === 'goat-win' ? 'goat' : 'tiger'), game)}
      <span class="history-text">
        <strong class=${how ?? ''}>${result}</strong>
        <span class="soft">
          ${gameTitle(game)} · ${opponent(played)} · ${gameLength(played.moves.length)} ·
          <span class="when">${date(played.when)}</span>
        </span>
      </span>
      <span class="history-accuracy">
        ${played.accuracy === undefined ? '' : accuracy(played.accuracy)}
      </span>
      ${
        played.moves.length === 0
          ? nothing
          : html`<a
              class="button quiet small"
              href=${url}
              @click=${() => file !== undefined && keepBoard(file)}
              >${t('play.review')}</a
            >`
      }
      <button
        class="quiet round"
        aria-label=${t('setup.waiting.delete')}
        title=${t('setup.waiting.delete')}
        @click=${() => {
          if (!confirm(t('setup.waiting.sure'))) return;
          forgetGame(played.id);
          update();
        }}
      >
        ${icon('bin')}
      </button>
    </li>`;
  }
}

/** Against whom a game was played. */
function opponent({ level, online }: PlayedGame): string {
  if (online) return t('history.online', { name: online.opponent });
  if (level === undefined) return t('play.two');
  return t('home.level', { level: level === 'perfect' ? t('level.perfect') : n(level) });
}

/** Whether records know a reason: they know no clocks, and no players who leave. */
function isRecorded(reason: PlayedGame['reason']): reason is Reason {
  return !['time', 'abandonment', 'length'].includes(reason);
}

/** Wins, draws, losses, and accuracy over time. */
function statistics(games: readonly PlayedGame[]): TemplateResult {
  const own = games.filter((game) => game.own);
  const of = (how: 'won' | 'lost' | 'drawn') => own.filter((game) => score(game) === how).length;
  const judged = own.filter((game) => game.accuracy !== undefined);
  const mean = judged.reduce((sum, game) => sum + (game.accuracy ?? 0), 0) / (judged.length || 1);
  const figure = (value: string, name: string) =>
    html`<div class="figure"><strong>${value}</strong><span>${name}</span></div>`;
  return html`<section class="panel figures-panel" aria-labelledby="figures">
    <h2 id="figures">${t('history.figures')}</h2>
    <div class="figures">
      ${figure(n(of('won')), t('history.wins'))} ${figure(n(of('drawn')), t('history.draws'))}
      ${figure(n(of('lost')), t('history.losses'))}
      ${figure(judged.length ? accuracy(mean) : '–', t('history.accuracy'))}
    </div>
    ${judged.length > 1 ? accuracyChart([...judged].reverse()) : nothing}
  </section>`;
}

function exportRecords(games: readonly PlayedGame[]): void {
  const records = games.map((played) => {
    const tags: [string, string][] = [
      ['Date', new Date(played.when).toISOString().slice(0, 10)],
      ...(played.accuracy === undefined
        ? []
        : [['Accuracy', played.accuracy.toFixed(3)] as [string, string]]),
    ];
    return writeRecord(played.game, {
      nodes: mainLine(played.moves),
      tags,
      outcome: played.outcome,
      reason: isRecorded(played.reason) ? played.reason : null,
      ...(played.start ? { start: played.start } : {}),
    });
  });
  download('games.bagh', new Blob([`${records.join('\n\n')}\n`], { type: 'text/plain' }));
}

function exportJson(games: readonly PlayedGame[]): void {
  const text = JSON.stringify({ games }, null, 2);
  download('games.json', new Blob([text], { type: 'application/json' }));
}
