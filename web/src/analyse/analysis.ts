/** One analysis: a game, a tree of moves, and the node that is shown. It draws nothing. */

import { t } from '../i18n';
import { explain } from '../ui/errors';
import {
  RulesError,
  state as stateOf,
  writeRecord,
  type Move,
  type Outcome,
  type Reason,
  type State,
} from '../rules';
import * as v from 'valibot';
import { short, whole } from '../rules/schema';
import { keep, recall, type Reads } from '../store';
import { writeMoves, type Reviewed } from './address';
import type { Subject } from './boards';
import { bestMoves } from './grouping';
import type { Item } from './reading';
import {
  Tree,
  beside,
  endOf,
  forward,
  isMain,
  movesOf,
  pathOf,
  visit,
  type FlatNode,
  type Removed,
  type TreeNode,
} from './tree';
import { Values, keyOf, type Value } from './values';

/** What is marked on the board. */
export const MARKINGS = ['all', 'best', 'none'] as const;
export type Marking = (typeof MARKINGS)[number];

/** What an analysis begins with. */
export interface Beginning {
  start?: string | undefined;
  tree: Tree;
  node: TreeNode;
  tags?: [string, string][];
  /** A result that the rules do not give, such as by resignation. */
  declared?: Declared | undefined;
  review?: Reviewed | undefined;
}

export interface Declared {
  outcome: Outcome;
  reason: Reason | null;
}

/** The last analysis, comments and all, as the browser remembers it. */
export interface KeptAnalysis {
  name: string;
  captures?: number;
  start?: string;
  moves: string;
  nodes: FlatNode[];
  tags: [string, string][];
  at: number;
}

const KEPT = 'analysis';

const text = v.pipe(v.string(), v.maxLength(100_000));
const keptSchema: Reads<KeptAnalysis> = v.object({
  name: short,
  captures: v.exactOptional(whole),
  start: v.exactOptional(short),
  moves: text,
  nodes: v.array(
    v.object({
      parent: v.nullable(whole),
      move: v.nullable(short),
      comments: v.array(text),
      before: v.array(text),
    }),
  ),
  tags: v.array(v.tuple([text, text])),
  at: v.fallback(whole, 0),
});

export function keptAnalysis(): KeptAnalysis | undefined {
  return recall(KEPT, keptSchema);
}

export class Analysis {
  readonly tree: Tree;
  readonly start: string | undefined;
  readonly tags: [string, string][];
  readonly review: Reviewed | undefined;
  /** The declared result, and the main line that it belongs to. */
  private readonly declared: (Declared & { moves: string }) | null;
  readonly values: Values;
  node: TreeNode;
  /** What was deleted last, until something else happens. */
  removed: (Removed & { count: number }) | null = null;
  /** What is wrong with what was asked for, in words. */
  notice: string | null = null;
  private readonly states = new Map<TreeNode, State>();

  constructor(
    readonly subject: Subject,
    beginning: Beginning,
    private readonly changed: () => void,
  ) {
    this.values = new Values(subject, changed);
    this.tree = beginning.tree;
    this.tags = beginning.tags ?? [];
    this.review = beginning.review;
    this.start = this.readStart(beginning.start);
    this.node = this.prune(beginning.node);
    this.declared = beginning.declared ? { ...beginning.declared, moves: this.mainMoves } : null;
    visit(this.node);
  }

  private readStart(text: string | undefined): string | undefined {
    if (!text) return undefined;
    try {
      const { position } = stateOf(this.subject.ref, [], text);
      return keyOf(position) === keyOf(this.subject.game.start) ? undefined : text;
    } catch (error) {
      const reason = explain(error, this.subject.game);
      this.notice = t('analyse.bad-position', { reason });
      // Moves from a position that is not there mean nothing.
      this.tree.root.children = [];
      return undefined;
    }
  }

  /** Takes out moves that cannot be played, and writes the others as this project does. */
  private prune(wanted: TreeNode): TreeNode {
    for (const leaf of this.tree.all().filter((node) => node.children.length === 0)) {
      const path = pathOf(leaf);
      try {
        const { moves } = stateOf(this.subject.ref, movesOf(leaf), this.start);
        moves.forEach((text, i) => {
          const node = path[i + 1];
          if (node) node.move = text;
        });
      } catch (error) {
        const index = error instanceof RulesError ? (error.fault.index ?? 0) : 0;
        const bad = path[index + 1];
        if (bad) this.tree.remove(bad);
        const reason = explain(error, this.subject.game);
        this.notice = t('analyse.illegal', { reason });
      }
    }
    const there = new Set(this.tree.all());
    return pathOf(wanted).findLast((node) => there.has(node)) ?? this.tree.root;
  }

  stop(): void {
    this.values.stop();
  }

  stateAt(node: TreeNode): State {
    let state = this.states.get(node);
    if (!state) {
      state = stateOf(this.subject.ref, movesOf(node), this.start);
      this.states.set(node, state);
    }
    return state;
  }

  get state(): State {
    return this.stateAt(this.node);
  }

