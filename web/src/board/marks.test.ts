import { expect, it } from 'vitest';
import type { Arrow, Mark } from './config';
import type { Layout } from './geometry';
import { arrows, marks } from './marks';

const layout: Layout = {
  spots: [0, 100, 200].flatMap((y) => [0, 100, 200].map((x) => ({ x, y }))),
  width: 300,
  height: 300,
  zoom: 1,
  size: 1,
};
const texts = (drawing: string) => [...drawing.matchAll(/<text[^>]*>([^<]*)</g)].map((m) => m[1]);

it('a number stands in the shape of its outcome, and nothing is drawn across it', () => {
  const mark = (kind: Mark['kind'], label: string) => marks(layout, [{ point: 4, kind, label }]);
  expect(texts(mark('draw', '×3'))).toEqual(['×3']);
  // Without a number a draw is two bars, which would strike it through.
  expect(mark('draw', '×3')).toContain('<rect');
  expect(mark('draw', '')).not.toContain('<rect');
  const shapes = (['tiger-win', 'draw', 'goat-win'] as const).map((kind) =>
    mark(kind, '12').replace(/mark-[a-z-]+/, ''),
  );
  expect(new Set(shapes).size).toBe(3);
});

it('arrows of one piece that say the same say it once, where there is most room', () => {
  const arrow = (from: number, to: number, label = '×3', soft = false): Arrow => ({
    from,
    to,
    kind: 'draw',
    label,
    soft,
  });
  const list = [arrow(0, 1), arrow(0, 2), arrow(0, 3), arrow(8, 7), arrow(0, 4, '×2', true)];
  const drawn = arrows(layout, list);
  expect(texts(drawn).sort()).toEqual(['×2', '×3', '×3']);
  const groups = drawn.split('<g class="arrow ').slice(1);
  expect(groups.map((group) => texts(group).length)).toEqual([0, 1, 0, 1, 1]);
  // What it is, is still to be seen on each of them.
  for (const group of groups) expect(group).toContain('arrow-label');
});
