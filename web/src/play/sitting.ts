/** A game at which this tab sits: its session, what is shown of it, and what may be done. */

import { html, type TemplateResult } from 'lit-html';
import { keepBoard } from '../analyse/boards';
import { update } from '../app';
import { t } from '../i18n';
import { analyseUrl } from '../links';
import { announce } from '../ui/announce';
import { gameTitle, moveInWords } from '../ui/board';
import { sound } from '../ui/sound';
import { listenForKeys, steps } from '../ui/stepping';
import { copyText, toast } from '../ui/toast';
import { forget, remember, summarise } from './ending';
import { resultReason, resultTitle } from './result';
import { lastChoices, loadGame, type Choices, type SavedGame } from './saved';
import { Session, type Happening } from './session';
import { analysed, copyLinkOf, sharePictureOf } from './share';
import type { Summary } from './summary';
import { table } from './table';
import '../pages/play.css';

export interface SittingActions {
  begin: (choices: Choices, start?: string) => void;
  choose: () => void;
  /** The browser does not store the game. */
  unsaved: () => void;
}

export class Sitting {
  private readonly session: Session;
  private resigning = false;
  /** Whether the result was put aside. */
  private closed = false;
  /** Whether the game ended while it was open here. */
  private fresh = false;
  private summary: Summary | null = null;
  private judging: AbortController | undefined;
  private readonly endKeys: () => void;

  constructor(
    readonly saved: SavedGame,
    private readonly actions: SittingActions,
  ) {
    const session = new Session(saved, (happening) => this.happened(happening));
    this.session = session;
    this.endKeys = listenForKeys((event) =>
      steps(event, {
        ply: session.ply,
        all: saved.moves.length,
        look: (ply) => session.look(ply),
      }),
    );
    // Phones end pages that are out of sight without another word.
    addEventListener('pagehide', this.leaves);
    document.addEventListener('visibilitychange', this.leaves);
    session.start();
    if (!session.result) return;
    // It is remembered by now, unless what is needed for that did not come at its end.
    if (!saved.recorded) void remember(saved, session.result);
    this.judge();
  }

  private readonly leaves = (): void => this.session.keepTime();

  /** Gets up; the game stays saved. */
  stop(): void {
    this.session.stop();
    this.forgetSummary();
    this.endKeys();
    removeEventListener('pagehide', this.leaves);
    document.removeEventListener('visibilitychange', this.leaves);
  }

  /** Whether leaving the game would lose it: it is under way, and not stored. */
  get isLost(): boolean {
    const { id, moves, over } = this.saved;
    return moves.length > 0 && !over && !loadGame(id);
  }

  private happened(happening: Happening): void {
    const { session } = this;
    if (happening.kind === 'moved') {
      const { move, side } = happening;
      announce(moveInWords(session.game, move, side));
      sound(move.over !== null ? 'capture' : move.from === null ? 'place' : 'slide');
    }
    if (happening.kind === 'guarded') toast(t('play.hint.guarded'));
    if (happening.kind === 'stand-in') toast(t('play.stand-in'));
    if (happening.kind === 'unsaved') return this.actions.unsaved();
    if (happening.kind === 'reopened') void forget(this.saved.id);
    if (happening.kind === 'over') {
      const { result } = happening;
      this.closed = false;
      this.fresh = true;
      this.resigning = false;
      announce(`${resultTitle(session, result)}. ${resultReason(session, result)}`);
      sound(result.grand ? 'grand' : 'end');
      void remember(this.saved, result);
      this.judge();
    } else if (!session.result) {
      this.forgetSummary();
    }
    update();
  }

  private forgetSummary(): void {
    this.judging?.abort();
    this.judging = undefined;
    this.summary = null;
  }

  /** Looks at how well the game was played, while its result is shown. */
  private judge(): void {
    this.forgetSummary();
    const { session, saved } = this;
    if (saved.moves.length === 0) return;
    const judging = new AbortController();
    this.judging = judging;
    this.summary = { state: 'asking' };
    void summarise(session, judging.signal).then((found) => {
      if (this.judging !== judging || !session.result) return;
      this.summary = found;
      if (found) void remember(saved, session.result, found);
      update();
    });
  }

  view(): TemplateResult {
    const { session, saved, actions, resigning, closed, fresh, summary } = this;
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
          rematch: () => actions.begin(swapped(saved), saved.start),
          newGame: () => actions.choose(),
          askNew: () => {
            if (!this.isLost || confirm(t('play.unsaved.leave'))) actions.choose();
          },
          close: () => {
            this.closed = true;
            update();
          },
          show: (ply) => {
            this.closed = true;
            session.look(ply);
            update();
          },
          askResign: (ask) => {
            this.resigning = ask;
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

/** The next game with the same choices; against the computer with the sides swapped. */
function swapped(saved: SavedGame): Choices {
  const { opponent, clock, game } = saved;
  const last = lastChoices();
  const pace = clock ? { pace: clock.pace } : {};
  if (opponent.kind === 'friend') return { ...last, ...pace, game, with: 'friend' };
  return { ...last, game, with: 'computer', side: opponent.side, level: opponent.level };
}
