import { readFileSync } from 'node:fs';
import '../i18n/for-tests';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { playedGames, score } from '../play/history';
import { use } from '../rules';
import { caller } from '../rules/module';
import { rememberOnline } from './remember';
import type { Snapshot } from './types';

beforeAll(async () => {
  const bytes = readFileSync(new URL('../wasm/rules.wasm', import.meta.url));
  const { instance } = await WebAssembly.instantiate(bytes, {});
  use(caller(instance));
});

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    removeItem: (name: string) => kept.delete(name),
  });
});

const NOW = Date.UTC(2026, 0, 5);

function session(ending: Snapshot['ending'], at = NOW - 1000) {
  const snapshot = { ending, at, moves: ['C3', 'A1B1'] } as unknown as Snapshot;
  const rival = { id: 'p2', name: 'Maya', deleted: false } as never;
  return {
    id: 'g1',
    you: 'goat' as const,
    opponent: 'tiger' as const,
    players: { tiger: rival, goat: null },
    snapshot,
    ref: { name: 'bagh-chal', captures: 5 },
  };
}

it('an own game is remembered, and how well it was played once that is known', () => {
  const over = session({ outcome: 'goat-win', reason: 'timeout' });
  rememberOnline(over, null, NOW);
  expect(playedGames()).toEqual([
    {
      id: 'online-g1',
      game: { name: 'bagh-chal' },
      moves: ['C3', 'A1B1'],
      outcome: 'goat-win',
      reason: 'time',
      own: 'goat',
      online: { opponent: 'Maya' },
      hints: 0,
      takenBack: 0,
      when: NOW - 1000,
    },
  ]);
  expect(score(playedGames()[0]!)).toBe('won');
  rememberOnline(over, { accuracy: { tiger: null, goat: 0.9 }, source: 'tables' }, NOW);
  rememberOnline(over, null, NOW);
  expect(playedGames()).toMatchObject([{ id: 'online-g1', accuracy: 0.9, exact: true }]);
});

it('games of others, aborted ones and old ones are not', () => {
  rememberOnline({ ...session({ outcome: 'draw', reason: 'agreement' }), you: null }, null, NOW);
  rememberOnline(session({ outcome: null, reason: 'aborted' }), null, NOW);
  rememberOnline(session(undefined), null, NOW);
  rememberOnline(session({ outcome: 'draw', reason: 'agreement' }, NOW - 2e8), null, NOW);
  expect(playedGames()).toEqual([]);
});
