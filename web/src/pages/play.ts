/** Play: against the computer, or two people on one device. */

import { html, type TemplateResult } from 'lit-html';
import { boardAtHand, keepBoard } from '../analyse/boards';
import { update } from '../app';
import { t } from '../i18n';
import { analyseUrl } from '../links';
import type { Page } from '../page';
import { resultReason, resultTitle } from '../play/result';
import {
  keepChoices,
  keepSeat,
  lastChoices,
  loadGame,
  newGame,
  removeGame,
  saveGame,
  savedGames,
  seatOfTab,
  tidyGames,
  unfinished,
  type Choices,
  type SavedGame,
} from '../play/saved';
import { takeSeat, type Leave } from '../play/seat';
import { Session, type Happening } from '../play/session';
import { Setup } from '../play/setup';
import type { rememberGame } from '../play/history';
import type { Summary, summariseSession } from '../play/summary';
import { table } from '../play/table';
import { rewrite } from '../router';
import { state as stateOf, type GameRef } from '../rules';
import { isPlayable } from '../rules/schema';
import { announce } from '../ui/announce';
import { gameTitle, moveInWords } from '../ui/board';
import { sound } from '../ui/sound';
import { listenForKeys, steps, type Stepped } from '../ui/stepping';
import { copyText, toast } from '../ui/toast';
import './play.css';
import '../play/setup.css';

/** What an address asks for: `?side=tiger`, `?with=friend`, `?game=aadu-puli`, `?captures=3`. */
interface Asked {
  choices: Partial<Choices>;
  start?: string;
  /** What could not be understood, for the user. */
  problem?: string;
}

function asked(url: URL): Asked {
  const query = url.searchParams;
  const side = query.get('side');
  const choices: Partial<Choices> = {
    ...(side === 'tiger' || side === 'goat' ? { side, with: 'computer' as const } : {}),
    ...(query.get('with') === 'friend' ? { with: 'friend' as const } : {}),
  };
  const start = query.get('position') ?? undefined;
  if (!query.has('game') && !query.has('captures') && start === undefined) return { choices };
  const name = query.get('game') ?? 'bagh-chal';
  const text = query.get('captures');
  const captures = text === null ? undefined : Number(text);
  const known = boardAtHand(name);
  if (!known) return { choices, problem: t('setup.unknown-game', { name }) };
  const game: GameRef = captures === undefined ? known : { ...known, captures };
  if (!isPlayable(game)) {
    return { choices: { ...choices, game: known }, problem: t('setup.unknown-captures') };
  }
  if (start === undefined) return { choices: { ...choices, game } };
  try {
    // A position is played on against the computer, as the side that is to move.
    const { turn } = stateOf(game, [], start);
    return { choices: { with: 'computer', side: turn, ...choices, game }, start };
  } catch {
    return { choices: { ...choices, game }, problem: t('setup.unknown-position') };
  }
}

export function page(url: URL): Page {
  let session: Session | undefined;
  let setup: Setup | undefined;
  let leave: Leave | undefined;
  /** The game that another tab has taken over. */
  let taken: string | undefined;
  let resigning = false;
  let closed = false;
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
    if (happening.kind === 'unsaved') return tellUnsaved();
    if (happening.kind === 'over') {
      const { result } = happening;
      closed = false;
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
    if (session.result) judge();
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
        resume: (id) => void sit(id, true),
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

  async function open(url: URL): Promise<void> {
    const { choices, start, problem } = asked(url);
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
    const own = seatOfTab();
    const candidates = own ? [own] : savedGames().map((saved) => saved.id);
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
        { resigning, closed, summary },
        {
          reviewUrl,
          review: () => saved.game.file && keepBoard(saved.game.file),
          rematch: () => begin(swapped(saved), saved.start),
          newGame: () => choose(),
          askNew: () => {
            // What is not stored is lost when it is left.
            const { id, moves, over } = saved;
            const lost = moves.length > 0 && !over && !loadGame(id);
            if (!lost || confirm(t('play.unsaved.leave'))) choose();
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
          link: () => {
            const shared = analyseUrl({ ...saved, game: analysed(session) });
            const link = new URL(shared, location.href).href;
            void copyText(link, t('share.link.copied'), t('share.failed'));
          },
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

/** The game as the analysis knows it: board files by the name in them. */
function analysed(session: Session): GameRef {
  const { file, captures } = session.saved.game;
  if (!file) return session.saved.game;
  return { name: session.game.name, ...(captures === undefined ? {} : { captures }) };
}

/** What is needed at the end of a game comes then, so that the board is there sooner. */
const remember: typeof rememberGame extends (...args: infer A) => void
  ? (...args: A) => Promise<void>
  : never = async (...args) => {
  (await import('../play/history')).rememberGame(...args);
};

const summarise: typeof summariseSession = async (...args) =>
  (await import('../play/summary')).summariseSession(...args);

async function sharePictureOf(session: Session): Promise<void> {
  const board = document.querySelector('.play bagh-board');
  if (!board) return;
  const { result } = session;
  const title = result ? resultTitle(session, result) : gameTitle(session.game);
  const line = result
    ? `${gameTitle(session.game)} · ${resultReason(session, result)}`
    : t('app.tagline');
  try {
    const { picture, sharePicture } = await import('../ui/picture');
    await sharePicture(await picture(board, title, line), `${session.game.name}.png`);
    toast(t('share.picture.done'));
  } catch {
    toast(t('share.failed'));
  }
}
