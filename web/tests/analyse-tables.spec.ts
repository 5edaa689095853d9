/** Analysis with the tables: those of Bagh Chal, where they are there, and those of the small board of
 * `docs/small.toml`, which is solved on the spot. */

import { expect, test, askSmall, probe, verdict, tree, here, open, agrees } from './analysis';
import { accessible, click, point, TIGERS_WIN } from './support';

test.describe('with the tables of Bagh Chal', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/about');
    const start = await probe(page, 'bagh-chal', 'T3T/5/5/5/T3T g g20 c0');
    test.skip(!start.known, 'the tables of Bagh Chal are not here');
  });

  test('known positions', async ({ page }) => {
    await open(page, '/analyse/bagh-chal');
    await expect(verdict(page)).toHaveText('Draw with best play · tigers take 3');
    await expect(page.locator('.value-table tr:not(.group) td:first-child')).toHaveText(['3', '4']);
    await expect(page.locator('.value-table .chip')).toHaveCount(21);
    await expect(page.locator('.value-table .chip.best')).toHaveCount(9);
    // Every move has a mark on the board, with a shape and what it is worth.
    await expect(page.locator('bagh-board .mark-draw')).toHaveCount(21);
    await agrees(page, 'bagh-chal', 'T3T/5/5/5/T3T g g20 c0 - 0');
    // The longest win of the tigers after two captures, and one of the goats.
    await agrees(page, 'bagh-chal', 'GTGTG/TGG1G/2TGG/GGGGG/GGGGG t g0 c2 - -');
    await agrees(page, 'bagh-chal', 'TG2T/5/5/5/T3T t g19 c0 - -');
  });

  test('a game is reviewed, and a mistake is tried again', async ({ page }) => {
    await open(page, `/analyse/bagh-chal?moves=${TIGERS_WIN.join('_')}&review=goat`);
    const review = page.locator('.review');
    await expect(review.locator('.tally').first()).toContainText('100%');
    await expect(review.locator('.tally').last()).toContainText('critical moves');
    await expect(review).toContainText('Exact, from the complete solution.');
    // The first mistake of the player is what is seen first.
    await expect(review.locator('.coach')).toContainText('Mistake 1 of 2');
    await expect(here(page)).toContainText('E4');
    await expect(tree(page).locator('.sign')).toHaveText(['?!', '?']);
    await page.keyboard.press('n');
    await expect(here(page)).toContainText('E2');
    await expect(page.locator('bagh-board .mark-mistake')).toHaveCount(1);
    await expect(review.locator('.coach-words')).toContainText(/tiger.* takes .* the tigers win\./);
    await accessible(page, 'a review');
    await review.getByRole('button', { name: 'Show why' }).click();
    await review.getByRole('button', { name: 'Next', exact: true }).click();
    await expect(page.locator('.why-steps')).toContainText(/[A-E]\d/);
    await review.getByRole('button', { name: 'Done' }).click();
    await review.getByRole('button', { name: 'Try again' }).click();
    await expect(verdict(page)).toHaveText('Find a better move');
    await expect(page.locator('.value-table')).toBeHidden();
    await click(page, 'B2');
    await expect(page.locator('.trial')).toContainText('Try another move');
    await click(page, 'E2');
    await expect(page.locator('.trial')).toContainText('the move you played');
    await click(page, 'A1');
    await expect(page.locator('.trial')).toContainText('A1 is right');
    const kept = await page.evaluate(() => localStorage.getItem('bagh.mistakes') ?? '');
    const mistakes = JSON.parse(kept) as { played: string; best: string[]; solved?: number }[];
    expect(mistakes.map((m) => m.played).sort()).toEqual(['E2', 'E4']);
    expect(mistakes.find((m) => m.played === 'E2')?.solved).toBeGreaterThan(0);
    expect(mistakes.find((m) => m.played === 'E4')?.solved).toBeUndefined();
    await page.getByRole('button', { name: 'Continue the review' }).click();
    await page.getByRole('button', { name: 'Close the review' }).click();
    await expect(page.locator('.value-table')).toBeVisible();
  });
});

