/** Every screen of the app, and how a test gets there with as few steps as possible. */

import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Collection } from '../src/learn/puzzles';
import { click, expect, TIGERS_WIN } from './support';

export const SIZES = [
  { width: 1366, height: 850 },
  { width: 390, height: 844 },
  { width: 320, height: 568 },
  { width: 844, height: 390 },
];

const WHEN = Date.UTC(2026, 0, 5, 12);

/** A game that the browser remembers, so that it need not be played first. */
function game(moves: readonly string[], more: object = {}): object {
  return {
    id: 'seeded',
    game: { name: 'bagh-chal' },
    opponent: { kind: 'computer', side: 'goat', level: 2 },
    moves,
    seed: 1,
    hints: 0,
    takenBack: 0,
    began: WHEN,
    changed: WHEN,
    ...more,
  };
}

/** A game that the history remembers. */
function played(i: number): object {
  const won = i % 3 !== 0;
  return {
    id: `played-${i}`,
    game: { name: 'bagh-chal' },
    moves: TIGERS_WIN,
    outcome: 'tiger-win',
    reason: 'captures',
    own: won ? 'tiger' : 'goat',
    level: (i % 8) + 1,
    hints: 0,
    takenBack: 0,
    when: WHEN - i * 86_400_000,
    accuracy: 0.55 + 0.05 * (i % 7),
    exact: true,
  };
}

/** Stores something before the page opens. */
async function remember(page: Page, stored: Record<string, unknown>): Promise<void> {
  await page.addInitScript((stored) => {
    for (const [name, value] of Object.entries(stored)) {
      localStorage.setItem(`bagh.${name}`, JSON.stringify(value));
    }
    if ('game.seeded' in stored) sessionStorage.setItem('bagh.seat', 'seeded');
  }, stored);
}

const board = (page: Page) => expect(page.locator('bagh-board').first()).toBeVisible();

export const REVIEWED = `/analyse/bagh-chal?moves=${TIGERS_WIN.join('_')}&review=goat`;