  /** The state after one more move, for a preview. */
  after(move: string): State {
    return stateOf(this.subject.ref, [...movesOf(this.node), move], this.start);
  }

  /** What the tables say of the position that is shown; nothing once the game is over. */
  get value(): Value | null {
    const { state } = this;
    if (state.result) return null;
    const value = this.values.of(state.position);
    this.values.watch(state.position);
    return value;
  }

  /** The computer's estimate, where the tables do not say. */
  get estimate() {
    return this.values.estimate(this.state.position, {
      game: this.subject.ref,
      start: this.start,
      moves: movesOf(this.node),
    });
  }

  /** The best move that is known by now. */
  get best(): string | null {
    const { value } = this;
    if (!value || value.kind === 'asking') return null;
    if (value.kind === 'known') return bestMoves(value.moves)[0] ?? null;
    return this.estimate.found?.lines[0]?.moves[0] ?? null;
  }

  /** The line that is shown: to the node, and on to its end. */
  get end(): TreeNode {
    return endOf(this.node);
  }

  private happened(): void {
    this.keep();
    this.changed();
  }

  go(node: TreeNode | null): boolean {
    if (!node || node === this.node) return false;
    this.node = node;
    this.notice = null;
    visit(node);
    this.happened();
    return true;
  }

  back = (): boolean => this.go(this.node.parent);
  forward = (): boolean => this.go(forward(this.node));
  first = (): boolean => this.go(this.tree.root);
  last = (): boolean => this.go(this.end);
  sideways = (step: 1 | -1): boolean => this.go(beside(this.node, step));

  /** Plays a move: the node is there already, or a variation begins. */
  play(move: Pick<Move, 'text'>): boolean {
    if (!this.state.legal.some((legal) => legal.text === move.text)) return false;
    this.removed = null;
    return this.go(this.tree.add(this.node, move.text));
  }

  /** Plays moves one after the other, as far as they go. */
  playLine(moves: readonly string[]): void {
    for (const text of moves) if (!this.play({ text })) return;
  }

  promote(node: TreeNode): boolean {
    const promoted = this.tree.promote(node);
    if (promoted) this.happened();
    return promoted;
  }

  remove(node: TreeNode): boolean {
    const removed = this.tree.remove(node);
    if (!removed) return false;
    const sub = (at: TreeNode): number => at.children.reduce((sum, c) => sum + sub(c), 1);
    this.removed = { ...removed, count: sub(node) };
    if (pathOf(this.node).includes(node)) this.node = removed.parent;
    this.happened();
    return true;
  }

  undoRemove(): void {
    if (!this.removed) return;
    const node = this.tree.restore(this.removed);
    this.removed = null;
    if (!this.go(node)) this.happened();
  }

  comment(node: TreeNode, text: string): void {
    node.comments = text.trim() ? [text.trim()] : [];
    this.happened();
  }

  /** The moves of the main line. */
  get main(): TreeNode[] {
    return this.tree.all().filter((node) => node.parent && isMain(node));
  }

  private get mainMoves(): string {
    return this.main.map((node) => node.move).join(' ');
  }

  /** The whole tree as a record. */
  record(format?: string): string {
    const { ref } = this.subject;
    // A result holds for the game as it was, not for other moves.
    const declared = this.declared?.moves === this.mainMoves ? this.declared : null;
    return writeRecord(ref, {
      nodes: this.tree.flat(),
      tags: this.tags,
      ...(declared ? { outcome: declared.outcome, reason: declared.reason } : {}),
      ...(this.start ? { start: this.start } : {}),
      ...(format ? { format } : {}),
    });
  }

  private keep(): void {
    const { name, captures } = this.subject;
    const kept: KeptAnalysis = {
      name,
      ...(captures === undefined ? {} : { captures }),
      ...(this.start ? { start: this.start } : {}),
      moves: writeMoves(this.tree),
      nodes: this.tree.flat(),
      tags: this.tags,
      at: this.tree.all().indexOf(this.node),
    };
    keep(KEPT, kept);
  }
}

/** The beginning that an address asks for, with the comments that the browser remembers for it. */
export function withComments(
  asked: { name: string; captures?: number; start?: string; tree: Tree; node: TreeNode },
  kept: KeptAnalysis | undefined,
): Beginning {
  const same =
    kept &&
    kept.name === asked.name &&
    kept.captures === asked.captures &&
    keyOf(kept.start ?? '') === keyOf(asked.start ?? '') &&
    kept.moves === writeMoves(asked.tree);
  if (!same) return { start: asked.start, tree: asked.tree, node: asked.node };
  const tree = Tree.from(kept.nodes);
  const at = asked.tree.all().indexOf(asked.node);
  return { start: asked.start, tree, node: tree.all()[at] ?? tree.root, tags: kept.tags };
}

/** What an item of a list begins with: the end of positions that follow each other, else the start. */
export function beginItem(item: Item): Beginning {
  const { start, tree, tags, declared } = item;
  return { start, tree, node: tree.root, tags, declared };
}

/** The usual start of a game. */
export function freshTree(): Beginning {
  const tree = new Tree();
  return { tree, node: tree.root };
}
