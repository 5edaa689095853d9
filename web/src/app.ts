/** The shell around the pages: header, navigation, settings, and the one place that draws. */

import { nothing, render } from 'lit-html';
import { drawPieces } from './board/pieces';
import { string } from 'valibot';
import { isText, speak, spokenLanguage, t, type Language } from './i18n';
import type { Page } from './page';
import { listen, routeOf, setLeaving } from './router';
import { ready } from './rules';
import { change, onChange, settings, shownTheme } from './settings';
import { recall } from './store';
import { explain, isForeign } from './ui/errors';
import { failureView } from './ui/failure';
import { followLists } from './ui/follow';
import { frame, shell } from './ui/shell';
import { toast } from './ui/toast';
import { registerWorker } from './ui/updates';

/** What calls the user back to the page, before its title. */
let calling = '';

/** Calls the user back by the title of the page; an empty text stops that. */
export function callInTitle(text: string): void {
  calling = text;
  update();
}

let current: { name: string; page: Page } | undefined;
let failure: unknown;
let planned = false;

/** Draws the app again, soon; calls before that are one. */
export function update(): void {
  if (planned) return;
  planned = true;
  queueMicrotask(() => {
    planned = false;
    draw();
  });
}

function draw(): void {
  const root = document.getElementById('app');
  if (!root) return;
  try {
    // Without texts there is nothing but what went wrong, which has words of its own.
    const speaking = isText('app.name');
    if (speaking) {
      const title = current?.page.title();
      const named = title && title !== t('app.name');
      const whole = named ? `${title} – ${t('app.name')}` : t('app.name');
      document.title = calling && !whole.startsWith('●') ? `● ${calling} – ${whole}` : whole;
    }
    const body = failure === undefined ? (current?.page.view() ?? nothing) : failureView(failure);
    // In a frame of another page there is the board alone.
    const alone = location.pathname.startsWith('/embed/') || !speaking;
    render(alone ? frame(body) : shell(current?.name ?? '', body), root);
    followLists(root);
  } catch (error) {
    // A page that cannot be drawn is told about, in place of the page.
    failure ??= error;
    render(nothing, root);
    render(shell(current?.name ?? '', failureView(failure)), root);
  }
}

/** Shows what went wrong, and a way back; the page that failed is left. */
function fail(error: unknown): void {
  // Work that was given up on purpose is no failure.
  if (error instanceof DOMException && error.name === 'AbortError') return;
  failure ??= error ?? new Error('unknown');
  update();
}

/** How many pages were asked for: the last one is shown. */
let asked = 0;

/** Opens the page of an address; see `Open` about `scrolled`. */
async function open(url: URL, scrolled?: number | null): Promise<void> {
  asked += 1;
  const number = asked;
  const route = routeOf(url);
  const name = route?.name ?? 'missing';
  if (failure === undefined && current?.name === name && current.page.moved) {
    setLeaving(false);
    try {
      current.page.moved(url);
    } catch (error) {
      fail(error);
    }
    update();
    if (scrolled != null) scrollAfterDrawing(scrolled);
    return;
  }
  setLeaving(true);
  try {
    const module = await (route ? route.load() : import('./pages/missing'));
    // Another page may have been asked for meanwhile.
    if (number !== asked) return;
    setLeaving(false);
    current?.page.stop?.();
    const first = current === undefined;
    // What failed while the app started, before there was a page to leave, is still to be shown.
    if (number > 1) failure = undefined;
    current = { name, page: module.page(url) };
    update();
    if (!first) {
      // By now the worker may have brought the page's own letters: a new page begins with them.
      if (navigator.serviceWorker?.controller) document.documentElement.dataset.letters = 'kept';
      if (scrolled !== null) scrollAfterDrawing(scrolled ?? 0);
      // Keyboard and screen reader go on at the top of the new page.
      queueMicrotask(() => document.getElementById('page')?.focus({ preventScroll: true }));
    }
  } catch (error) {
    if (number === asked) setLeaving(false);
    fail(error);
  }
}

/** Scrolls once the page is there that was asked for. */
function scrollAfterDrawing(to: number): void {
  queueMicrotask(() => scrollTo(0, to));
}

/** Speaks another language; where its texts do not come, the one that is spoken stays. */
async function changeLanguage(language: Language): Promise<void> {
  try {
    await speak(language);
    update();
  } catch (error) {
    toast(explain(error));
    if (settings.language === language) change({ language: spokenLanguage() });
  }
}

/** Starts the app. */
export async function start(): Promise<void> {
  const apply = () => {
    document.documentElement.dataset.theme = shownTheme();
  };
  apply();
  drawPieces();
  onChange((changed) => {
    apply();
    if (changed.language) void changeLanguage(changed.language);
    update();
  });
  // Scripts that an extension or the app around the browser put into the page fail on their own.
  addEventListener('error', ({ error, message, filename }) => {
    if (!isForeign(error, filename)) fail(error ?? message);
  });
  addEventListener('unhandledrejection', ({ reason }) => {
    if (!isForeign(reason)) fail(reason);
  });
  listen((url, scrolled) => void open(url, scrolled));
  const url = new URL(location.href);
  // The page's own code loads beside the rules and the texts.
  const page = routeOf(url)
    ?.load()
    .catch(() => undefined);
  // The shell is there as soon as its texts are.
  void speak(settings.language).then(update, () => undefined);
  try {
    await Promise.all([ready(), speak(settings.language), page]);
  } catch (error) {
    fail(error);
  }
  await open(url);
  registerWorker();
  // Only those who have played online may have a game that waits for them.
  if (recall('online.player', string())) {
    // Without it nobody is called, and the next visit tries again.
    import('./online/reachable').then(
      ({ stayReachable }) => stayReachable(),
      () => undefined,
    );
  }
}
