/** The first page of Learn: lessons, puzzles, the player's own mistakes. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { count, t } from '../i18n';
import { game as gameOf } from '../rules';
import { board, gameTitle } from '../ui/board';
import { icon } from '../ui/icons';
import { sample } from '../ui/sample';
import { playedGames } from '../play/history';
import { dailyState, streak } from './daily';
import { LESSON_GAMES, LESSONS, type LessonGame } from './lessons';
import { loadMistakes } from './mistakes';
import { isSolved, progress, type Progress } from './progress';
import { doneWords } from './puzzle-words';
import { COUNTS, PUZZLE_GAMES, type PuzzleGame } from './puzzles';

export function overview(): TemplateResult {
  const done = progress();
  const waiting = loadMistakes().filter((mistake) => mistake.solved === undefined).length;
  return html`
    <h1>${t('learn.title')}</h1>
    <p>${t('learn.lead')}</p>
    <div class="learn-top">${dailyCard()} ${historyCard()}</div>
    <section aria-labelledby="lessons">
      <h2 id="lessons">${t('learn.lessons')}</h2>
      <div class="learn-cards">${LESSON_GAMES.map((name) => lessonCard(name, done))}</div>
    </section>
    <section aria-labelledby="puzzles">
      <h2 id="puzzles">${t('puzzles.title')}</h2>
      <p>${t('puzzles.lead')}</p>
      <div class="learn-cards">${PUZZLE_GAMES.map((name) => puzzleCard(name, done))}</div>
    </section>
    <section class="panel" aria-labelledby="mistakes">
      <h2 id="mistakes">${t('mistakes.title')}</h2>
      ${
        waiting > 0
          ? html`<p>${count('mistakes.count', waiting)}</p>
              <a class="button" href="/learn/mistakes">${icon('again')}${t('mistakes.begin')}</a>`
          : html`<p class="soft last">${t('mistakes.none')}</p>`
      }
    </section>
  `;
}

function dailyCard(): TemplateResult {
  const how = dailyState();
  const days = streak();
  return html`<section class="panel" aria-labelledby="daily">
    <h2 id="daily">${t('home.daily')}</h2>
    <p class="soft">${how ? t(`home.daily.${how}`) : t('daily.about')}</p>
    ${days > 0 ? html`<p class="streak">${icon('flame')}${count('home.streak', days)}</p>` : nothing}
    <a class="button ${how ? 'quiet' : ''}" href="/learn/daily"
      >${icon('calendar')}${t(how ? 'daily.again' : 'home.daily.open')}</a
    >
  </section>`;
}

function historyCard(): TemplateResult {
  const games = playedGames();
  return html`<section class="panel" aria-labelledby="history">
    <h2 id="history">${t('history.title')}</h2>
    <p class="soft">${games.length ? count('history.games', games.length) : t('history.none')}</p>
    <a class="button quiet" href="/learn/history">${icon('history')}${t('history.open')}</a>
  </section>`;
}

function lessonCard(name: LessonGame, done: Progress): TemplateResult {
  const game = gameOf({ name });
  const steps = LESSONS[name];
  const reached = Math.min(done.lessons[name] ?? 0, steps.length);
  // Learnt is what was played: a step that is only read counts with the others.
  const played = steps.flatMap((step, i) => (step.wants ? [i + 1] : []));
  const ready = played.filter((step) => done.done[name]?.includes(step));
  const learnt = ready.length === played.length;
  const next = learnt || reached === 0 ? 1 : (played.find((i) => !ready.includes(i)) ?? 1);
  const text = () => {
    if (learnt) return t('learn.lesson.again');
    return reached > 0 ? t('learn.lesson.continue') : t('learn.lesson.begin');
  };
  return html`<article class="panel learn-card">
    <div class="learn-picture" aria-hidden="true" inert>
      ${board(game, sample(game), { coordinates: false, animate: false, straight: true })}
    </div>
    <div>
      <h3>${gameTitle(game)}</h3>
      ${meter(ready.length, played.length)}
      ${learnt ? html`<p class="learnt">✓ ${t('learn.lesson.learnt')}</p>` : nothing}
      <a class="button" href="/learn/lesson/${name}/${next}"
        >${text()}<span class="unseen">: ${gameTitle(game)}</span></a
      >
    </div>
  </article>`;
}

function puzzleCard(name: PuzzleGame, done: Progress): TemplateResult {
  const title = gameTitle(gameOf({ name }));
  const kept = Object.values(done.puzzles[name] ?? {}).slice(0, COUNTS[name]);
  const solved = kept.filter((how) => isSolved(how)).length;
  const all = Array.from({ length: COUNTS[name] }, (_, i) => kept[i]);
  return html`<article class="panel">
    <h3>${title}</h3>
    ${meter(solved, COUNTS[name])}
    <p class="soft">${doneWords(all)}</p>
    <a class="button" href="/learn/puzzles/${name}"
      >${icon('play')}${t('puzzles.open', { game: title })}</a
    >
  </article>`;
}

/** How much is done, for the eye; a text beside it says the same. */
export function meter(done: number, of: number): TemplateResult {
  const share = of > 0 ? Math.round((100 * done) / of) : 0;
  return html`<div class="meter" aria-hidden="true"><i style="width: ${share}%"></i></div>`;
}
