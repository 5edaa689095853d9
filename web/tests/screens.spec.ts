/** Every screen, at every size, in light and dark: it fits, it is accessible, nothing goes wrong. */

import type { Page } from '@playwright/test';
import { REVIEWED, SCREENS, SIZES } from './screens';
import { accessible, click, expect, point, test, TIGERS_WIN, twoPlayers } from './support';

/** What is wider than the window: the page itself, or something on it that is cut off. */
async function tooWide(page: Page): Promise<{ over: number; cut: (string | undefined)[] }> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    // Also what is cut off rather than scrolled to, but for what only screen readers see.
    const cut = [...document.querySelectorAll('main button, main a, main p, main h1, main h2')]
      .filter((element) => element.checkVisibility({ contentVisibilityAuto: true }))
      .filter((element) => !element.closest('.unseen, .scroll, details:not([open])'))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.left < -1 || box.right > clientWidth + 1))
      .map(({ element }) => element.textContent?.trim().slice(0, 40));
    return { over: scrollWidth - clientWidth, cut };
  });
}

for (const [name, open] of Object.entries(SCREENS)) {
  test(`the screen “${name}” fits every size, in light and dark`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await open(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const theme = colorScheme === 'light' ? 'paper' : 'dark';
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        const where = `${name} at ${size.width}×${size.height}, ${colorScheme}`;
        expect(await tooWide(page), where).toEqual({ over: 0, cut: [] });
        // Between themes only colours differ: each size by all rules in one of them.
        const whole = (size === SIZES.at(-1)) === (colorScheme === 'dark');
        await accessible(page, where, whole ? undefined : ['color-contrast']);
      }
    }
  });
}

