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
  { name: 'analyse', load: () => worded(['analyse'], import('./pages/analyse')) },
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

let opened: (url: URL) => void = () => {};

/** Whether another page is being loaded: the one that is still shown must leave the address alone. */
let leaving = false;

/** Says that another page is being loaded, or that it is there. */
export function setLeaving(now: boolean): void {
  leaving = now;
}

/** Opens an address: `replace` leaves no step in the history. */
export function navigate(to: string, options: { replace?: boolean } = {}): void {
  const url = new URL(to, location.href);
  if (options.replace) history.replaceState(null, '', url);
  else history.pushState(null, '', url);
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
export function listen(open: (url: URL) => void): void {
  opened = open;
  addEventListener('popstate', () => open(new URL(location.href)));
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
