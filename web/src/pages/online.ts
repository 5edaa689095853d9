/** Online play: the lobby, challenges, games, accounts. Each screen is loaded when it is opened. */

import { update } from '../app';
import { t } from '../i18n';
import type { Page } from '../page';
import { decoded } from '../links';
import { connect, available, socket } from '../online/connection';
import { absent, framed, opening, type Screen } from '../online/frame';
import { listenForNotices } from '../online/notices';
import { pageClosed, pageOpened } from '../online/reachable';
import './play.css';
import './online.css';

interface ScreenModule {
  screen(url: URL, rest: string): Screen;
}

/** The screens, by the part of the path after `/online/`. */
const SCREENS: Record<string, () => Promise<ScreenModule>> = {
  '': () => import('../online/screens/lobby'),
  friend: () => import('../online/screens/friend'),
  find: () => import('../online/screens/find'),
  c: () => import('../online/screens/challenge'),
  game: () => import('../online/screens/game'),
  games: () => import('../online/screens/games'),
  player: () => import('../online/screens/player'),
  leaders: () => import('../online/screens/leaders'),
  account: () => import('../online/screens/account'),
  stored: () => import('../online/screens/stored'),
};

export function page(url: URL): Page {
  let screen: Screen | null = null;
  let shown = '';
  let asked = 0;

  async function open(url: URL): Promise<void> {
    const [, , name = '', rest = ''] = url.pathname.split('/');
    const turn = ++asked;
    screen?.stop?.();
    screen = null;
    shown = url.pathname;
    update();
    const load = Object.hasOwn(SCREENS, name) ? SCREENS[name] : SCREENS[''];
    const module = await load?.();
    if (turn !== asked || !module) return;
    screen = module.screen(url, decoded(rest));
    update();
  }

  pageOpened();
  connect(update);
  listenForNotices();
  const stopStatus = socket.onStatus(update);
  void open(url);
  return {
    title: () => screen?.title() ?? t('online.title'),
    view: () => {
      if (available() === false) return absent();
      return screen ? screen.view() : framed(t('online.title'), opening());
    },
    moved: (to) => {
      if (to.pathname === shown) return;
      void open(to).then(() => {
        scrollTo(0, 0);
        document.getElementById('page')?.focus({ preventScroll: true });
      });
    },
    stop: () => {
      asked++;
      screen?.stop?.();
      stopStatus();
      // The connection stays while a game of the player runs.
      pageClosed();
    },
  };
}
