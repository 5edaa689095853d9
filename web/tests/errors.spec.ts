/** What is said when something goes wrong: in the user's language, without commands for others. */

import { readFileSync } from 'node:fs';
import { click, expect, SMALL_BOARD, test, TIGERS_WIN, twoPlayers } from './support';

for (const [language, move, field, key] of [
  ['en', 'A1 is occupied.', 'expected: g0 to g20', 'line 7'],
  ['ne', 'A1 खाली छैन।', 'g0 देखि g20 सम्म', 'पङ्क्ति ७'],
  ['ta', 'A1 காலியாக இல்லை.', 'g0 முதல் g20 வரை', 'வரி 7'],
] as const) {
  test(`reasons are given in the user's language: ${language}`, async ({ page }) => {
    await page.addInitScript((language) => {
      localStorage.setItem('bagh.settings', JSON.stringify({ language }));
    }, language);
    // A move, a field of a position, and a line of a board file.
    await page.goto('/analyse/bagh-chal?moves=C1_E1D1_A1');
    await expect(page.getByRole('alert')).toContainText(move);
    await page.locator('#notation summary').click();
    await page.locator('#paste-text').fill('T3T/5/5/5/T3T g g21 c0 - 0');
    await page.locator('.notation button[type=submit]').click();
    await expect(page.locator('.faults')).toContainText(field, { ignoreCase: true });
    await page.goto('/play?setup');
    const file = readFileSync(SMALL_BOARD, 'utf8').replace(/^captures = \d+/m, 'captures = 99');
    expect(file.split('\n')[6]).toMatch(/^captures = 99/);
    await page.locator('input[type=file]').setInputFiles({
      name: 'small.toml',
      mimeType: 'text/plain',
      buffer: Buffer.from(file),
    });
    await expect(page.getByText(new RegExp(`${key}: “captures”`, 'i'))).toBeVisible();
  });
}

test('errors name no options of a command line, and no “Failed to fetch”', async ({
  browser,
  baseURL,
}) => {
  // A page of its own: the browser itself writes failed requests to the console.
  const page = await browser.newPage({ baseURL: baseURL ?? '', serviceWorkers: 'block' });
  await page.route('**/api/v1/**', (route) => route.abort());
  await page.goto('/analyse/bagh-chal');
  await page.locator('#notation summary').click();
  await page.locator('#paste-text').fill('B3B/5/5/5/B3B G 0');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.locator('.faults')).toContainText('baghchal-fen');
  await expect(page.locator('main')).not.toContainText('--from');
  await page.goto('/analyse/not-built-in');
  await expect(page.getByRole('alert')).toContainText("You're offline");
  await expect(page.locator('main')).not.toContainText('Failed to fetch');
  await page.close();
});

test('a part of the app that cannot be loaded is explained in plain words', async ({
  browser,
  baseURL,
}) => {
  const page = await browser.newPage({ baseURL: baseURL ?? '', serviceWorkers: 'block' });
  await page.goto('/about');
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'Learn' }).first().click();
  await expect(page.getByRole('alert')).toContainText("You're offline");
  // Nothing that is stored is at fault, so nothing is offered to be deleted.
  await expect(page.getByRole('button', { name: 'Clear saved data' })).toHaveCount(0);
  await page.unroute('**/assets/*.js');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page).toHaveTitle(/^Learn/);
  await page.close();
});

for (const [language, said] of [
  ['en', 'This service has no tables for this game.'],
  ['ne', 'यस सेवामा यो खेलका तालिका छैनन्।'],
] as const) {
  test(`what the service has not solved is told without its commands: ${language}`, async ({
    page,
  }) => {
    await page.addInitScript((language) => {
      localStorage.setItem('bagh.settings', JSON.stringify({ language }));
    }, language);
    const message = 'not solved: `bagh solve --game bagh-chal --captures 7`';
    await page.route('**/api/v1/**', (route) => {
      const { pathname } = new URL(route.request().url());
      const unknown = { reason: 'unsolved', message };
      if (pathname.endsWith('/probe')) {
        return route.fulfill({ json: { known: false, outcome: null, moves: [], unknown } });
      }
      if (pathname.endsWith('/tables')) {
        return route.fulfill({ json: { state: 'failed', reason: message, parts: [], bytes: 0 } });
      }
      return route.fulfill({ json: { games: [], moves: [], classes: [], known: false } });
    });
    await page.goto('/analyse/bagh-chal?captures=7');
    await expect(page.locator('.unknown')).toContainText(said);
    await expect(page.locator('main')).not.toContainText('bagh solve');
    await page.goto('/explore');
    await expect(page.locator('#files ~ [role=status]')).toBeVisible();
    await expect(page.locator('main')).not.toContainText('bagh solve');
  });
}

test('a position that the service refuses is told in plain words', async ({ browser, baseURL }) => {
  // A page of its own: the browser itself writes refused requests to the console.
  const page = await browser.newPage({ baseURL: baseURL ?? '', serviceWorkers: 'block' });
  await page.route('**/api/v1/**', (route) =>
    route.fulfill({ status: 400, json: { error: { message: 'use --captures' } } }),
  );
  await page.goto('/analyse/bagh-chal');
  await expect(page.locator('.unknown')).toHaveText('The service refused this position.');
  await page.close();
});

