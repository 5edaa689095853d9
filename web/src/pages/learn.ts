/**
 * Learn: `/learn`, `/learn/lesson/GAME/STEP`, `/learn/puzzles/GAME/NUMBER`, `/learn/daily`,
 * `/learn/mistakes`, `/learn/history`.
 */

import { t } from '../i18n';
import { dailyGame } from '../learn/daily';
import { HistoryView } from '../learn/history-view';
import { LessonView } from '../learn/lesson-view';
import { isLessonGame, LESSONS } from '../learn/lessons';
import { MistakesView } from '../learn/mistakes-view';
import { overview } from '../learn/overview';
import { isPuzzleGame } from '../learn/puzzles';
import { PuzzleView } from '../learn/puzzle-view';
import type { Page } from '../page';
import { rewrite } from '../router';
import '../learn/learn.css';

export function page(url: URL): Page {
  let shown: LessonView | PuzzleView | MistakesView | HistoryView | undefined;

  function open(url: URL): void {
    const [, , what, game, number] = url.pathname.split('/');
    if (what === 'puzzles' && shown instanceof PuzzleView && shown.game === game && !shown.daily) {
      return shown.moved(url);
    }
    leave();
    shown = undefined;
    if (what === 'lesson' && isLessonGame(game)) {
      const wanted = Number(number ?? 1);
      const step = LESSONS[game][wanted - 1] ? wanted : 1;
      rewrite(`/learn/lesson/${game}/${step}`);
      shown = new LessonView(game, step);
    } else if (what === 'puzzles' && isPuzzleGame(game)) {
      shown = new PuzzleView(game, url);
    } else if (what === 'daily') {
      shown = new PuzzleView(dailyGame(), url, true);
    } else if (what === 'history') {
      shown = new HistoryView();
    } else if (what === 'mistakes') {
      shown = new MistakesView();
    } else {
      rewrite('/learn');
    }
  }

  function leave(): void {
    if (shown instanceof PuzzleView || shown instanceof MistakesView) shown.stop();
  }

  open(url);
  return {
    title: () => t('learn.title'),
    view: () => shown?.view() ?? overview(),
    moved: (url) => {
      open(url);
      scrollTo(0, 0);
    },
    stop: leave,
  };
}
