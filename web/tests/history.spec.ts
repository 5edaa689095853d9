/** Own games: their figures, the chart, what is exported, and boards from files among them. */

import { readFileSync } from 'node:fs';
import { SCREENS } from './screens';
import { accessible, click, expect, smallBoard, SMALL_TRAPPED, test } from './support';

test('the history counts wins and losses, and its chart tells every game', async ({ page }) => {
  await SCREENS.history!(page);
  const figures = page.locator('.figure');
  await expect(figures).toHaveText(['8wins', '0draws', '4losses', '68%average accuracy']);
  const chart = page.locator('svg.chart');
  await expect(chart).toHaveAccessibleName(
    /^Accuracy over time: 55% to 85%, from Dec 25(, 2025)? to Jan 5(, 2026)?$/,
  );
  await expect(chart.locator('circle')).toHaveCount(12);
  const tip = page.locator('.chart-tip');
  const { width, height } = (await chart.boundingBox())!;
  await chart.hover({ position: { x: width * 0.97, y: height / 2 } });
  await expect(tip).toHaveText(/Jan 5(, 2026)?\s*55%/);
  await chart.hover({ position: { x: width * 0.1, y: height / 2 } });
  await expect(tip).toHaveText(/Dec 25(, 2025)?\s*75%/);
  await page.mouse.move(0, 0);
  await expect(tip).toHaveCount(0);
  // By keyboard, too.
  await chart.focus();
  await page.keyboard.press('End');
  await expect(tip).toHaveText(/Jan 5(, 2026)?\s*55%/);
  await accessible(page, 'the chart of the history');
});

test('the history is exported as JSON, with all that is known of a game', async ({ page }) => {
  await SCREENS.history!(page);
  const saved = page.waitForEvent('download');
  await page.locator('.history-head summary').click();
  await page.getByRole('button', { name: 'Export JSON' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('games.json');
  const { games } = JSON.parse(readFileSync(await file.path(), 'utf8')) as { games: object[] };
  expect(games).toHaveLength(12);
  expect(games[0]).toMatchObject({
    game: { name: 'bagh-chal' },
    outcome: 'tiger-win',
    own: 'goat',
    accuracy: 0.55,
  });
});

test('games that were played online are told by their opponents', async ({ page }) => {
  await page.addInitScript(() => {
    const online = {
      id: 'online-g1',
      game: { name: 'bagh-chal' },
      moves: ['C3', 'A1B1'],
      outcome: 'tiger-win',
      reason: 'abandonment',
      own: 'tiger',
      online: { opponent: 'Maya' },
      hints: 0,
      takenBack: 0,
      when: Date.UTC(2026, 0, 5),
    };
    localStorage.setItem('bagh.history', JSON.stringify([online]));
  });
  await page.goto('/learn/history');
  await expect(page.locator('.history li')).toContainText('Online · Maya');
  const saved = page.waitForEvent('download');
  await page.locator('.history-head summary').click();
  await page.getByRole('button', { name: 'Export records' }).click();
  const text = readFileSync(await (await saved).path(), 'utf8');
  expect(text).toContain('1. C3 A1B1 tiger-win');
});

test('a board from a file has no link that others could not open, and its games are reviewed', async ({
  page,
}) => {
  await smallBoard(page);
  await click(page, 'C1');
  const more = page.getByLabel('More', { exact: true });
  await more.click();
  await expect(page.getByRole('button', { name: 'Copy link' })).toHaveCount(0);
  await expect(page.getByText('cannot be shared by a link')).toBeVisible();
  await more.click();
  for (const move of SMALL_TRAPPED.slice(1)) await click(page, move);
  await page.locator('.result').getByLabel('Share').click();
  await expect(page.locator('.result .popup-items button')).toHaveText(['Save picture']);
  await page.goto('/learn/history');
  await page.evaluate(() => localStorage.removeItem('bagh.boards'));
  await page.getByRole('link', { name: 'Review' }).click();
  await expect(page.locator('.review')).toContainText('Engine estimate');
  await page.getByRole('button', { name: 'Close the review' }).click();
  await page.locator('.tools').getByLabel('Share').click();
  await expect(page.locator('.tools .popup-items button')).toHaveText(['Save picture']);
});
