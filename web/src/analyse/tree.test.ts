import { describe, expect, it } from 'vitest';
import { readAddress, readMoves, writeAddress, writeMoves } from './address';
import {
  Tree,
  beside,
  endOf,
  following,
  forward,
  isMain,
  movesOf,
  plyOf,
  variationOf,
  visit,
  type TreeNode,
} from './tree';

const open = (path: string) => readAddress(new URL(path, 'http://localhost'));
const find = (tree: Tree, move: string): TreeNode => {
  const node = tree.all().find((at) => at.move === move);
  if (!node) throw new Error(`no ${move} in the tree`);
  return node;
};

describe('a tree of moves', () => {
  const moves = 'a_b*c_d*e.._f*g._h';

  it('is written and read back, to any depth', () => {
    expect(writeMoves(readMoves(moves))).toBe(moves);
    // A variation of a variation's first move is one more of the same moves.
    const tree = readMoves('a*b*x.*y_z..*c._d');
    expect(writeMoves(tree)).toBe('a*b.*x.*y_z.*c._d');
  });

  it('finds lines, variations and ends', () => {
    const tree = readMoves(moves);
    expect(following(tree.root).map((node) => node.move)).toEqual(['a', 'b', 'f', 'h']);
    expect(movesOf(find(tree, 'e'))).toEqual(['a', 'c', 'e']);
    expect(plyOf(find(tree, 'h'))).toBe(4);
    expect(isMain(find(tree, 'f'))).toBe(true);
    expect(isMain(find(tree, 'd'))).toBe(false);
    expect(variationOf(find(tree, 'd'))?.move).toBe('c');
    expect(variationOf(find(tree, 'e'))?.move).toBe('e');
    expect(variationOf(find(tree, 'h'))).toBeNull();
    expect(endOf(tree.root).move).toBe('h');
  });

  it('goes forward to where it was', () => {
    const tree = readMoves(moves);
    visit(find(tree, 'e'));
    expect(forward(find(tree, 'a'))?.move).toBe('c');
    expect(endOf(tree.root).move).toBe('e');
    visit(find(tree, 'b'));
    expect(endOf(tree.root).move).toBe('h');
  });

  it('steps between variations, also from further on', () => {
    const tree = readMoves(moves);
    expect(beside(find(tree, 'b'), 1)?.move).toBe('c');
    expect(beside(find(tree, 'c'), 1)?.move).toBe('b');
    expect(beside(find(tree, 'c'), -1)?.move).toBe('b');
    expect(beside(find(tree, 'h'), 1)?.move).toBe('g');
    expect(beside(find(tree, 'a'), 1)).toBeNull();
    expect(beside(tree.root, 1)).toBeNull();
  });

  it('adds a move once', () => {
    const tree = readMoves(moves);
    const count = tree.all().length;
    expect(tree.add(find(tree, 'a'), 'c')).toBe(find(tree, 'c'));
    expect(tree.all()).toHaveLength(count);
    expect(tree.addLine(find(tree, 'a'), ['c', 'd', 'k']).parent).toBe(find(tree, 'd'));
    expect(tree.all()).toHaveLength(count + 1);
  });

  it('promotes the variation where it branches off', () => {
    const tree = readMoves(moves);
    expect(tree.promote(find(tree, 'e'))).toBe(true);
    expect(writeMoves(tree)).toBe('a_b*c_e*d.._f*g._h');
    expect(tree.promote(find(tree, 'e'))).toBe(true);
    expect(writeMoves(tree)).toBe('a_c*b_f*g._h._e*d.');
    expect(tree.promote(find(tree, 'e'))).toBe(false);
    expect(tree.promote(tree.root)).toBe(false);
  });

  it('deletes what follows too, and takes it back', () => {
    const tree = readMoves(moves);
    visit(find(tree, 'd'));
    const removed = tree.remove(find(tree, 'c'));
    expect(writeMoves(tree)).toBe('a_b_f*g._h');
    expect(forward(find(tree, 'a'))?.move).toBe('b');
    if (!removed) throw new Error('nothing was removed');
    tree.restore(removed);
    expect(writeMoves(tree)).toBe(moves);
    // The same move may have been played again meanwhile.
    const again = tree.remove(find(tree, 'b'));
    tree.add(find(tree, 'a'), 'b');
    if (again) tree.restore(again);
    expect(writeMoves(tree)).toBe(moves);
    expect(tree.remove(tree.root)).toBeNull();
  });

  it('becomes the nodes of a record, with comments, and comes back', () => {
    const tree = readMoves(moves);
    find(tree, 'c').comments.push('well {played}');
    find(tree, 'c').before.push('instead');
    const flat = tree.flat();
    expect(flat[0]).toEqual({ parent: null, move: null, comments: [], before: [] });
    flat.forEach((node, i) => expect(node.parent ?? -1).toBeLessThan(i));
    const back = Tree.from(flat);
    expect(writeMoves(back)).toBe(moves);
    expect(back.flat()).toEqual(flat);
  });
});

describe('the address of an analysis', () => {
  it('brings back the node in the main line and in a variation', () => {
    for (const move of ['a', 'c', 'e', 'g', 'h']) {
      const first = open('/analyse/bagh-chal?moves=a_b*c_d*e.._f*g._h');
      const address = { ...first, node: find(first.tree, move) };
      const again = open(writeAddress(address));
      expect(again.node.move).toBe(move);
      expect(writeMoves(again.tree)).toBe('a_b*c_d*e.._f*g._h');
    }
  });

  it('holds game, captures, first position and review', () => {
    const path =
      '/analyse/aadu-puli?captures=8&position=1%2F6%2F6%2F6%2F4+t+g15+c0+-+0&moves=B4_B0&review=tiger';
    const address = open(path);
    expect(address).toMatchObject({
      name: 'aadu-puli',
      captures: 8,
      start: '1/6/6/6/4 t g15 c0 - 0',
      review: 'tiger',
    });
    expect(writeAddress(address)).toBe(path);
  });

  it('takes a name that cannot be decoded as it stands', () => {
    expect(open('/analyse/%zz?moves=a').name).toBe('%zz');
    expect(open('/embed/%E0%A4%A').name).toBe('%E0%A4%A');
    expect(open('/analyse/aadu%2Dpuli').name).toBe('aadu-puli');
  });

  it('passes over numbers that are none', () => {
    const address = open('/analyse?moves=a_b&ply=x&at=-1&captures=five&review=me');
    expect(address.name).toBe('bagh-chal');
    expect(address.node.move).toBe('b');
    expect(address).not.toHaveProperty('captures');
    expect(address).not.toHaveProperty('review');
    expect(open('/analyse?moves=a_b&ply=77').node.move).toBe('b');
    expect(open('/analyse?moves=a_b&ply=0').node.move).toBe('');
    expect(writeMoves(open('/analyse?moves=..*_a*').tree)).toBe('a');
  });

  it('keeps the line that is shown if all variations would be too long', () => {
    const first = open('/analyse/bagh-chal?moves=a_b');
    for (let i = 0; i < 3000; i++) first.tree.add(first.tree.root, `m${i}`);
    const address = writeAddress(first);
    expect(address).toBe('/analyse/bagh-chal?moves=a_b');
  });
});
