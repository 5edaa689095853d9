/** “Play from here”, and boards in other people's pages. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { REVIEWED, SCREENS } from './screens';
import { click, expect, point, smallBoard, test, TIGERS_WIN, twoPlayers } from './support';

const link = { name: 'Play from here' };

test('a position of the analysis is played by the side that is to move', async ({ page }) => {
  await page.goto('/analyse/bagh-chal?moves=C1');
  await page.getByRole('link', link).click();
  await expect(page.locator('.strip').last()).toContainText('You · Tigers');
  await click(page, 'E1D1');
  await expect(point(page, 'D1')).toHaveAccessibleName(/tiger/);
});

test('a position is played on from a review, a game, a record and a mistake', async ({ page }) => {
  await page.goto(REVIEWED);
  await expect(page.locator('.coach-words')).not.toHaveText('…');
  await expect(page.locator('.review').getByRole('link', link)).toBeVisible();
  await twoPlayers(page);
  for (const move of TIGERS_WIN.slice(0, 3)) await click(page, move);
  await expect(page.getByRole('link', link)).toHaveCount(0);
  await page.locator('.move-list').getByRole('button', { name: 'A1B1' }).click();
  await expect(page.getByRole('link', link)).toBeVisible();
  await page.goto('/explore');
  await expect(page.locator('.replay').getByRole('link', link)).toBeVisible();
  await page.goto('/learn/mistakes');
  await page.locator('bagh-board').waitFor();
  await page.getByRole('link', link).click();
  await expect(page.locator('.strip').last()).toContainText('You · Goats');
});

test('a game that is over is not played on', async ({ page }) => {
  await page.goto(`/analyse/bagh-chal?moves=${TIGERS_WIN.join('_')}`);
  await expect(page.locator('#verdict')).toContainText('Tigers win');
  await expect(page.getByRole('link', link)).toHaveCount(0);
});

test('a position on a board from a file is played on', async ({ page }) => {
  await smallBoard(page);
  for (const move of ['C1', 'A1B1']) await click(page, move);
  await page.locator('.move-list').getByRole('button', { name: 'C1' }).click();
  await page.getByRole('link', link).click();
  await expect(page.locator('.play bagh-board .piece.goat')).toHaveCount(1);
  await expect(page.locator('.game-line')).toContainText('Small board');
});

test('only embedded boards may be shown in a frame of another site', async ({ page, baseURL }) => {
  for (const [path, allowed] of [
    ['/embed/bagh-chal', '*'],
    ['/', "'none'"],
    ['/play', "'none'"],
    ['/analyse/bagh-chal', "'none'"],
    ['/embedded', "'none'"],
  ] as const) {
    const policy = (await page.request.get(path)).headers()['content-security-policy'] ?? '';
    expect(policy, path).toContain(`frame-ancestors ${allowed}`);
  }
  // Another site, with the code that the analysis copies.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/analyse/bagh-chal?moves=C1_E1D1');
  await page.locator('.tools').getByLabel('Share').click();
  await page.getByRole('button', { name: 'Copy embed code' }).click();
  await expect(page.locator('.toast')).toHaveText('Embed code copied');
  const code = await page.evaluate(() => navigator.clipboard.readText());
  expect(code).toContain(`src="${baseURL}/embed/bagh-chal?moves=C1_E1D1`);
  // Another port is another site.
  const other = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<!doctype html><title>Other</title><link rel="icon" href="data:," />${code}`);
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
  await expect(page.frameLocator('iframe').locator('bagh-board .piece')).toHaveCount(5);
  other.close();
});

test('what is shared from the analysis is a link, a picture and a code', async ({ page }) => {
  await SCREENS.analysis!(page);
  const share = page.locator('.tools').getByLabel('Share');
  await share.click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save picture' }).click();
  expect((await saved).suggestedFilename()).toBe('bagh-chal.png');
});

test('a picture has the colours that its board has on the page', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('bagh.settings', JSON.stringify({ theme: 'slate' }));
    const make = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (of: Blob) => {
      if (of.type === 'image/svg+xml') {
        void of.text().then((text) => Object.assign(window, { drawn: text }));
      }
      return make(of);
    };
  });
  await page.goto('/analyse/bagh-chal');
  await page.locator('.tools').getByLabel('Share').click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save picture' }).click();
  await saved;
  const drawn = await page.evaluate(() => (window as unknown as { drawn: string }).drawn);
  for (const name of ['--draw', '--mark-text', '--hint']) {
    const value = await page
      .locator('bagh-board')
      .evaluate((board, name) => getComputedStyle(board).getPropertyValue(name).trim(), name);
    expect(drawn).toContain(`${name}: ${value};`);
  }
});
