/** Own games: how they went, how accurate they were, and a way to look at them again. */

import { html, nothing, svg, type TemplateResult } from 'lit-html';
import { update } from '../app';
import { accuracy, count, date, n, percent, t } from '../i18n';
import { analyseUrl } from '../links';
import { game as gameOf, mainLine, writeRecord } from '../rules';
import { gameTitle } from '../ui/board';
import { icon } from '../ui/icons';
import { download } from '../ui/download';
import { item, popup } from '../ui/popup';
import { miniature } from '../ui/tray';
import { say } from '../ui/words';
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
    const level =
      played.level === undefined
        ? t('play.two')
        : t('home.level', {
            level: played.level === 'perfect' ? t('level.perfect') : n(played.level),
          });
    const { file: _, ...named } = played.game;
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
          ${gameTitle(game)} · ${level} · ${count('play.length', played.moves.length)} ·
          <span class="when">${date(played.when)}</span>
        </span>
      </span>
      <span class="history-accuracy">
        ${played.accuracy === undefined ? '' : accuracy(played.accuracy)}
      </span>
      ${
        played.game.file || played.moves.length === 0
          ? nothing
          : html`<a class="button quiet small" href=${url}>${t('play.review')}</a>`
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

/** Accuracy of each game, the oldest first. */
function accuracyChart(games: readonly PlayedGame[]): TemplateResult {
  const [width, height, left] = [360, 150, 38];
  const x = (i: number) => left + 10 + (i / Math.max(1, games.length - 1)) * (width - left - 26);
  const y = (share: number) => height - 22 - share * (height - 36);
  const path = games.map((game, i) => {
    const spot = `${x(i).toFixed(1)} ${y(game.accuracy ?? 0).toFixed(1)}`;
    return `${i === 0 ? 'M' : 'L'}${spot}`;
  });
  const first = games[0];
  const last = games.at(-1);
  return html`<svg
    class="accuracy-chart"
    viewBox="0 0 ${width} ${height}"
    role="img"
    aria-label="${t('history.chart')}: ${games.map((game) => accuracy(game.accuracy ?? 0)).join(', ')}"
  >
    ${[0, 0.5, 1].map(
      (share) =>
        svg`<path class="grid" d="M${left} ${y(share)}H${width - 6}"/><text x=${left - 6} y=${y(share) + 4} text-anchor="end">${percent(share)}</text>`,
    )}
    ${svg`<path class="line" d=${path.join('')} />`}
    ${games.map(
      (game, i) =>
        svg`<circle cx=${x(i)} cy=${y(game.accuracy ?? 0)} r="3.500"><title>${date(game.when)}: ${accuracy(game.accuracy ?? 0)}</title></circle>`,
    )}
    ${first ? svg`<text x=${left + 4} y=${height - 4}>${date(first.when)}</text>` : nothing}
    ${last ? svg`<text x=${width - 8} y=${height - 4} text-anchor="end">${date(last.when)}</text>` : nothing}
  </svg>`;
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
      reason: played.reason === 'time' ? null : played.reason,
      ...(played.start ? { start: played.start } : {}),
    });
  });
  download('games.bagh', new Blob([`${records.join('\n\n')}\n`], { type: 'text/plain' }));
}

function exportJson(games: readonly PlayedGame[]): void {
  const text = JSON.stringify({ games }, null, 2);
  download('games.json', new Blob([text], { type: 'application/json' }));
}
