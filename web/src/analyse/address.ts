/**
 * The address of an analysis: game, captures, first position, moves with variations, and the node
 * that is shown. Reopening it shows the same.
 *
 * Moves stand with `_` between them. A variation stands after the move that it replaces, between
 * `*` and `.`: `C1_E1D1*A1B1_B2._B1` is 1. C1 E1D1 (1... A1B1 2. B2) 2. B1. None of these
 * characters has to be escaped in an address.
 */

import { decoded } from '../links';
import { Tree, isMain, movesOf, plyOf, type TreeNode } from './tree';
import type { Side } from '../rules/types';

/** The service reads requests of up to 16 kB, and something is needed for the rest of them. */
const LONGEST = 10_000;

export type Reviewed = Side | 'both';

export interface Address {
  name: string;
  captures?: number;
  start?: string;
  tree: Tree;
  node: TreeNode;
  /** Whose game is reviewed. */
  review?: Reviewed;
}

/** The moves of a tree as a text. */
export function writeMoves(tree: Tree): string {
  const line = (start: TreeNode): string => {
    let text = '';
    for (let node: TreeNode | undefined = start; node; node = node.children[0]) {
      const [main, ...variations] = node.children;
      if (!main) break;
      text += `${text && !text.endsWith('_') ? '_' : ''}${main.move}`;
      for (const variation of variations) {
        const rest = line(variation);
        text += `*${variation.move}${rest ? `_${rest}` : ''}.`;
      }
    }
    return text;
  };
  return line(tree.root);
}

/** The tree of such a text. What makes no sense in it is passed over: the rules check the moves. */
export function readMoves(text: string): Tree {
  const tree = new Tree();
  let node = tree.root;
  const outer: TreeNode[] = [];
  for (const token of text.match(/[*.]|[^_*.]+/g) ?? []) {
    if (token === '*') {
      outer.push(node);
      node = node.parent ?? node;
    } else if (token === '.') {
      node = outer.pop() ?? node;
    } else {
      node = tree.add(node, token);
    }
  }
  return tree;
}

/** The number after the name, if it is a whole one. */
function whole(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

export function readAddress(url: URL): Address {
  const query = url.searchParams;
  const tree = readMoves(query.get('moves') ?? '');
  const captures = whole(query.get('captures'));
  const start = query.get('position');
  const review = query.get('review');
  const nodes = tree.all();
  const at = whole(query.get('at'));
  const ply = whole(query.get('ply'));
  const main = nodes.filter(isMain);
  const node =
    (at === undefined ? undefined : nodes[at]) ??
    main[ply === undefined ? main.length - 1 : Math.min(ply, main.length - 1)] ??
    tree.root;
  return {
    name: decoded(url.pathname.split('/')[2] ?? '') || 'bagh-chal',
    tree,
    node,
    ...(captures === undefined ? {} : { captures }),
    ...(start ? { start } : {}),
    ...(review === 'tiger' || review === 'goat' || review === 'both' ? { review } : {}),
  };
}

export function writeAddress(address: Address): string {
  const { name, captures, start, review } = address;
  let { tree, node } = address;
  if (writeMoves(tree).length > LONGEST) {
    // Too much for an address: the line that is shown stays.
    const moves = movesOf(node);
    tree = new Tree();
    node = tree.addLine(tree.root, moves);
  }
  const query = new URLSearchParams();
  if (captures !== undefined) query.set('captures', String(captures));
  if (start) query.set('position', start);
  const moves = writeMoves(tree);
  if (moves) query.set('moves', moves);
  if (!isMain(node)) query.set('at', String(tree.all().indexOf(node)));
  else if (node.children.length > 0) query.set('ply', String(plyOf(node)));
  if (review) query.set('review', review);
  const text = query.toString();
  return `/analyse/${encodeURIComponent(name)}${text ? `?${text}` : ''}`;
}

/** The address of an analysis that a text is, whichever host it names; nothing if it is none. */
export function linkIn(text: string): URL | null {
  const trimmed = text.trim();
  if (!/^(https?:\/\/\S+|\/analyse\/\S*)$/.test(trimmed)) return null;
  try {
    const url = new URL(trimmed, 'http://localhost');
    return /^\/(analyse|embed)(\/|$)/.test(url.pathname) ? url : null;
  } catch {
    return null;
  }
}
