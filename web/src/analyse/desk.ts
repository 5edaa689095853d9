/** The desk at which one analyses: what is open, and what the user can do with it. */

import * as v from 'valibot';
import { t } from '../i18n';
import type { Move } from '../rules';
import { change, settings } from '../settings';
import { keep, recall } from '../store';
import { announce } from '../ui/announce';
import { moveInWords } from '../ui/board';
import { explain } from '../ui/errors';
import { sound } from '../ui/sound';
import { copyText, toast } from '../ui/toast';
import { say } from '../ui/words';
import { linkIn, readAddress, writeAddress, type Address } from './address';
import {
  Analysis,
  MARKINGS,
  beginItem,
  freshTree,
  keptAnalysis,
  withComments,
  type Beginning,
  type Marking,
} from './analysis';
import {
  gamesAtHand,
  keepBoard,
  listGames,
  openSubject,
  subjectAtHand,
  UnknownBoard,
} from './boards';
import type { Listed, Subject } from './boards';
import { Editor } from './editor';
import { isBoardFile, readText, type Format, type Opened } from './reading';
import type { Review } from './review';
import type { Judged } from './reviewing';
import type { Explorer } from './explorer';
import { Sketch } from './sketch';
import { Tree } from './tree';
import type { Drawing } from '../board/config';

export class Desk {
  analysis: Analysis | null = null;
  editor: Editor | null = null;
  review: Review | null = null;
  /** Whether a review was asked for: its part of the app may be on its way. */
  reviewing = false;
  /** What was opened together, and which of it is shown. */
  opened: (Opened & { index: number }) | null = null;
  /** The move that is previewed on the board. */
  preview: string | null = null;
  marking: Marking;
  /** Whether any value has come: until then nothing stands where values will be. */
  answered = false;
  games: Listed[] = gamesAtHand();
  /** Why no board is shown. */
  failure: string | null = null;
  private readonly sketch = new Sketch();
  /** Whether the opening explorer is open. */
  exploring = false;
  explorer: Explorer | null = null;
  /** Whether something is held over the page, to be dropped. */
  dropping = false;
  /** Whether help was asked for. */
  helped = false;
  /** Whether the panel with the game as a text is open. */
  noting = false;
  /** The format in which pasted texts are read, and in which the position is written. */
  readAs: Format = 'auto';
  writeAs = 'obx';
  recordAs = 'bagh';
  private opening = 0;

  constructor(
    readonly redraw: () => void,
    /** Called when the address should change. */
    private readonly moved: (address: string) => void,
  ) {
    this.marking = recall('analyse.marking', v.picklist(MARKINGS)) ?? 'all';
    void listGames().then((games) => {
      const same = games.length === this.games.length;
      this.games = games;
      // Those at hand come first: with no others there is nothing new to be seen.
      if (!same) this.redraw();
    });
  }

  stop(): void {
    this.opening++;
    this.review?.stop();
    this.analysis?.stop();
    this.analysis = null;
  }

  private readonly changed = (): void => {
    const address = this.address;
    if (address) this.moved(address);
    this.redraw();
  };

  /** Arrows and circles that the user drew on this position. */
  get drawings(): readonly Drawing[] {
    return this.sketch.at(this.analysis?.node ?? null);
  }

  /** The address of what is shown. */
  get address(): string | null {
    const { analysis } = this;
    if (!analysis) return null;
    const { name, captures } = analysis.subject;
    const address: Address = {
      name,
      tree: analysis.tree,
      node: analysis.node,
      ...(captures === undefined ? {} : { captures }),
      ...(analysis.start ? { start: analysis.start } : {}),
      ...(analysis.review ? { review: analysis.review } : {}),
    };
    return writeAddress(address);
  }

  /** Opens what an address asks for. */
  async openAddress(address: Address): Promise<void> {
    await this.openGame(address.name, address.captures, () => ({
      ...withComments(address, keptAnalysis()),
      review: address.review,
    }));
  }

