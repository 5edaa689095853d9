/** The shell around the pages: header, navigation, settings, and the one place that draws. */

import { html, nothing, render } from 'lit-html';
import { drawPieces } from './board/pieces';
import { speak, t } from './i18n';
import type { Page } from './page';
import { listen, routeOf } from './router';
import { ready } from './rules';
import { onChange, settings } from './settings';
import { shell } from './ui/shell';
import { registerWorker } from './ui/updates';

let current: { name: string; page: Page } | undefined;
let failure: string | undefined;
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
  const title = current?.page.title();
  document.title = title && title !== t('app.name') ? `${title} – ${t('app.name')}` : t('app.name');
  const body = failure
    ? html`<p class="notice" role="alert">${t('app.failed', { reason: failure })}</p>`
    : (current?.page.view() ?? nothing);
  render(shell(current?.name ?? '', body), root);
}

/** Opens the page of an address. */
async function open(url: URL): Promise<void> {
  const route = routeOf(url);
  const name = route?.name ?? 'missing';
  if (current?.name === name && current.page.moved) {
    current.page.moved(url);
    update();
    return;
  }
  try {
    const module = await (route ? route.load() : import('./pages/missing'));
    // Another page may have been asked for meanwhile.
    if (url.href !== location.href) return;
    current?.page.stop?.();
    const first = current === undefined;
    failure = undefined;
    current = { name, page: module.page(url) };
    update();
    if (!first) {
      scrollTo(0, 0);
      // Keyboard and screen reader go on at the top of the new page.
      queueMicrotask(() => document.getElementById('page')?.focus({ preventScroll: true }));
    }
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
    update();
  }
}

/** Starts the app. */
export async function start(): Promise<void> {
  const apply = () => {
    document.documentElement.dataset.theme = settings.theme;
  };
  apply();
  drawPieces();
  onChange((changed) => {
    apply();
    if (changed.language) void speak(changed.language).then(update);
    update();
  });
  listen((url) => void open(url));
  const url = new URL(location.href);
  // The page's own code loads beside the rules and the texts.
  const page = routeOf(url)
    ?.load()
    .catch(() => undefined);
  // The shell is there at once, in English until another language has come.
  if (settings.language === 'en') update();
  try {
    await Promise.all([ready(), speak(settings.language), page]);
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
  }
  await open(url);
  registerWorker();
}
