import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { use } from '../rules';
import { caller } from '../rules/module';
import { matchScores, type MatchGame } from './match';

beforeAll(async () => {
  const bytes = readFileSync(new URL('../wasm/rules.wasm', import.meta.url));
  const { instance } = await WebAssembly.instantiate(bytes, {});
  use(caller(instance));
});

const setup = { game: 'kaooa', time: { type: 'unlimited' as const }, rated: false };
const game = (tiger: string, goat: string, moves: string, ending: MatchGame['ending']) => ({
  setup,
  seats: { tiger, goat },
  moves: moves.split(' '),
  ...(ending ? { ending } : {}),
});

it('counts wins, grand wins twelve times, and captures with the tigers', () => {
  const first = game('maya', 'tenzin', 'B3 C3 B3D2', {
    outcome: 'goat-win',
    reason: 'resignation',
  });
  const second = game('tenzin', 'maya', 'B3 C3', { outcome: 'goat-win', reason: 'dandee' });
  expect(Object.fromEntries(matchScores([first, second]))).toEqual({
    maya: { wins: 12, captures: 1 },
    tenzin: { wins: 1, captures: 0 },
  });
  const draw = game('tenzin', 'maya', 'B3', { outcome: 'draw', reason: 'agreement' });
  expect(matchScores([draw]).get('maya')).toEqual({ wins: 0, captures: 0 });
});