  /** Opens what was analysed last, or the start of a game. */
  async openLast(): Promise<void> {
    const kept = keptAnalysis();
    if (!kept) return this.openGame('bagh-chal', undefined, freshTree);
    const { name, captures, start, nodes, tags, at } = kept;
    await this.openGame(name, captures, () => {
      const tree = Tree.from(nodes);
      return { start, tree, node: tree.all()[at] ?? tree.root, tags };
    });
    if (!this.analysis) await this.openGame('bagh-chal', undefined, freshTree);
  }

  /** Opens a game; boards that only the service knows take a moment. */
  async openGame(
    name: string,
    captures: number | undefined,
    begin: () => Beginning,
  ): Promise<void> {
    const turn = ++this.opening;
    this.failure = null;
    try {
      // What is at hand is shown at once, without a page that is empty for a moment; the service
      // may know a board file, too.
      const here = subjectAtHand(name, captures);
      const subject = here?.served ? here : await openSubject(name, captures);
      if (turn === this.opening) this.begin(subject, begin());
    } catch (error) {
      if (turn !== this.opening) return;
      this.analysis?.stop();
      this.analysis = null;
      this.failure =
        error instanceof UnknownBoard
          ? t('analyse.missing', { name })
          : t('analyse.missing.failed', { name, reason: explain(error) });
      this.redraw();
    }
  }

  private begin(subject: Subject, beginning: Beginning): void {
    this.analysis?.stop();
    this.editor = null;
    this.preview = null;
    this.leaveReview();
    this.analysis = new Analysis(subject, beginning, this.changed);
    if (beginning.review && this.analysis.main.length > 0) void this.startReview();
    this.changed();
  }

  /** Begins anew from a position of the game that is open. */
  openPosition(start: string | undefined): void {
    if (!this.analysis) return;
    this.opened = null;
    this.begin(this.analysis.subject, { ...freshTree(), start });
  }

  /** Another number of captures, or another game, from its start. */
  chooseGame(name: string, captures?: number): void {
    this.opened = null;
    const { analysis } = this;
    const same = analysis?.subject.name === name;
    void this.openGame(name, captures, () => {
      if (!same || !analysis) return freshTree();
      // The same board with other rules: the moves stay, as far as they can be played.
      const tree = Tree.from(analysis.tree.flat());
      const node = tree.all()[analysis.tree.all().indexOf(analysis.node)] ?? tree.root;
      return { start: analysis.start, tree, node };
    });
  }

  /** Opens a text: positions, records or a board file. Says whether there was anything in it. */
  openText(text: string, format: Format = this.readAs): boolean {
    const subject = this.analysis?.subject ?? subjectAtHand('bagh-chal');
    if (!subject) return false;
    if (format === 'auto' && isBoardFile(text)) {
      try {
        this.chooseGame(keepBoard(text));
        this.games = gamesAtHand();
        void listGames().then((games) => (this.games = games));
        return true;
      } catch (error) {
        this.opened = { items: [], faults: [{ text: '', why: explain(error) }], index: 0 };
        this.redraw();
        return false;
      }
    }
    const link = format === 'auto' ? linkIn(text) : null;
    if (link) {
      this.opened = null;
      void this.openAddress(readAddress(link));
      return true;
    }
    const opened = readText(subject.ref, text, format);
    this.opened = { ...opened, index: 0 };
    if (opened.items.length > 0) this.openItem(0);
    this.redraw();
    return opened.items.length > 0;
  }

  /** Shows one of the things that were opened together. */
  openItem(index: number): void {
    const item = this.opened?.items[index];
    if (!this.opened || !item) return;
    this.opened.index = index;
    void this.openGame(item.game, item.captures, () => {
      // The list stays as it was read, whatever is done with what is shown.
      const tree = Tree.from(item.tree.flat());
      return beginItem({ ...item, tree });
    });
  }

  async openFile(file: File | undefined): Promise<void> {
    if (!file) return;
    this.openText(file.size > 4_000_000 ? ' '.repeat(4_000_000) : await file.text());
  }

