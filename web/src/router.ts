/** Addresses: real paths, with the browser's history. */

import { want, type Part } from './i18n';
import type { PageModule } from './page';

export interface Route {
  /** The first part of the path, which picks the page. */
  name: string;
  load: () => Promise<PageModule>;
}

/** The pages. Each is loaded when it is first opened. */
export const ROUTES: Route[] = [
  { name: '', load: () => import('./pages/home') },
  { name: 'play', load: () => import('./pages/play') },
  { name: 'analyse', load: () => worded(['analyse', 'rules'], import('./pages/analyse')) },
  { name: 'learn', load: () => worded(['learn'], import('./pages/learn')) },
  { name: 'explore', load: () => worded(['explore'], import('./pages/explore')) },
  { name: 'online', load: () => worded(['online'], import('./pages/online')) },
  { name: 'bots', load: () => worded(['online', 'bots'], import('./pages/bots')) },
  { name: 'embed', load: () => import('./pages/embed') },
  { name: 'about', load: () => import('./pages/about') },
];

/** A page that comes with texts of its own. */
async function worded(parts: Part[], page: Promise<PageModule>): Promise<PageModule> {
  const [module] = await Promise.all([page, ...parts.map(want)]);
  return module;
}

/** The route of an address. */
export function routeOf(url: URL): Route | undefined {
  const name = url.pathname.split('/')[1] ?? '';
  return ROUTES.find((route) => route.name === name);
}

/**
 * Opens an address. For an entry of the history, `scrolled` is how far down its page was when it
 * was left; `null` where that is not known, which leaves it to the browser.
 */
export type Open = (url: URL, scrolled?: number | null) => void;

let opened: Open = () => {};

/** Whether another page is being loaded: the one that is still shown must leave the address alone. */
let leaving = false;

/** Says that another page is being loaded, or that it is there. */
export function setLeaving(now: boolean): void {
  leaving = now;
}

/** Says whether the page may be left, where something would be lost. */
let mayLeave: (() => boolean) | undefined;

/** Asks the page that is open before it is left by a link; `undefined` asks no longer. */
export function askBeforeLeaving(ask: (() => boolean) | undefined): void {
  mayLeave = ask;
}

/** Opens an address: `replace` leaves no step in the history. */
export function navigate(to: string, options: { replace?: boolean } = {}): void {
  if (mayLeave && !mayLeave()) return;
  const url = new URL(to, location.href);
  if (options.replace) history.replaceState(null, '', url);
  else {
    // Back leads to where one was, not only to the page.
    history.replaceState({ scrolled: scrollY }, '');
    history.pushState(null, '', url);
  }
  opened(url);
}

/**
 * Changes the address of the page that is open and leaves the page alone: for pages that keep
 * their state in it. A page that is about to be replaced changes nothing, or a late change would
 * take the user back to it.
 */
export function rewrite(to: string, options: { push?: boolean } = {}): void {
  if (leaving) return;
  const url = new URL(to, location.href);
  if (url.href === location.href) return;
  if (options.push) history.pushState(null, '', url);
  else history.replaceState(null, '', url);
}

/** Begins to listen: links within the app open without a reload. */
export function listen(open: Open): void {
  opened = open;
  addEventListener('popstate', ({ state }: PopStateEvent) => {
    const scrolled: unknown = (state as { scrolled?: unknown } | null)?.scrolled;
    open(new URL(location.href), typeof scrolled === 'number' ? scrolled : null);
  });
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element).closest('a');
    if (!link || link.target || link.hasAttribute('download')) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || !routeOf(url)) return;
    event.preventDefault();
    navigate(url.href);
  });
}
