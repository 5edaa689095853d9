/** Bots: the list of those on this service, and the workshop to write one. */

import { html } from 'lit-html';
import { update } from '../app';
import { t } from '../i18n';
import type { Screen } from '../online/frame';
import type { Page } from '../page';
import './play.css';
import './online.css';
import '../bots/bots.css';

interface ScreenModule {
  screen(url: URL): Screen & { moved?(url: URL): void };
}

/** The screens, by the part of the path after `/bots/`. */
const SCREENS: Record<string, () => Promise<ScreenModule>> = {
  '': () => import('../bots/list'),
  workshop: () => import('../bots/workshop'),
};

const nameOf = (url: URL) => {
  const name = url.pathname.split('/')[2] ?? '';
  return Object.hasOwn(SCREENS, name) ? name : '';
};

export function page(url: URL): Page {
  let screen: ReturnType<ScreenModule['screen']> | null = null;
  let shown = nameOf(url);
  let asked = 0;

  async function open(to: URL): Promise<void> {
    const turn = ++asked;
    screen?.stop?.();
    screen = null;
    shown = nameOf(to);
    update();
    const module = await SCREENS[shown]?.();
    if (turn !== asked || !module) return;
    screen = module.screen(to);
    update();
  }

  void open(url);
  return {
    title: () => screen?.title() ?? t('bots.title'),
    view: () => screen?.view() ?? html`<p class="soft" role="status">${t('app.opening')} …</p>`,
    moved: (to) => {
      if (nameOf(to) === shown) {
        screen?.moved?.(to);
        return;
      }
      void open(to).then(() => {
        scrollTo(0, 0);
        document.getElementById('page')?.focus({ preventScroll: true });
      });
    },
    stop: () => {
      asked++;
      screen?.stop?.();
    },
  };
}