test.describe('on a board from a file, which the service knows', () => {
  test.beforeEach(async ({ page, small }) => {
    await askSmall(page, small);
  });

  test('the values are those of the tables', async ({ page }) => {
    await agrees(page, 'small', 'T2/3/2T g g5 c0 - 0');
    await expect(verdict(page)).toHaveText('Draw with best play · tigers take 0');
    await expect(page.locator('.value-table .best')).toHaveText(['C1', 'A3']);
    await agrees(page, 'small', 'TG1/3/2T t g4 c0 - 1');
    await agrees(page, 'small', 'TGG/1GT/GG1 t g0 c0 - -');
    await expect(page.locator('#game-select')).toHaveValue('small');
  });

  test('a move is previewed, then played', async ({ page }) => {
    await open(page, '/analyse/small');
    const chip = page.locator('.chip', { hasText: 'A3' });
    await chip.hover();
    await expect(point(page, 'A3')).toHaveAccessibleName('A3, goat');
    await expect(tree(page)).toContainText('No moves yet');
    await page.locator('h2').first().hover();
    await expect(point(page, 'A3')).toHaveAccessibleName(/^A3, empty/);
    // The same with the keyboard.
    await page.locator('.chip', { hasText: 'C1' }).focus();
    await expect(point(page, 'C1')).toHaveAccessibleName('C1, goat');
    await page.keyboard.press('Enter');
    await expect(here(page)).toHaveText('C1');
  });

  test('a review counts what each side threw away', async ({ page }) => {
    await open(page, '/analyse/small?moves=B1_A1A2_C1');
    await page.getByRole('button', { name: 'Review this game' }).click();
    const tallies = page.locator('.tally');
    await expect(tallies.first()).toContainText('0 of 1 critical move');
    await page.keyboard.press('Home');
    await page.keyboard.press('n');
    await expect(page.locator('.better .chip')).toHaveText(['C1', 'A3']);
    await page.keyboard.press('n');
    await expect(page.locator('.better .chip')).toHaveText(['A1C1']);
    // A better move is played where it should have been.
    await page.locator('.better .chip').click();
    await expect(here(page)).toHaveText('A1C1');
    await expect(tree(page).locator('.variations')).toContainText('A1C1');
    // A game that another played leaves nothing behind.
    expect(await page.evaluate(() => localStorage.getItem('bagh.mistakes'))).toBeNull();
  });

  test('best play is walked through, and space plays it', async ({ page }) => {
    await open(page, '/analyse/small');
    const line = page.locator('.line-moves button');
    await expect(line.first()).toBeVisible();
    const [first, second] = await line.allTextContents();
    await page.keyboard.press('Space');
    await expect(here(page)).toHaveText(first?.trim() ?? '');
    await expect(line.first()).toHaveText(second?.trim() ?? '');
    await page.keyboard.press('Space');
    await expect(here(page)).toHaveText(second?.trim() ?? '');
    await line.nth(2).click();
    expect(await tree(page).locator('.one-move').count()).toBe(5);
  });

  test('a board that the service does not know', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/analyse/nothing');
    await expect(page.getByRole('alert')).toContainText('There is no board named nothing');
    // The list of games says so: the service is not asked for what is not there.
    expect(asked.filter((path) => path.startsWith('/api/v1/nothing'))).toEqual([]);
    await page.getByRole('link', { name: 'Start from the beginning' }).click();
    await expect(page.locator('bagh-board')).toBeVisible();
  });

  test('a service that has forgotten the board is asked once and not again', async ({
    browser,
    baseURL,
    small,
  }) => {
    // A page of its own: a refusal is written to the console by the browser itself.
    const page = await browser.newPage({ baseURL: baseURL ?? '', serviceWorkers: 'block' });
    await askSmall(page, small);
    await open(page, '/analyse/small');
    await expect(page.locator('.line-moves button').first()).toBeVisible();
    let refused = 0;
    await page.route('**/api/v1/small/**', async (route) => {
      refused += 1;
      await route.fulfill({ status: 404, json: { error: { message: 'no such game' } } });
    });
    await click(page, 'C1');
    await expect(page.locator('.unknown')).toContainText('does not know this board');
    for (const move of ['A1B1', 'A3', 'C3B3']) await click(page, move);
    await expect(here(page)).toHaveText('C3B3');
    await expect(page.locator('.estimates li').first()).toBeVisible();
    expect(refused).toBe(1);
    await page.close();
  });

  test('a line that is refused is not asked for again', async ({ browser, baseURL, small }) => {
    const page = await browser.newPage({ baseURL: baseURL ?? '', serviceWorkers: 'block' });
    await askSmall(page, small);
    let refused = 0;
    await page.route('**/api/v1/small/line?**', async (route) => {
      refused += 1;
      await route.fulfill({ status: 422, json: { error: { message: 'not this one' } } });
    });
    await open(page, '/analyse/small');
    await expect(page.locator('.value-table')).toBeVisible();
    await expect.poll(() => refused).toBe(1);
    for (const choice of ['None', 'Best', 'All']) {
      await page.locator('.marking').getByRole('radio', { name: choice }).check();
    }
    expect(refused).toBe(1);
    await page.close();
  });

  test('what is asked is given up when the page is left', async ({ page }) => {
    await page.addInitScript(() => {
      const plain = window.fetch.bind(window);
      const given: string[] = [];
      Object.assign(window, { given });
      window.fetch = (input, init) => {
        const path = typeof input === 'string' ? input : '';
        if (path.includes('/line')) init?.signal?.addEventListener('abort', () => given.push(path));
        return plain(input, init);
      };
    });
    // The answer never comes.
    await page.route('**/api/v1/small/line?**', () => {});
    const asked = page.waitForRequest('**/api/v1/small/line?**');
    await open(page, '/analyse/small');
    await asked;
    await page.getByRole('link', { name: 'Learn' }).first().click();
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { given: string[] }).given.length))
      .toBe(1);
  });

  test('a link is followed although the address still changes', async ({ page }) => {
    // The next page's code comes late, long after the analysis would have written its address.
    await page.route(/\/learn-[^/]*\.js$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue();
    });
    await open(page, '/analyse/small');
    await click(page, 'C1');
    await page.getByRole('link', { name: 'Learn' }).first().click();
    await expect(page).toHaveTitle(/^Learn/);
    await expect(page).toHaveURL(/\/learn$/);
  });
});