for (const language of ['ne', 'ta']) {
  test(`every screen fits the phones in the words of ${language}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.addInitScript((language) => {
      localStorage.setItem('bagh.settings', JSON.stringify({ language }));
    }, language);
    for (const [name, open] of Object.entries(SCREENS)) {
      await open(page);
      await expect(page.locator('html'), name).toHaveAttribute('lang', language);
      for (const size of SIZES.slice(1)) {
        await page.setViewportSize(size);
        const where = `${name} at ${size.width}×${size.height} in ${language}`;
        expect(await tooWide(page), where).toEqual({ over: 0, cut: [] });
      }
      await accessible(page, `${name} in ${language}`);
    }
  });
}

test('lists count in the digits of the language', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('bagh.settings', JSON.stringify({ language: 'ne' }));
  });
  await SCREENS.playing!(page);
  await expect(page.locator('.move-list')).toHaveCSS('list-style-type', 'devanagari');
  await page.goto('/learn/puzzles/bagh-chal');
  await page.locator('.puzzle-list summary').click();
  await expect(page.locator('.puzzle-list ol')).toHaveCSS('list-style-type', 'none');
});

test('the board and the levels count in the digits of the language, too', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('bagh.settings', JSON.stringify({ language: 'ne' }));
  });
  await page.route('**/api/v1/**', (route) => {
    const moves = ['C1', 'B1'].map((move, i) => ({
      move,
      outcome: 'draw',
      captures: 3 + i,
      plies: null,
    }));
    const value = { position: '', known: true, outcome: 'draw', captures: 3, plies: null, moves };
    return route.fulfill({ json: { ...value, games: [] } });
  });
  await page.goto('/analyse/bagh-chal');
  await expect(page.locator('bagh-board .mark:not(.soft) text')).toHaveText('×३');
  await page.unrouteAll();
  await SCREENS.bots!(page);
  await expect(page.locator('.bots-table')).toContainText('स्तर ८');
});

test('a game can be begun at once on every phone', async ({ page }) => {
  for (const size of SIZES.slice(1)) {
    await page.setViewportSize(size);
    await SCREENS.setup!(page);
    const start = page.getByRole('button', { name: 'Start' });
    await expect(start).toBeInViewport({ ratio: 1 });
    await start.click({ trial: true });
    // It covers nothing that could not be scrolled away from it.
    await page.mouse.wheel(0, 5000);
    const options = (await page.locator('.more-choices').boundingBox())!;
    expect(options.y + options.height).toBeLessThanOrEqual((await start.boundingBox())!.y);
  }
});

test('the buttons of a lesson stand in one row, in the longest words, too', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('bagh.settings', JSON.stringify({ language: 'ta' }));
  });
  for (const size of SIZES.slice(0, 2)) {
    await page.setViewportSize(size);
    await SCREENS.lesson!(page);
    const buttons = page.locator('.learn-buttons button');
    const first = (await buttons.first().boundingBox())!;
    const last = (await buttons.last().boundingBox())!;
    expect(last.y, `${size.width}`).toBe(first.y);
  }
});

test('no word is broken on a small phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  const lines = (selector: string) =>
    page.locator(selector).evaluateAll((all) =>
      all.map((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        const tops = [...range.getClientRects()].filter((box) => box.width > 0).map((b) => b.top);
        return { text: one.textContent?.trim() ?? '', lines: new Set(tops).size };
      }),
    );
  await SCREENS.lobby!(page);
  const places = await lines('.online-places span');
  expect(places.filter(({ text, lines }) => lines > text.split(' ').length)).toEqual([]);
  await SCREENS.trial!(page);
  const heads = await lines('.tally-head span, .tally-head strong');
  expect(heads.filter(({ lines }) => lines > 1)).toEqual([]);
  // The button that closes the review is in one line with those beside it.
  const close = (await page.locator('.review-head .round').boundingBox())!;
  const next = (await page.locator('.coach-nav .round').last().boundingBox())!;
  expect(Math.abs(close.y - next.y)).toBeLessThan(2);
  expect(close.height).toBe(next.height);
});

test('every board in the set-up is pictured with its animals', async ({ page }) => {
  await SCREENS.setup!(page);
  const choices = page.locator('.board-choice');
  for (const choice of await choices.all()) {
    await expect(choice.locator('.piece.tiger').first()).toBeAttached();
    await expect(choice.locator('.piece.goat').nth(2)).toBeAttached();
  }
  const kaooa = choices.filter({ hasText: 'Kaooa' });
  await expect(kaooa.locator('use[href="#piece-vulture"]').first()).toBeAttached();
  await expect(kaooa.locator('use[href="#piece-crow"]').first()).toBeAttached();
});

test('a phone on its side shows the board and the task of a lesson and a puzzle', async ({
  page,
}) => {
  await page.setViewportSize({ width: 844, height: 390 });
  for (const name of ['lesson', 'puzzle', 'daily']) {
    await SCREENS[name]!(page);
    for (const part of ['bagh-board', '.task', '.learn-buttons']) {
      const box = (await page.locator(part).first().boundingBox())!;
      expect(box.y + box.height, `${part} of ${name}`).toBeLessThanOrEqual(390);
    }
  }
});

test('a small phone shows the board and the task of a lesson and a puzzle', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  for (const name of ['lesson', 'puzzle']) {
    await SCREENS[name]!(page);
    const tabs = (await page.locator('.pages').boundingBox())!;
    for (const part of ['bagh-board', '.task']) {
      const box = (await page.locator(part).first().boundingBox())!;
      expect(box.y + box.height, `${part} of ${name}`).toBeLessThanOrEqual(tabs.y);
    }
  }
});

test('a phone sees the review first: the board, the graph and what the mistake costs', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(REVIEWED);
  await expect(page.locator('.coach-words')).not.toHaveText('…');
  const box = (await page.locator('.coach-words').boundingBox())!;
  const tabs = (await page.locator('.pages').boundingBox())!;
  expect(box.y + box.height).toBeLessThan(tabs.y);
});

test('on a desktop everything around the board of the analysis is in sight', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 850 });
  for (const name of ['analysis', 'review']) {
    await SCREENS[name]!(page);
    const steps = page.locator('.area-foot .steps');
    const box = (await steps.boundingBox())!;
    expect(box.y + box.height, name).toBeLessThanOrEqual(850);
    // It stays there while the lists beside it are read.
    await page.mouse.move(1200, 500);
    await page.mouse.wheel(0, 2000);
    await expect(steps).toBeInViewport({ ratio: 1 });
    await expect(page.locator('bagh-board')).toBeInViewport();
  }
});

test('lists that open stay within the window', async ({ page }) => {
  for (const size of SIZES.slice(1, 3)) {
    await page.setViewportSize(size);
    for (const name of ['playing', 'result', 'analysis']) {
      await SCREENS[name]!(page);
      const lists = page.locator('details.popup');
      for (const list of (await lists.all()).slice(-3)) {
        await list.locator('summary').click();
        const items = list.locator('.popup-items');
        await expect(items).toBeVisible();
        await expect(items).toBeInViewport({ ratio: 0.99 });
        await page.keyboard.press('Escape');
        await expect(items).toBeHidden();
      }
    }
  }
});

test('the dark theme follows the system', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'paper');
});

test('a result is shared as a link and as a picture', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await SCREENS.result!(page);
  const result = page.locator('.result');
  await expect(result.getByRole('heading')).toHaveText('You win!');
  await expect(result.locator('.result-why')).toHaveText('The tigers captured 5 goats.');
  await result.getByLabel('Share').click();
  await result.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.locator('.toast')).toHaveText('Link copied');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain(`/analyse/bagh-chal?moves=${TIGERS_WIN.join('_')}`);
  await result.getByLabel('Share').click();
  const saved = page.waitForEvent('download');
  await result.getByRole('button', { name: 'Save picture' }).click();
  expect((await saved).suggestedFilename()).toBe('bagh-chal.png');
});

test('a rematch against the computer swaps the sides', async ({ page }) => {
  await page.goto('/play?side=goat');
  for (let i = 0; i < 2; i++) await page.getByRole('button', { name: 'Resign' }).click();
  await expect(page.locator('.result')).toContainText('You resigned.');
  await page.getByRole('button', { name: 'Rematch, sides swapped' }).click();
  await expect(page.locator('.strip').last()).toContainText('You · Tigers');
});

test('a clock runs out, and the other side wins', async ({ page }) => {
  await page.clock.install();
  await page.goto('/play?setup');
  await page.getByRole('radio', { name: 'A friend on this device' }).check();
  await page.getByRole('radio', { name: '3 min + 2 s' }).check();
  await page.getByRole('button', { name: 'Start' }).click();
  await click(page, 'C3');
  await expect(point(page, 'C3')).toHaveAccessibleName(/goat/);
  await page.clock.fastForward('03:03');
  await expect(page.locator('.result-why')).toHaveText("The tigers' time ran out.");
});

test('moves are stepped through with buttons and arrow keys while a game goes on', async ({
  page,
}) => {
  await twoPlayers(page);
  for (const move of TIGERS_WIN.slice(0, 3)) await click(page, move);
  await expect(point(page, 'E4')).toHaveAccessibleName(/goat/);
  await page.getByRole('button', { name: 'D3', exact: true }).click();
  await expect(point(page, 'E4')).toHaveAccessibleName(/empty/);
  await page.keyboard.press('End');
  await expect(point(page, 'E4')).toHaveAccessibleName(/goat/);
});

test('a position is played on from the analysis, the editor and a puzzle', async ({ page }) => {
  await page.goto('/analyse/bagh-chal?moves=C1_E1D1');
  await page.getByRole('link', { name: 'Play from here' }).click();
  await expect(page.locator('.play .piece.goat')).toHaveCount(1);
  await SCREENS.editor!(page);
  await expect(page.locator('.beside').getByText('Play from here')).toBeVisible();
  await SCREENS.puzzle!(page);
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await expect(page.getByRole('link', { name: 'Play from here' })).toBeVisible();
});

test('a board is embedded, without the page around it', async ({ page }) => {
  await page.goto('/embed/bagh-chal?moves=C1_E1D1*A1B1._D3&ply=1');
  await expect(page.locator('bagh-board .piece')).toHaveCount(5);
  await expect(page.locator('header.bar')).toHaveCount(0);
  await page.getByRole('button', { name: 'One move forward' }).click();
  await expect(point(page, 'D1')).toHaveAccessibleName(/tiger/);
  await page.getByRole('button', { name: 'One move forward' }).click();
  await expect(point(page, 'D3')).toHaveAccessibleName(/goat/);
  const box = (await page.locator('.embed-bar').boundingBox())!;
  expect(box.y + box.height).toBeLessThanOrEqual(800);
  await page.goto('/embed/nothing');
  await expect(page.getByRole('alert')).toBeVisible();
});

test('the puzzle of the day is the same for everybody', async ({ page, browser, baseURL }) => {
  await page.goto('/learn/daily');
  const shown = (await page.locator('.step-of').textContent()) ?? '';
  expect(shown).toMatch(/Puzzle \d+/);
  const other = await browser.newPage({ baseURL: baseURL ?? '', serviceWorkers: 'block' });
  await other.goto('/learn/daily');
  await expect(other.locator('.step-of')).toHaveText(shown);
  await other.close();
});

test('the history is exported, a game is deleted, and then all of them', async ({ page }) => {
  await SCREENS.history!(page);
  const saved = page.waitForEvent('download');
  await page.locator('.history-head summary').click();
  await page.getByRole('button', { name: 'Export records' }).click();
  expect((await saved).suggestedFilename()).toBe('games.bagh');
  // A slip of the finger deletes nothing.
  page.once('dialog', (dialog) => void dialog.dismiss());
  await page.locator('.history li').first().getByRole('button').click();
  await expect(page.locator('.history li')).toHaveCount(12);
  page.once('dialog', (dialog) => void dialog.accept());
  await page.locator('.history li').first().getByRole('button').click();
  await expect(page.locator('.history li')).toHaveCount(11);
  page.once('dialog', (dialog) => void dialog.accept());
  await page.locator('.history-head summary').click();
  await page.getByRole('button', { name: 'Delete all' }).click();
  await expect(page.locator('.history')).toHaveCount(0);
});
