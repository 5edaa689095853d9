/** What is open in the workshop: the bots, the one that is edited, and what it is doing. */

import { update } from '../app';
import { EngineClient } from '../engine';
import { t } from '../i18n';
import { rewrite } from '../router';
import { announce } from '../ui/announce';
import { explain } from '../ui/errors';
import { copyText, toast } from '../ui/toast';
import { BotBox } from './box/box';
import { allFine, check, type Point } from './checking';
import { example } from './example';
import {
  keepWorkshop,
  LONGEST_NAME,
  LONGEST_SOURCE,
  newBot,
  recallWorkshop,
  type KeptBot,
  type Workshop,
} from './kept';
import { climb, type Ladder } from './ladder';
import { hasBot, readLink, writeLink, type Shared } from './link';
import { mark, type Marks } from './marking';
import { PlayTable } from './play-table';

export const MODES = ['check', 'play', 'levels', 'mark'] as const;
export type Mode = (typeof MODES)[number];

/** How long changes wait before they are kept. */
const PAUSE = 300;

export class Desk {
  readonly workshop: Workshop = recallWorkshop();
  bot: KeptBot;
  /** A bot that came with a link, and has not been taken over. */
  shared: Shared | null = null;
  /** Whether a link was opened that cannot be read. */
  unreadable = false;
  mode: Mode = 'check';
  /** What runs, and how it is stopped. */
  running: { mode: Mode; controller: AbortController } | null = null;
  problem: string | null = null;
  points: Point[] | null = null;
  ladder: Ladder | null = null;
  marks: Marks | null = null;
  table: PlayTable | null = null;
  /** What the games against the levels are. */
  levels: number | 'all' = 1;
  pairs = 1;
  private readonly removed = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly engine = new EngineClient();

  constructor(url: URL) {
    const { bots, open } = this.workshop;
    this.bot = bots.find(({ id }) => id === open) ?? bots[0] ?? this.fresh();
    void this.arrive(url);
    addEventListener('pagehide', this.hidden);
  }

  /** The tab is closed, or shows another page: what waits is kept now. */
  private readonly hidden = () => {
    if (this.timer !== undefined) this.keepNow();
  };

  /** An address was opened: it may hold a bot. */
  async arrive(url: URL): Promise<void> {
    if (!hasBot(url)) return;
    this.shared = await readLink(url);
    this.unreadable = this.shared === null;
    if (this.shared) this.stop();
    update();
  }

  /** The source that is shown: that of a link is shown before it is taken over. */
  get source(): string {
    return this.shared?.source ?? this.bot.source;
  }

  private fresh(): KeptBot {
    const bot = newBot(t('bots.first-name'), example());
    this.workshop.bots.unshift(bot);
    this.workshop.open = bot.id;
    return bot;
  }

  /** Keeps what has changed, soon. */
  private keep(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.keepNow(), PAUSE);
  }

  private keepNow(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (!keepWorkshop(this.workshop, this.removed)) toast(t('bots.not-kept'));
  }

  edit(source: string): void {
    if (this.shared) return;
    this.bot.source = source.slice(0, LONGEST_SOURCE);
    this.bot.changed = Date.now();
    this.forget();
    this.keep();
    update();
  }

  rename(name: string): void {
    this.bot.name = name.slice(0, LONGEST_NAME);
    this.bot.changed = Date.now();
    this.keep();
    update();
  }

  open(id: string): void {
    const found = this.workshop.bots.find((one) => one.id === id);
    if (!found) return;
    this.stop();
    this.bot = found;
    this.workshop.open = id;
    this.forget();
    this.keepNow();
    update();
  }

  /** A new bot; the last of the list goes where there are too many. */
  add(bot: KeptBot = newBot(t('bots.first-name'), example())): void {
    this.workshop.bots.unshift(bot);
    this.open(bot.id);
  }

  remove(): void {
    const { bots } = this.workshop;
    this.removed.add(this.bot.id);
    bots.splice(bots.indexOf(this.bot), 1);
    this.open((bots[0] ?? this.fresh()).id);
  }

  /** Takes over the bot of a link: from now on it can be run. */
  take(): void {
    if (!this.shared) return;
    const { name, source } = this.shared;
    this.leaveLink();
    this.add(newBot(name || t('bots.first-name'), source));
  }

  leaveLink(): void {
    this.shared = null;
    this.unreadable = false;
    rewrite('/bots/workshop');
    update();
  }

  async share(): Promise<void> {
    const link = await writeLink({ name: this.bot.name, source: this.bot.source });
    if (link === null) return toast(t('bots.share.long'));
    const address = new URL(`/bots/workshop${link}`, location.href).href;
    await copyText(address, t('bots.share.done'), t('bots.share.failed'));
  }

  choose(change: Partial<Pick<Workshop, 'game' | 'limit'>>): void {
    this.stop();
    Object.assign(this.workshop, change);
    this.forget();
    this.keepNow();
    update();
  }

  show(mode: Mode): void {
    this.mode = mode;
    update();
  }

  get game(): { name: string } {
    return { name: this.workshop.game };
  }

  /** What was found out about a source that is another one now. */
  private forget(): void {
    if (this.running) this.stop();
    this.points = this.ladder = this.marks = null;
    this.problem = null;
    this.closeTable();
  }

  private closeTable(): void {
    this.table?.stop();
    this.table = null;
  }

  private newBox(): BotBox {
    return new BotBox(this.bot.source, this.game, this.workshop.limit);
  }

  /** Runs one thing at a time, until it ends or is stopped. */
  private async run(
    mode: Mode,
    work: (box: BotBox, signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    if (this.shared) return;
    this.stop();
    const controller = new AbortController();
    const box = this.newBox();
    controller.signal.addEventListener('abort', () => {
      box.close();
      this.engine.stop();
    });
    const running = { mode, controller };
    this.running = running;
    this.problem = null;
    update();
    try {
      await work(box, controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) this.problem = explain(error);
    }
    box.close();
    if (this.running === running) this.running = null;
    update();
  }

  stop(): void {
    const { running } = this;
    this.running = null;
    running?.controller.abort();
    update();
  }

  check(): Promise<void> {
    this.points = [];
    return this.run('check', async (box, signal) => {
      await check(
        box,
        this.game,
        (points) => {
          this.points = points;
          update();
        },
        signal,
      );
      if (!signal.aborted)
        announce(t(allFine(this.points ?? []) ? 'bots.check.fine' : 'bots.check.not-fine'));
    });
  }

  climb(): Promise<void> {
    this.ladder = null;
    const levels = this.levels === 'all' ? [1, 2, 3, 4, 5, 6, 7, 8] : [this.levels];
    return this.run('levels', (box, signal) =>
      climb(
        box,
        this.engine,
        this.game,
        levels,
        this.pairs,
        (ladder) => {
          this.ladder = ladder;
          update();
        },
        signal,
      ),
    );
  }

  mark(): Promise<void> {
    this.marks = null;
    const [seed = 1] = crypto.getRandomValues(new Uint16Array(1));
    return this.run('mark', (box, signal) =>
      mark(
        box,
        this.game,
        seed,
        (marks) => {
          this.marks = marks;
          update();
        },
        signal,
      ),
    );
  }

  play(own: 'tiger' | 'goat'): void {
    if (this.shared) return;
    this.stop();
    this.closeTable();
    this.table = new PlayTable(this.newBox(), this.game, own, update);
    this.table.start();
    update();
  }

  /** The page is left. */
  leave(): void {
    this.stop();
    this.closeTable();
    this.engine.close();
    removeEventListener('pagehide', this.hidden);
    this.hidden();
  }
}
