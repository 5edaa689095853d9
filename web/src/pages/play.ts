/** Play: the choices before a game, or a game against the computer or of two people on one device. */

import { html, type TemplateResult } from 'lit-html';
import { update } from '../app';
import { t } from '../i18n';
import type { Page } from '../page';
import { askedFor } from '../play/asked';
import {
  keepChoices,
  keepSeat,
  lastChoices,
  loadGame,
  newGame,
  removeGame,
  saveGame,
  seatOfTab,
  tidyGames,
  unfinished,
  type Choices,
  type SavedGame,
} from '../play/saved';
import { takeSeat, type Leave } from '../play/seat';
import type { Setup } from '../play/setup';
import type { Sitting } from '../play/sitting';
import { askBeforeLeaving, rewrite } from '../router';
import { toast } from '../ui/toast';

/** Each is loaded when it is wanted: a first visit stays small. */
const settingUp = () => import('../play/setup');
const sittingDown = () => import('../play/sitting');
/** How long the page is quiet before the other part is fetched, too, in milliseconds. */
const QUIET = 3000;

// What the address asks for is fetched beside the rules, which take longer.
const { pathname, search } = location;
const begins =
  /[?&](side|with|game|captures|position|resume)=/.test(search) || seatOfTab() !== undefined;
if (pathname === '/play') (begins ? sittingDown() : settingUp()).catch(() => undefined);

export function page(url: URL): Page {
  let sitting: Sitting | undefined;
  let setup: Setup | undefined;
  let leave: Leave | undefined;
  /** The game that another tab has taken over. */
  let taken: string | undefined;
  let opening = 0;

  function rise(): void {
    sitting?.stop();
    sitting = undefined;
    setup = undefined;
    taken = undefined;
    leave?.();
    leave = undefined;
  }

  /**
   * Sits down at a game; another tab that has it open is asked to leave if `force` is set. A game
   * that has just begun is handed in, since it may not have been stored.
   */
  async function sit(id: string, force = false, begun?: SavedGame): Promise<boolean> {
    const turn = ++opening;
    const lost = () => {
      if (sitting?.saved.id !== id && turn !== opening) return;
      rise();
      taken = id;
      update();
    };
    const { Sitting } = await sittingDown();
    const seat = await takeSeat(id, lost, force);
    if (turn !== opening) {
      seat?.();
      return true;
    }
    const saved = begun ?? loadGame(id);
    if (!seat || !saved) {
      seat?.();
      return false;
    }
    rise();
    leave = seat;
    keepSeat(id);
    sitting = new Sitting(saved, { begin, choose: () => void choose(), unsaved: tellUnsaved });
    update();
    return true;
  }

  function begin(choices: Choices, start?: string): void {
    const saved = newGame(choices, start);
    if (!saveGame(saved)) tellUnsaved();
    tidyGames(saved.id);
    void sit(saved.id, false, saved);
    scrollTo(0, 0);
  }

  async function choose(changes: Partial<Choices> = {}, problem?: string): Promise<void> {
    const turn = ++opening;
    const { Setup } = await settingUp();
    if (turn !== opening) return;
    const from = sitting?.saved;
    rise();
    // A game that never began is not worth keeping.
    if (from && from.moves.length === 0) removeGame(from.id);
    keepSeat(undefined);
    setup = new Setup(
      {
        begin,
        resume: (id) => void resume(id, true),
        remove: (id) => {
          removeGame(id);
          update();
        },
      },
      changes,
      problem,
    );
    update();
  }

  /** Goes on with a game in progress, unless another tab has it open. */
  async function resume(id: string, force = false): Promise<void> {
    if (await sit(id, force)) return;
    // It is still there if it is open elsewhere, where it may be fetched from.
    if (loadGame(id)) {
      rise();
      taken = id;
    } else {
      if (!setup) await choose();
      toast(t('play.gone'));
    }
    update();
  }

  async function open(url: URL): Promise<void> {
    const { choices, start, problem, resume: wanted } = askedFor(url);
    if (wanted !== undefined) {
      rewrite('/play');
      return resume(wanted);
    }
    if (url.searchParams.has('setup')) {
      rewrite('/play');
      return choose();
    }
    if (problem) {
      rewrite('/play');
      return choose(choices, problem);
    }
    if (Object.keys(choices).length) {
      rewrite('/play');
      // A position was asked for: the game under way stays in the list. Otherwise the choices are
      // shown first where a game waits, so that none is left behind by a link.
      if (!start && unfinished().length > 0) return choose(choices);
      const all = { ...lastChoices(), ...choices };
      if (!start) keepChoices(all);
      return begin(all, start);
    }
    // The game that this tab has open, also after it has ended; else one that waits.
    const own = seatOfTab();
    const candidates = own ? [own] : unfinished().map((saved) => saved.id);
    for (const id of candidates.slice(0, 3)) if (await sit(id)) return;
    return choose();
  }

  // Moves of another tab, where there are no locks that keep tabs apart.
  const changed = (event: StorageEvent) => {
    const id = sitting?.saved.id;
    if (id === undefined || event.key !== `bagh.game.${id}` || navigator.locks) return;
    void sit(id);
  };
  addEventListener('storage', changed);

  const unloads = (event: BeforeUnloadEvent) => sitting?.isLost && event.preventDefault();
  addEventListener('beforeunload', unloads);
  askBeforeLeaving(() => !sitting?.isLost || confirm(t('play.unsaved.leave')));

  // Where no worker keeps the app's files, a connection that is lost later does no harm.
  const quiet = setTimeout(() => {
    for (const part of [settingUp, sittingDown]) part().catch(() => undefined);
  }, QUIET);

  void open(url);
  return {
    title: () => t('nav.play'),
    moved: (url) => void open(url),
    stop: () => {
      opening++;
      rise();
      clearTimeout(quiet);
      removeEventListener('storage', changed);
      removeEventListener('beforeunload', unloads);
      askBeforeLeaving(undefined);
    },
    view: () => {
      if (taken !== undefined) return elsewhere(taken);
      return setup?.view() ?? sitting?.view() ?? html`<p class="soft">${t('app.opening')} …</p>`;
    },
  };

  function elsewhere(id: string): TemplateResult {
    return html`<section class="panel prose-panel">
      <h1>${t('play.elsewhere')}</h1>
      <p>${t('play.elsewhere.text')}</p>
      <div class="row">
        <button @click=${() => void sit(id, true)}>${t('play.elsewhere.here')}</button>
        <button class="quiet" @click=${() => void choose()}>${t('play.new')}</button>
      </div>
    </section>`;
  }
}

/** Whether it was said that games are not saved: once is enough. */
let toldUnsaved = false;

function tellUnsaved(): void {
  if (toldUnsaved) return;
  toldUnsaved = true;
  toast(t('play.unsaved'));
}
