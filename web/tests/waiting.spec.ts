/** Games that wait: which one is resumed, and what happens when it is open elsewhere or gone. */

import type { Page } from '@playwright/test';
import { click, expect, test, TIGERS_WIN, twoPlayers } from './support';

/** Leaves a game after some moves, and plays another one to its end. */
async function leaveOneAndEndAnother(page: Page): Promise<void> {
  await twoPlayers(page);
  for (const move of TIGERS_WIN.slice(0, 3)) await click(page, move);
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('button', { name: 'Start a new game' }).click();
  for (const move of TIGERS_WIN) await click(page, move);
  await expect(page.locator('.result')).toContainText('Tigers win');
}

test('“Resume game” on the first page opens the game that stands beside it', async ({ page }) => {
  await leaveOneAndEndAnother(page);
  await page.getByRole('link', { name: 'Bagh: Home' }).click();
  await expect(page.locator('.hero-resume')).toContainText('2 moves');
  await page.getByRole('link', { name: 'Resume game' }).click();
  await expect(page.locator('.move-count')).toHaveText('2 moves');
  await expect(page.locator('.result')).toHaveCount(0);
  // The address asks for it once: a reload shows the game of this tab.
  await expect(page).toHaveURL('/play');
  await page.reload();
  await expect(page.locator('.move-count')).toHaveText('2 moves');
});

test('a tab of its own opens the game that waits, and not one that ended later', async ({
  page,
  context,
}) => {
  await leaveOneAndEndAnother(page);
  const other = await context.newPage();
  await other.goto('/play');
  await expect(other.locator('.move-count')).toHaveText('2 moves');
  // There it is open now, which the first page of another tab can only say.
  await page.goto('/');
  await page.getByRole('link', { name: 'Resume game' }).click();
  await expect(page.getByRole('heading', { name: 'open in another tab' })).toBeVisible();
  await page.getByRole('button', { name: 'Play here' }).click();
  await expect(page.locator('.move-count')).toHaveText('2 moves');
  await other.close();
});

test('a game that was deleted meanwhile is not resumed, and that is said', async ({ page }) => {
  await twoPlayers(page);
  await click(page, 'C3');
  await page.getByRole('button', { name: 'New game' }).click();
  await expect(page.locator('.waiting li')).toHaveCount(1);
  await page.evaluate(() => {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith('bagh.game.')) localStorage.removeItem(name);
    }
  });
  await page.locator('.waiting').getByRole('button', { name: 'Resume game' }).click();
  await expect(page.locator('.toast')).toHaveText('This game is no longer saved here.');
  await expect(page.locator('.waiting')).toHaveCount(0);
  await page.goto('/play?resume=gone');
  await expect(page.locator('.toast')).toHaveText('This game is no longer saved here.');
  await expect(page.getByRole('heading', { name: 'New game' })).toBeVisible();
});

test('a game that is not stored is not left by a link without a question', async ({
  browser,
  baseURL,
}) => {
  const page = await browser.newPage({ baseURL: baseURL ?? '', serviceWorkers: 'block' });
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await twoPlayers(page);
  await click(page, 'C3');
  await expect(page.locator('.move-count')).toHaveText('1 move');
  page.once('dialog', (dialog) => void dialog.dismiss());
  await page.getByRole('link', { name: 'Learn' }).first().click();
  await expect(page.locator('.move-count')).toHaveText('1 move');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('link', { name: 'Learn' }).first().click();
  await expect(page).toHaveTitle(/^Learn/);
  await page.close();
});

test('a win is celebrated when it happens, and not at every look at it', async ({ page }) => {
  await twoPlayers(page);
  for (const move of TIGERS_WIN) await click(page, move);
  await expect(page.locator('.petals')).toBeAttached();
  await page.reload();
  await expect(page.locator('.result')).toContainText('Tigers win');
  await expect(page.locator('.petals')).toHaveCount(0);
});

test('a game that goes on after its end is not among those that ended', async ({ page }) => {
  await twoPlayers(page);
  for (const move of TIGERS_WIN) await click(page, move);
  await expect(page.locator('.result')).toContainText('Tigers win');
  const ended = () =>
    page.evaluate(
      () => (JSON.parse(localStorage.getItem('bagh.history') ?? '[]') as object[]).length,
    );
  await expect.poll(ended).toBe(1);
  await page.getByRole('button', { name: 'Show the board' }).click();
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(page.locator('.move-count')).toHaveText('6 moves');
  await expect.poll(ended).toBe(0);
});

test('where there are no tables, the perfect player says who plays for it', async ({ page }) => {
  await page.addInitScript(() => {
    const saved = {
      id: 'perfect',
      game: { name: 'bagh-chal' },
      opponent: { kind: 'computer', side: 'tiger', level: 'perfect' },
      moves: ['C3'],
      seed: 1,
      hints: 0,
      takenBack: 0,
      began: 1,
      changed: 1,
    };
    localStorage.setItem('bagh.game.perfect', JSON.stringify(saved));
    sessionStorage.setItem('bagh.seat', 'perfect');
  });
  await page.route('**/api/v1/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
  );
  await page.goto('/play');
  await expect(page.locator('.toast')).toContainText('Level 8 plays for now.');
  await expect(page.locator('.strip').first()).toContainText('Computer 8 · Tigers');
  await expect(page.locator('.move-list button')).toHaveCount(2);
});

test('Back leads to where one was on a long page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 });
  await page.goto('/about');
  await page.getByRole('link', { name: 'Learn' }).first().click();
  await expect(page).toHaveTitle(/^Learn/);
  const link = page.getByRole('link', { name: /^Puzzles of Aadu Puli Attam/ });
  await link.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(300);
  await link.click();
  await expect(page.locator('bagh-board')).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(link).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(before);
  // From another page, too.
  await page.getByRole('link', { name: 'Explore' }).click();
  await expect(page).toHaveTitle(/^Explore/);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(link).toBeInViewport();
});
