import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import '../i18n/for-tests';
import { use } from '../rules';
import { caller } from '../rules/module';
import { bars, bySource, drawn, series, size, total } from './counting';
import { GAMES, stored } from './data';
import { replay } from './replay';

beforeAll(async () => {
  const bytes = readFileSync(new URL('../wasm/rules.wasm', import.meta.url));
  const { instance } = await WebAssembly.instantiate(bytes, {});
  use(caller(instance));
});

describe.each(GAMES)('the stored copy of %s', (game) => {
  it('adds up: every position has one value', async () => {
    const { classes } = await stored(game);
    for (const phase of ['placement', 'sliding'] as const) {
      for (const turn of ['tiger', 'goat'] as const) {
        const all = bars(classes, phase, turn, phase === 'placement' ? 'placed' : 'captured');
        expect(all.length).toBeGreaterThan(0);
        for (const bar of all) {
          expect(bar.tigerWins + drawn(bar) + bar.goatWins).toBe(bar.positions);
        }
      }
    }
  });

  it('counts as many wins by plies as there are wins', async () => {
    const { classes, distances } = await stored(game);
    const wins = (outcome: 'tiger-win' | 'goat-win') =>
      series(distances, outcome, 4)
        .flatMap((one) => one.counts)
        .reduce((sum, count) => sum + count, 0);
    const sliding = classes.filter((row) => row.phase === 'sliding');
    expect(wins('tiger-win')).toBe(sliding.reduce((sum, row) => sum + row.tiger_wins, 0));
    expect(wins('goat-win')).toBe(sliding.reduce((sum, row) => sum + row.goat_wins, 0));
  });
});

it('has the numbers of the results', async () => {
  const { classes, distances, published } = await stored('bagh-chal');
  expect(total(classes)).toBe(33_047_412_750 + 88_260_972);
  expect(Math.max(...series(distances, 'tiger-win', 4).map((one) => one.longest))).toBe(137);
  expect(Math.max(...series(distances, 'goat-win', 4).map((one) => one.longest))).toBe(116);
  expect(published.length).toBe(248);
  expect(published.every((number) => number.agreement !== 'differs')).toBe(true);
  expect(bySource(published).flatMap(([, list]) => list).length).toBe(248);
});

it('steps through a record to its end', () => {
  const text = readFileSync(
    new URL('../../../docs/records/longest-goat-win-0-captured.bagh', import.meta.url),
    'utf8',
  );
  const line = replay('bagh-chal', text);
  expect(line.moves.length).toBe(116);
  line.go(999);
  expect(line.atEnd).toBe(true);
  expect(line.state.result?.reason).toBe('tigers-trapped');
  line.go(-3);
  expect([line.ply, line.state.result]).toEqual([0, null]);
});

it('writes sizes for people', () => {
  expect([0, 999, 1500, 4_679_478, 1_482_009_320].map(size)).toEqual([
    '0 B',
    '999 B',
    '1.5 kB',
    '4.7 MB',
    '1.5 GB',
  ]);
});
