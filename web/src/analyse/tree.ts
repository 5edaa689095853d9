/** Moves with variations: a tree that begins with a position. It knows no rules. */

import type { RecordNode } from '../rules/types';

export interface TreeNode {
  /** A number of its own within the tree. */
  readonly id: number;
  readonly parent: TreeNode | null;
  /** The move that led here; empty at the root. */
  move: string;
  /** What follows: the main move first, then its variations. */
  children: TreeNode[];
  comments: string[];
  /** Comments before the first move of a variation. */
  before: string[];
  /** The child that was looked at last: going forward leads there. */
  visited: TreeNode | null;
}

/** A node as records have it. */
export type FlatNode = Pick<RecordNode, 'parent' | 'move' | 'comments' | 'before'>;

/** What was taken out, so that it can be put back. */
export interface Removed {
  node: TreeNode;
  parent: TreeNode;
  index: number;
}

export class Tree {
  readonly root: TreeNode;
  private next = 0;

  constructor() {
    this.root = this.node(null, '');
  }

  private node(parent: TreeNode | null, move: string): TreeNode {
    const id = this.next++;
    return { id, parent, move, children: [], comments: [], before: [], visited: null };
  }

  /** The node after a move: the one that is there, or a new one. */
  add(parent: TreeNode, move: string): TreeNode {
    const there = parent.children.find((child) => child.move === move);
    if (there) return there;
    const child = this.node(parent, move);
    parent.children.push(child);
    return child;
  }

  /** Adds moves one after the other, and returns the last node. */
  addLine(parent: TreeNode, moves: readonly string[]): TreeNode {
    return moves.reduce((node, move) => this.add(node, move), parent);
  }

  /** Takes a node out, with all that follows it. The root stays. */
  remove(node: TreeNode): Removed | null {
    const { parent } = node;
    if (!parent) return null;
    const index = parent.children.indexOf(node);
    parent.children.splice(index, 1);
    if (parent.visited === node) parent.visited = null;
    return { node, parent, index };
  }

  /** Puts back what was taken out; moves that came since stay. */
  restore({ node, parent, index }: Removed): TreeNode {
    const there = parent.children.find((child) => child.move === node.move);
    if (there) {
      parent.children.splice(parent.children.indexOf(there), 1);
    }
    parent.children.splice(Math.min(index, parent.children.length), 0, node);
    return node;
  }

  /** Makes the variation that a node is in the main one, where it branches off. */
  promote(node: TreeNode): boolean {
    const branch = variationOf(node);
    const siblings = branch?.parent?.children;
    if (!branch || !siblings) return false;
    siblings.splice(siblings.indexOf(branch), 1);
    siblings.unshift(branch);
    return true;
  }

  /** All nodes, in the order in which a record writes them: the root, then each move, then what it has beside it. */
  all(): TreeNode[] {
    const list = [this.root];
    const follow = (start: TreeNode) => {
      for (let node = start; node.children.length > 0;) {
        const [main, ...variations] = node.children;
        if (!main) return;
        list.push(main);
        for (const variation of variations) {
          list.push(variation);
          follow(variation);
        }
        node = main;
      }
    };
    follow(this.root);
    return list;
  }

  /** The nodes for a record: each after its parent, the main move before its variations. */
  flat(): FlatNode[] {
    const index = new Map<TreeNode, number>();
    return this.all().map((node, i) => {
      index.set(node, i);
      return {
        parent: node.parent ? (index.get(node.parent) ?? 0) : null,
        move: node.parent ? node.move : null,
        comments: [...node.comments],
        before: [...node.before],
      };
    });
  }

  /** The tree of a record's nodes. */
  static from(nodes: readonly FlatNode[]): Tree {
    const tree = new Tree();
    const made: TreeNode[] = [];
    for (const flat of nodes) {
      const parent = flat.parent === null ? undefined : made[flat.parent];
      const node = parent && flat.move !== null ? tree.add(parent, flat.move) : tree.root;
      node.comments.push(...flat.comments);
      node.before.push(...flat.before);
      made.push(node);
    }
    return tree;
  }
}

/** The nodes from the root to a node, both with it. */
export function pathOf(node: TreeNode): TreeNode[] {
  const path: TreeNode[] = [];
  for (let at: TreeNode | null = node; at; at = at.parent) path.unshift(at);
  return path;
}

/** The moves from the root to a node. */
export function movesOf(node: TreeNode): string[] {
  return pathOf(node)
    .slice(1)
    .map((at) => at.move);
}

/** How many moves lead to a node. */
export function plyOf(node: TreeNode): number {
  let ply = 0;
  for (let at = node.parent; at; at = at.parent) ply++;
  return ply;
}

/** The nodes that follow a node in its line, first moves only. */
export function following(node: TreeNode): TreeNode[] {
  const list: TreeNode[] = [];
  for (let at = node.children[0]; at; at = at.children[0]) list.push(at);
  return list;
}

/** Whether a node is in the main line. */
export function isMain(node: TreeNode): boolean {
  for (let at: TreeNode = node; at.parent; at = at.parent) {
    if (at.parent.children[0] !== at) return false;
  }
  return true;
}

/** The node at which the variation of a node branches off; nothing in the main line. */
export function variationOf(node: TreeNode): TreeNode | null {
  for (let at: TreeNode = node; at.parent; at = at.parent) {
    if (at.parent.children[0] !== at) return at;
  }
  return null;
}

/** Remembers that a node is looked at: going forward from before leads here again. */
export function visit(node: TreeNode): void {
  for (let at: TreeNode = node; at.parent; at = at.parent) at.parent.visited = at;
}

/** The node after a node: the one that was looked at last, or the main one. */
export function forward(node: TreeNode): TreeNode | null {
  return node.visited ?? node.children[0] ?? null;
}

/** The end of the line that going forward follows. */
export function endOf(node: TreeNode): TreeNode {
  let at = node;
  for (let after = forward(at); after; after = forward(at)) at = after;
  return at;
}

/** The variation beside the one that a node is in: +1 for the next, -1 for the one before. */
export function beside(node: TreeNode, step: 1 | -1): TreeNode | null {
  for (let at: TreeNode = node; at.parent; at = at.parent) {
    const siblings = at.parent.children;
    if (siblings.length > 1) {
      const index = (siblings.indexOf(at) + step + siblings.length) % siblings.length;
      return siblings[index] ?? null;
    }
  }
  return null;
}