test('what is not solved says so, with the computer’s estimate', async ({ page, small }) => {
  await askSmall(page, small);
  await open(page, '/analyse/bagh-chal?captures=7&moves=B1');
  await expect(verdict(page)).toContainText('Not solved');
  await expect(page.locator('.unknown')).toContainText('has no tables for this game');
  await expect(page.locator('.estimates li').first()).toContainText('A1C1');
  await expect(verdict(page)).toContainText('tigers take about');
  await expect(page.locator('bagh-board .mark-info').first()).toBeVisible();
  await page.keyboard.press('Space');
  await expect(here(page)).toHaveText('A1C1');
  await expect(page.locator('#captures-select')).toHaveValue('7');
  await accessible(page, 'an estimate');
});

test('while tables are made, the progress is shown, and then the value', async ({ page }) => {
  let ready = false;
  const moves = ['C1', 'B1'].map((move) => ({ move, outcome: 'draw', captures: 3, plies: null }));
  await page.route('**/api/v1/**', (route) => {
    const { pathname } = new URL(route.request().url());
    const unknown = { reason: 'solving', message: '', seconds_left: 130 };
    if (pathname.endsWith('/tables')) {
      return route.fulfill({ json: { state: 'solving', progress: 0.42, seconds_left: 130 } });
    }
    if (pathname.endsWith('/probe')) {
      const value = { outcome: 'draw', captures: 3, plies: null, moves };
      const nothing = { outcome: null, captures: null, plies: null, moves: [], unknown };
      return route.fulfill({ json: { position: '', known: ready, ...(ready ? value : nothing) } });
    }
    return route.fulfill({ json: { games: [], moves: [], known: ready } });
  });
  await open(page, '/analyse/bagh-chal');
  await expect(page.locator('.unknown')).toContainText('42% done, about 2 minutes left');
  await expect(verdict(page)).toContainText('Not solved yet');
  ready = true;
  await expect(verdict(page)).toHaveText('Draw with best play · tigers take 3');
});