test('what was mended in a pasted position is named in the user’s language', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('bagh.settings', JSON.stringify({ language: 'ta' }));
  });
  await page.goto('/analyse/bagh-chal');
  await page.locator('#notation summary').click();
  await page
    .locator('#paste-text')
    .fill('T3T/5/5/5/T3T g g20 c0 - 0\nT1G1T/5/5/5/T3T t g18 c0 mC1 1');
  await page.locator('#notation button').filter({ hasText: 'திற' }).click();
  await expect(page.locator('.opened')).toContainText('ஆடுகளின் எண்ணிக்கை');
  await expect(page.locator('.opened')).not.toContainText('found');
});

test('rules that did not load are no reason to clear what is saved', async ({
  browser,
  baseURL,
}) => {
  const page = await browser.newPage({ baseURL: baseURL ?? '', serviceWorkers: 'block' });
  await page.route('**/*.wasm', (route) => route.abort());
  await page.goto('/about');
  await expect(page.getByRole('alert')).toContainText("You're offline");
  await expect(page.getByRole('button', { name: 'Clear saved data' })).toHaveCount(0);
  await page.close();
});

test('an engine that did not load is told in plain words, and tried again', async ({
  browser,
  baseURL,
}) => {
  const page = await browser.newPage({ baseURL: baseURL ?? '', serviceWorkers: 'block' });
  await page.route('**/engine*.wasm', (route) => route.abort());
  await page.route('**/api/v1/**', (route) => route.abort());
  await page.goto('/play?side=tiger');
  const strip = page.locator('.strip.active');
  await expect(strip).toContainText("The computer cannot play: You're offline");
  await expect(page.locator('main')).not.toContainText('Failed to fetch');
  await page.unroute('**/engine*.wasm');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('.move-list button')).toHaveCount(1);
  // A hint that fails says so, and can be asked for again.
  await page.route('**/engine*.wasm', (route) => route.abort());
  await page.reload();
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(strip).toContainText('No hint this time');
  await page.unroute('**/engine*.wasm');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('bagh-board .mark.mark-hint')).toBeVisible();
  await page.close();
});

test('texts that did not load are no keys on the page', async ({ browser, baseURL }) => {
  const page = await browser.newPage({ baseURL: baseURL ?? '', serviceWorkers: 'block' });
  await page.route('**/assets/en-*.js', (route) => route.abort());
  await page.goto('/about');
  await expect(page.getByRole('alert')).toContainText('Something went wrong');
  await expect(page.getByRole('alert')).toContainText("You're offline");
  await expect(page.locator('body')).not.toContainText(/(nav|failure|app)\.[a-z]/);
  await page.unroute('**/assets/en-*.js');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'About' })).toBeVisible();
  await page.close();
});

test('a language that does not load is said, and the other one stays', async ({
  browser,
  baseURL,
}) => {
  const page = await browser.newPage({ baseURL: baseURL ?? '', serviceWorkers: 'block' });
  await page.goto('/about');
  await page.route('**/assets/ne-*.js', (route) => route.abort());
  await page.locator('#settings-button').click();
  // It does not stay chosen, so `check` would fail.
  await page.getByRole('radio', { name: 'नेपाली' }).click();
  await expect(page.locator('.toast')).toContainText("You're offline");
  await expect(page.getByRole('radio', { name: 'English' })).toBeChecked();
  await expect(page.getByRole('heading', { name: 'About' })).toBeVisible();
  await expect(page.locator('.failure')).toHaveCount(0);
  await page.close();
});

test('what the end of a game needs and does not get is said, and fetched later', async ({
  browser,
  baseURL,
}) => {
  const page = await browser.newPage({ baseURL: baseURL ?? '', serviceWorkers: 'block' });
  await page.route(/assets\/(history|summary)-/, (route) => route.abort());
  await twoPlayers(page);
  for (const move of TIGERS_WIN) await click(page, move);
  await expect(page.locator('.result')).toContainText('Tigers win');
  await expect(page.locator('.toast')).toContainText("You're offline");
  await expect(page.locator('.failure')).toHaveCount(0);
  await page.unrouteAll();
  await page.reload();
  await expect(page.locator('.result')).toContainText('%');
  await page.goto('/learn/history');
  await expect(page.locator('.history li')).toHaveCount(1);
  await page.close();
});

test('a part of the analysis that does not load can be asked for again', async ({
  browser,
  baseURL,
}) => {
  const page = await browser.newPage({ baseURL: baseURL ?? '', serviceWorkers: 'block' });
  await page.goto('/analyse/bagh-chal');
  await page.route(/assets\/(editor|help)-.*js/, (route) => route.abort());
  await page.getByRole('button', { name: 'Help' }).click();
  await expect(page.locator('.toast')).toContainText("You're offline");
  await page.getByRole('button', { name: 'Edit position' }).click();
  await expect(page.getByRole('alert')).toContainText("You're offline");
  await expect(page.locator('.failure')).toHaveCount(0);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('.editor, .palette').first()).toBeVisible();
  await page.close();
});

test('games that are not saved are not said to be', async ({ browser, baseURL }) => {
  const page = await browser.newPage({ baseURL: baseURL ?? '', serviceWorkers: 'block' });
  const fail = async () => {
    await page.goto('/about');
    await page.evaluate(() => void Promise.reject(new Error('made for this test')));
    await expect(page.getByRole('alert')).toContainText('Something went wrong');
  };
  await fail();
  await expect(page.getByRole('alert')).toContainText('Your games are saved.');
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('forbidden', 'SecurityError');
    };
  });
  await fail();
  await expect(page.getByRole('alert')).not.toContainText('saved.');
  await page.close();
});
