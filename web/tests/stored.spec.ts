/** What the browser stores, whatever it holds, and browsers that store nothing. */

import { click, expect, test, TIGERS_WIN, twoPlayers } from './support';

/** Everything that the app keeps in the browser. */
const NAMES = [
  'choices',
  'settings',
  'game.x',
  'analysis',
  'analyse.marking',
  'boards',
  'learn',
  'skill',
  'mistakes',
  'history',
  'daily',
  'bots',
  'offline.tables',
  'offline.pocket',
  'offline.begun',
  'online.terms',
  'online.player',
  'online.rated',
  'online.absent',
];
const PATHS = [
  '/',
  '/play',
  '/analyse',
  '/learn',
  '/learn/daily',
  '/learn/puzzles/bagh-chal',
  '/learn/mistakes',
  '/learn/history',
  '/explore',
  '/online',
  '/online/friend',
  '/bots',
  '/bots/workshop',
];

for (const value of ['', 'null', '[]', '{}', '7', '"x"', '{"game":{"name":"zzz"}}', 'no json']) {
  test(`no stored state keeps a page from opening: ${value || 'nothing'}`, async ({ page }) => {
    // Whoever seems to have an account is asked about; the browser would log the refusal.
    await page.route('**/api/online/games?*', (route) => route.fulfill({ json: { games: [] } }));
    await page.goto('/about');
    for (const path of PATHS) {
      await page.evaluate(
        ([names, value]) => {
          localStorage.clear();
          for (const name of names as string[]) localStorage.setItem(`bagh.${name}`, String(value));
          sessionStorage.setItem('bagh.seat', 'x');
        },
        [NAMES, value] as const,
      );
      await page.goto(path);
      await expect(page.locator('main h1').first(), `${path} with ${value}`).toBeAttached();
      await expect(page.locator('.failure')).toHaveCount(0);
    }
  });
}

test('without storage and without locks a game is played, and it is said once', async ({
  browser,
  baseURL,
}) => {
  const page = await browser.newPage({ baseURL: baseURL ?? '', serviceWorkers: 'block' });
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('forbidden', 'SecurityError');
        },
      });
    }
    LockManager.prototype.request = () =>
      Promise.reject(new DOMException('forbidden', 'SecurityError'));
  });
  await twoPlayers(page);
  await expect(page.locator('.toast')).toContainText('does not let Bagh save games');
  for (const move of TIGERS_WIN.slice(0, 3)) await click(page, move);
  await expect(page.locator('.move-count')).toHaveText('2 moves');
  // It would be lost, so it is not left without a question.
  page.once('dialog', (dialog) => void dialog.dismiss());
  await page.getByRole('button', { name: 'New game' }).click();
  await expect(page.locator('.move-count')).toHaveText('2 moves');
  await page.close();
});