export const SCREENS: Record<string, (page: Page) => Promise<void>> = {
  home: async (page) => {
    await page.goto('/');
    await expect(page.locator('.game-card')).toHaveCount(2);
  },
  setup: async (page) => {
    await page.goto('/play?setup');
    await expect(page.locator('.board-choice')).toHaveCount(6);
  },
  playing: async (page) => {
    await remember(page, { 'game.seeded': game(TIGERS_WIN.slice(0, 9)) });
    await page.goto('/play');
    await expect(page.locator('.strip').first()).toBeVisible();
  },
  result: async (page) => {
    await remember(page, { 'game.seeded': game(TIGERS_WIN, { over: true }) });
    await page.goto('/play');
    await expect(page.locator('.result')).toContainText('%');
  },
  review: async (page) => {
    await page.goto(REVIEWED);
    await expect(page.locator('.coach-words')).not.toHaveText('…');
  },
  analysis: async (page) => {
    await page.goto('/analyse/bagh-chal?moves=C1_E1D1');
    await page.locator('.explorer summary').click();
    await expect(page.locator('.explorer-table')).toBeVisible();
    await page.evaluate(() => scrollTo(0, 0));
  },
  editor: async (page) => {
    await page.goto('/analyse/bagh-chal?moves=C1_E1D1');
    await page.locator('.tools button').first().click();
    await expect(page.locator('.palette, .editor').first()).toBeVisible();
  },
  help: async (page) => {
    await page.goto('/analyse/bagh-chal');
    await page.locator('.help-button').click();
    await expect(page.locator('dialog.keys')).toBeVisible();
  },
  trial: async (page) => {
    await page.goto(REVIEWED);
    await expect(page.locator('.coach-words')).not.toHaveText('…');
    await page.locator('.coach .row button').nth(2).click();
    await expect(page.locator('.trial')).toBeVisible();
  },
  mistakes: async (page) => {
    await remember(page, {
      mistakes: [
        {
          game: 'bagh-chal',
          position: 'T3T/5/3G1/5/T3T g g19 c0 - 2',
          side: 'goat',
          played: 'E4',
          best: ['A3'],
          before: { outcome: 'draw', captures: 3 },
          after: { outcome: 'draw', captures: 4 },
          when: WHEN,
        },
      ],
    });
    await page.goto('/learn/mistakes');
    await board(page);
  },
  resigning: async (page) => {
    await SCREENS.playing!(page);
    await page.locator('.actions .action').nth(2).click();
    await expect(page.locator('.sure')).toBeVisible();
  },
  elsewhere: async (page) => {
    await SCREENS.playing!(page);
    // Another tab takes the game.
    await page.evaluate(() => {
      void navigator.locks.request(
        'bagh.game.seeded',
        { steal: true },
        () => new Promise(() => {}),
      );
    });
    await expect(page.locator('.prose-panel h1')).toBeVisible();
  },
  failure: async (page) => {
    await page.goto('/about');
    await page.locator('main h1').waitFor();
    await page.evaluate(() =>
      dispatchEvent(
        new PromiseRejectionEvent('unhandledrejection', {
          promise: Promise.resolve(),
          reason: new Error('made for this test'),
        }),
      ),
    );
    await expect(page.locator('.failure')).toBeVisible();
  },
  missing: async (page) => {
    await page.goto('/nothing-here');
    await page.locator('main h1').waitFor();
  },
  'empty-history': async (page) => {
    await page.goto('/learn/history');
    await page.evaluate(() => localStorage.removeItem('bagh.history'));
    await page.reload();
    await expect(page.locator('.prose-panel')).toBeVisible();
  },
  'puzzle-shown': async (page) => {
    await SCREENS.puzzle!(page);
    await page.locator('.learn-text .learn-buttons button').last().click();
    await expect(page.locator('.feedback .good')).toBeVisible();
  },
  'puzzle-solved': async (page) => {
    const path = new URL('../src/learn/puzzles/bagh-chal.json', import.meta.url);
    const { puzzles } = JSON.parse(readFileSync(path, 'utf8')) as Collection;
    const easy = puzzles.findIndex(({ first, line }) => !first && line.length === 1);
    await page.goto(`/learn/puzzles/bagh-chal/${easy + 1}`);
    await click(page, puzzles[easy]!.line[0]!);
    await expect(page.locator('.feedback .good strong')).toBeVisible();
  },
  settings: async (page) => {
    await page.goto('/about');
    await page.locator('#settings-button').click();
    await expect(page.locator('.sheet')).toBeVisible();
  },
  learn: async (page) => {
    await page.goto('/learn');
    await page.locator('main h2').first().waitFor();
  },
  lesson: async (page) => {
    await page.goto('/learn/lesson/bagh-chal/4');
    await board(page);
  },
  puzzle: async (page) => {
    await page.goto('/learn/puzzles/bagh-chal');
    await board(page);
  },
  daily: async (page) => {
    await page.goto('/learn/daily');
    await board(page);
  },
  history: async (page) => {
    await remember(page, { history: Array.from({ length: 12 }, (_, i) => played(i)) });
    await page.goto('/learn/history');
    await expect(page.locator('.history li')).toHaveCount(12);
  },
  explore: async (page) => {
    await page.goto('/explore');
    await page.locator('main figure').first().waitFor();
  },
  about: async (page) => {
    await page.goto('/about');
    await page.locator('main h1').waitFor();
  },
  embed: async (page) => {
    await page.goto('/embed/bagh-chal?moves=C1_E1D1&ply=1');
    await board(page);
  },
  lobby: async (page) => {
    await page.goto('/online');
    await expect(page.locator('.online-here')).not.toBeEmpty();
  },
  bots: async (page) => {
    await page.goto('/bots');
    await expect(page.locator('.bots-table')).toBeVisible();
  },
  workshop: async (page) => {
    await page.goto('/bots/workshop');
    await page.locator('.workshop-tools > button').click();
    await expect(page.locator('.bot-verdict')).toBeVisible();
  },
  friend: async (page) => {
    await page.goto('/online/friend');
    await expect(page.locator('.online-form select')).toBeVisible();
  },
  'aadu-puli': async (page) => {
    await page.goto('/play?game=aadu-puli&with=friend');
    await board(page);
  },
  kaooa: async (page) => {
    await page.goto('/play?game=kaooa&with=friend');
    await board(page);
  },
};