  /** Plays a move on the board: or tries it, while a mistake is tried again. */
  play(move: Move): void {
    const { analysis, review } = this;
    if (!analysis) return;
    if (review?.trial) {
      if (review.trial.answer !== 'right') review.attempt(move);
      return;
    }
    const side = analysis.state.turn;
    this.preview = null;
    if (!analysis.play(move)) return;
    sound(move.over !== null ? 'capture' : move.from === null ? 'place' : 'slide');
    const { result } = analysis.state;
    const { game } = analysis.subject;
    const end = result
      ? ` ${say(game, `outcome.${result.outcome}`)}. ${say(game, `reason.${result.reason}`)}`
      : '';
    announce(`${moveInWords(analysis.subject.game, move, side)}.${end}`);
  }

  playBest(): boolean {
    const { analysis } = this;
    const best = analysis?.best;
    const move = analysis?.state.legal.find((legal) => legal.text === best);
    if (!move || this.review?.trial) return false;
    this.play(move);
    return true;
  }

  /** After a step with the keyboard or a button, what is shown now is said. */
  step(step: () => boolean): boolean {
    const { analysis } = this;
    if (!analysis) return false;
    if (this.review) {
      this.review.trial = null;
      this.review.why = null;
    }
    this.preview = null;
    if (!step()) return false;
    const { state } = analysis;
    const side = state.turn === 'tiger' ? 'goat' : 'tiger';
    const played = state.moves.length > 0 ? state.last_move : null;
    announce(played ? moveInWords(analysis.subject.game, played, side) : t('analyse.moves.start'));
    return true;
  }

  show(move: string | null): void {
    if (this.preview === move) return;
    this.preview = move;
    this.redraw();
  }

  mark(marking: Marking): void {
    this.marking = marking;
    keep('analyse.marking', marking);
    this.redraw();
  }

  nextMarking(): void {
    this.mark(MARKINGS[(MARKINGS.indexOf(this.marking) + 1) % MARKINGS.length] ?? 'all');
    announce(t(`analyse.values.${this.marking}`));
  }

  flip(): void {
    change({ rotation: (settings.rotation + 2) & 3 });
  }

  edit(): void {
    const { analysis } = this;
    if (!analysis || this.editor) return;
    this.preview = null;
    if (this.review) this.review.trial = null;
    this.editor = new Editor(analysis.subject.ref, analysis.subject.game, analysis.state);
    this.redraw();
  }

  endEdit(done: boolean): void {
    const position = this.editor?.state?.position;
    this.editor = null;
    if (done && position) this.openPosition(position);
    else this.redraw();
  }

  async startReview(): Promise<void> {
    const { analysis } = this;
    if (!analysis) return;
    this.leaveReview();
    this.reviewing = true;
    this.redraw();
    try {
      const { Review } = await import('./review');
      // Another game may have been opened, or the review closed.
      if (this.analysis !== analysis || !this.reviewing || this.review) return;
      this.review = new Review(analysis, analysis.review, this.redraw);
    } catch (error) {
      this.reviewing = false;
      toast(explain(error));
    }
    this.redraw();
  }

  private leaveReview(): void {
    this.review?.stop();
    this.review = null;
    this.reviewing = false;
  }

  endReview(): void {
    this.leaveReview();
    this.redraw();
  }

  /** Plays a better move where a mistake was made: a variation begins. */
  playInstead(judged: Judged, text: string): void {
    const { analysis, review } = this;
    const node = review?.nodeOf(judged);
    if (!analysis || !review || !node?.parent) return;
    review.trial = null;
    review.why = null;
    analysis.go(node.parent);
    const move = analysis.state.legal.find((legal) => legal.text === text);
    if (move) this.play(move);
  }

  /** The next or previous mistake, or thing in the list. */
  jump(step: 1 | -1): boolean {
    const { analysis, review, opened } = this;
    if (review?.state === 'done' && analysis) {
      const judged = review.beside(step);
      if (!judged) return false;
      return this.step(() => analysis.go(review.nodeOf(judged)));
    }
    if (!opened || !opened.items[opened.index + step]) return false;
    this.openItem(opened.index + step);
    return true;
  }

  explore(open: boolean): void {
    this.exploring = open;
    this.redraw();
  }

  draw(drawing: Drawing): void {
    this.sketch.draw(this.analysis?.node ?? null, drawing);
    this.redraw();
  }

  async copy(text: string, said: string): Promise<void> {
    await copyText(text, said, t('analyse.not-copied'));
  }
}
