/** Play: against the computer, or two people on one device. */

import { update } from '../app';
import { t } from '../i18n';
import type { Page } from '../page';
import {
  gameWaits,
  keepChoices,
  lastChoices,
  newGame,
  savedGame,
  saveGame,
  type Choices,
  type SavedGame,
} from '../play/saved';
import { Session, type Happening } from '../play/session';
import { Setup } from '../play/setup';
import { table } from '../play/table';
import { rewrite } from '../router';
import { animated } from '../settings';
import { announce } from '../ui/announce';
import { moveInWords } from '../ui/board';
import { sound } from '../ui/sound';
import './play.css';

/** What the address asks for: `?side=tiger`, `?with=friend`, `?game=aadu-puli`, `?captures=3`. */
function asked(url: URL): Partial<Choices> {
  const side = url.searchParams.get('side');
  const game = url.searchParams.get('game');
  const captures = Number(url.searchParams.get('captures') ?? 0);
  return {
    ...(side === 'tiger' || side === 'goat' ? { side, with: 'computer' as const } : {}),
    ...(url.searchParams.get('with') === 'friend' ? { with: 'friend' as const } : {}),
    ...(game || url.searchParams.has('position')
      ? {
          game:
            captures > 0 ? { name: game ?? 'bagh-chal', captures } : { name: game ?? 'bagh-chal' },
        }
      : {}),
  };
}

export function page(url: URL): Page {
  let session: Session | undefined;
  let setup: Setup | undefined;
  let asking = false;

  function happened(happening: Happening): void {
    if (!session) return;
    if (happening.kind === 'moved') {
      const { move, side } = happening;
      announce(moveInWords(session.game, move, side));
      sound(move.over !== null ? 'capture' : move.from === null ? 'place' : 'slide');
    }
    if (happening.kind === 'over') {
      const { result } = happening;
      announce(`${t(`outcome.${result.outcome}`)}. ${t(`reason.${result.reason}`)}`);
      sound(result.grand ? 'grand' : 'end');
      // On a phone the result is below the board: first the last move is seen.
      setTimeout(() => {
        const behavior = animated() ? 'smooth' : 'auto';
        document.querySelector('.ended')?.scrollIntoView({ behavior, block: 'nearest' });
      }, 1200);
    }
    update();
  }

  function sit(saved: SavedGame): void {
    session?.stop();
    setup = undefined;
    asking = false;
    try {
      session = new Session(saved, happened);
    } catch {
      // Moves or a board of another version: such a game cannot be gone on with.
      saveGame(undefined);
      session = undefined;
      choose();
      return;
    }
    session.start();
    update();
  }

  function begin(choices: Choices, start?: string): void {
    const saved = newGame(choices, start);
    saveGame(saved);
    sit(saved);
    scrollTo(0, 0);
  }

  function choose(changes: Partial<Choices> = {}): void {
    session?.stop();
    session = undefined;
    setup = new Setup(
      (choices) => begin(choices),
      () => {
        const saved = savedGame();
        if (saved) sit(saved);
      },
    );
    if (Object.keys(changes).length) setup.choose(changes);
    update();
  }

  function open(url: URL): void {
    const changes = asked(url);
    const saved = savedGame();
    if (Object.keys(changes).length) {
      rewrite('/play');
      const choices = { ...lastChoices(), ...changes };
      // Somebody who comes with a position wants to play it; else a game under way is not thrown
      // away by a link.
      const start = url.searchParams.get('position') ?? undefined;
      if (gameWaits() && !start) return choose(changes);
      if (!start) keepChoices(choices);
      return begin(choices, start);
    }
    if (saved) sit(saved);
    else choose();
  }

  open(url);
  return {
    title: () => t('nav.play'),
    moved: open,
    stop: () => session?.stop(),
    view: () => {
      if (setup) return setup.view();
      if (!session) throw new Error('neither a game nor a choice of one');
      const { saved } = session;
      return table(session, asking, {
        newGame: () => choose(),
        again: () => begin({ ...lastChoices(), game: saved.game }, saved.start),
        askResign: (ask) => {
          asking = ask;
          update();
        },
      });
    },
  };
}
