/** Play: against the computer, or two people on one device. */

import { html, type TemplateResult } from 'lit-html';
import { keepBoard } from '../analyse/boards';
import { update } from '../app';
import { t } from '../i18n';
import { analyseUrl } from '../links';
import type { Page } from '../page';
import { askedFor } from '../play/asked';
import { forget, remember, summarise } from '../play/ending';
import { resultReason, resultTitle } from '../play/result';
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
import { Session, type Happening } from '../play/session';
import { Setup } from '../play/setup';
import { analysed, copyLinkOf, sharePictureOf } from '../play/share';
import type { Summary } from '../play/summary';
import { table } from '../play/table';
import { askBeforeLeaving, rewrite } from '../router';
import { announce } from '../ui/announce';
import { gameTitle, moveInWords } from '../ui/board';
import { sound } from '../ui/sound';
import { listenForKeys, steps, type Stepped } from '../ui/stepping';
import { copyText, toast } from '../ui/toast';
import './play.css';
import '../play/setup.css';

export function page(url: URL): Page {
  let session: Session | undefined;
  let setup: Setup | undefined;
  let leave: Leave | undefined;
  /** The game that another tab has taken over. */
  let taken: string | undefined;
  let resigning = false;
  let closed = false;
  /** Whether the game ended while it was open here. */
  let fresh = false;
  let summary: Summary | null = null;
  let judging: AbortController | undefined;
  let opening = 0;

  function happened(happening: Happening): void {
    if (!session) return;
    if (happening.kind === 'moved') {
      const { move, side } = happening;
      announce(moveInWords(session.game, move, side));
      sound(move.over !== null ? 'capture' : move.from === null ? 'place' : 'slide');
    }
    if (happening.kind === 'guarded') toast(t('play.hint.guarded'));
    if (happening.kind === 'stand-in') toast(t('play.stand-in'));
    if (happening.kind === 'unsaved') return tellUnsaved();
    if (happening.kind === 'reopened') void forget(session.saved.id);
    if (happening.kind === 'over') {
      const { result } = happening;
      closed = false;
      fresh = true;
      resigning = false;
      announce(`${resultTitle(session, result)}. ${resultReason(session, result)}`);
      sound(result.grand ? 'grand' : 'end');
      void remember(session.saved, result);
      judge();
    } else if (!session.result) {
      forgetSummary();
    }
    update();
  }

  function forgetSummary(): void {
    judging?.abort();
    judging = undefined;
    summary = null;
  }

  /** Looks at how well the game was played, while its result is shown. */
  function judge(): void {
    forgetSummary();
    if (!session?.result || session.saved.moves.length === 0) return;
    const of = session;
    judging = new AbortController();
    summary = { state: 'asking' };
    void summarise(of, judging.signal).then((found) => {
      if (session !== of || !of.result) return;
      summary = found;
      if (found) void remember(of.saved, of.result, found);
      update();
    });
  }

  function rise(): void {
    session?.stop();
    session = undefined;
    setup = undefined;
    taken = undefined;
    resigning = false;
    closed = false;
    fresh = false;
    forgetSummary();
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
      if (session?.saved.id !== id && turn !== opening) return;
      rise();
      taken = id;
      update();
    };
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
    session = new Session(saved, happened);
    session.start();
    if (session.result) {
      // It is remembered by now, unless what is needed for that did not come at its end.
      if (!saved.recorded) void remember(saved, session.result);
      judge();
    }
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

  function choose(changes: Partial<Choices> = {}, problem?: string): void {
    opening++;
    const from = session?.saved;
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
      if (!setup) choose();
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
    choose();
  }

  const endKeys = listenForKeys((event) => session !== undefined && steps(event, stepped(session)));
  // Moves of another tab, where there are no locks that keep tabs apart.
  const changed = (event: StorageEvent) => {
    if (!session || event.key !== `bagh.game.${session.saved.id}` || navigator.locks) return;
    void sit(session.saved.id);
  };
  addEventListener('storage', changed);

  // Phones end pages that are out of sight without another word.
  const leaves = () => session?.keepTime();
  addEventListener('pagehide', leaves);
  document.addEventListener('visibilitychange', leaves);

  /** Whether leaving the game would lose it: it is under way, and not stored. */
  const isLost = () => {
    if (!session) return false;
    const { id, moves, over } = session.saved;
    return moves.length > 0 && !over && !loadGame(id);
  };
  const mayLeave = () => !isLost() || confirm(t('play.unsaved.leave'));
  const unloads = (event: BeforeUnloadEvent) => isLost() && event.preventDefault();
  addEventListener('beforeunload', unloads);
  askBeforeLeaving(mayLeave);

  void open(url);
  return {
    title: () => t('nav.play'),
    moved: (url) => void open(url),
    stop: () => {
      opening++;
      rise();
      endKeys();
      removeEventListener('storage', changed);
      removeEventListener('pagehide', leaves);
      removeEventListener('beforeunload', unloads);
      askBeforeLeaving(undefined);
      document.removeEventListener('visibilitychange', leaves);
    },
    view: () => {
      if (taken !== undefined) return elsewhere(taken);
      if (setup) return setup.view();
      if (!session) return html`<p class="soft">${t('app.opening')} …</p>`;
      return playing(session);
    },
  };

  function elsewhere(id: string): TemplateResult {
    return html`<section class="panel prose-panel">
      <h1>${t('play.elsewhere')}</h1>
      <p>${t('play.elsewhere.text')}</p>
      <div class="row">
        <button @click=${() => void sit(id, true)}>${t('play.elsewhere.here')}</button>
        <button class="quiet" @click=${() => choose()}>${t('play.new')}</button>
      </div>
    </section>`;
  }

  function playing(session: Session): TemplateResult {
    const { saved } = session;
    const reviewUrl = analyseUrl({
      ...saved,
      game: analysed(session),
      review: session.own ?? 'both',
    });
    return html`<h1 class="unseen">${gameTitle(session.game)}</h1>
      ${table(
        session,
        { resigning, closed, fresh, summary },
        {
          reviewUrl,
          review: () => saved.game.file && keepBoard(saved.game.file),
          rematch: () => begin(swapped(saved), saved.start),
          newGame: () => choose(),
          askNew: () => {
            if (mayLeave()) choose();
          },
          close: () => {
            closed = true;
            update();
          },
          show: (ply) => {
            closed = true;
            session.look(ply);
            update();
          },
          askResign: (ask) => {
            resigning = ask;
            update();
          },
          copyRecord: () => void copyText(session.record(), t('play.copied'), t('play.not-copied')),
          // A board from a file is known to this browser only.
          link: saved.game.file ? null : () => void copyLinkOf(session),
          picture: () => void sharePictureOf(session),
        },
      )}`;
  }
}

/** Whether it was said that games are not saved: once is enough. */
let toldUnsaved = false;

function tellUnsaved(): void {
  if (toldUnsaved) return;
  toldUnsaved = true;
  toast(t('play.unsaved'));
}

const stepped = (session: Session): Stepped => ({
  ply: session.ply,
  all: session.saved.moves.length,
  look: (ply) => session.look(ply),
});

/** The next game with the same choices; against the computer with the sides swapped. */
function swapped(saved: SavedGame): Choices {
  const { opponent, clock, game } = saved;
  const last = lastChoices();
  const pace = clock ? { pace: clock.pace } : {};
  if (opponent.kind === 'friend') return { ...last, ...pace, game, with: 'friend' };
  return { ...last, game, with: 'computer', side: opponent.side, level: opponent.level };
}
