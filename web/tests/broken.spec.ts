/** What once broke, each with the steps that broke it. */

import { readFileSync } from 'node:fs';
import { click, expect, point, test, TIGERS_WIN, twoPlayers } from './support';

for (const [address, said] of [
  ['/play?game=zzz', 'no game called “zzz”'],
  ['/play?captures=50&game=bagh-chal', 'number of captures'],
  ['/play?captures=-1', 'number of captures'],
  ['/play?position=nonsense', 'cannot be read'],
] as const) {
  test(`an address that makes no sense is explained, and does no harm: ${address}`, async ({
    page,
  }) => {
    await page.goto(address);
    await expect(page.getByRole('alert')).toContainText(said);
    await page.goto('/play');
    await expect(page.getByRole('heading', { name: 'New game' })).toBeVisible();
    await page.getByRole('button', { name: 'Start' }).click();
    await expect(page.locator('.play bagh-board')).toBeVisible();
  });
}

for (const path of ['/analyse/%zz', '/embed/%zz', '/online/game/%zz', '/explore/%zz']) {
  test(`an address that cannot be decoded is no unexpected error: ${path}`, async ({ page }) => {
    await page.goto('/about');
    // A link within the app: not every server hands out a page at such an address.
    await page.evaluate((path) => {
      const link = Object.assign(document.createElement('a'), { href: path });
      document.body.append(link);
      link.click();
    }, path);
    await expect(page.getByRole('heading', { name: 'About' })).toHaveCount(0);
    await expect(page.locator('#app :is([role=alert], h1)').first()).toBeAttached();
    await expect(page.locator('.failure')).toHaveCount(0);
  });
}

test('an unexpected error shows what happened and a way back', async ({ browser, baseURL }) => {
  const page = await browser.newPage({ baseURL: baseURL ?? '', serviceWorkers: 'block' });
  await page.goto('/about');
  await page.evaluate(() => void Promise.reject(new Error('made for this test')));
  await expect(page.getByRole('alert')).toContainText('Something went wrong');
  await page.getByText('Details').click();
  await expect(page.getByRole('alert')).toContainText('made for this test');
  await page.getByRole('button', { name: 'Go to the home page' }).click();
  await expect(page.getByRole('link', { name: 'Two players' })).toBeVisible();
  await page.close();
});

test('an error while the app starts is shown, too', async ({ browser, baseURL }) => {
  const page = await browser.newPage({ baseURL: baseURL ?? '', serviceWorkers: 'block' });
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => void Promise.reject(new Error('made early')));
  });
  await page.goto('/about');
  await expect(page.getByRole('alert')).toContainText('Something went wrong');
  await page.getByRole('link', { name: 'Learn' }).first().click();
  await expect(page).toHaveTitle(/^Learn/);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.close();
});

test('a game in progress is not lost without a question', async ({ page }) => {
  await twoPlayers(page);
  for (const move of TIGERS_WIN.slice(0, 3)) await click(page, move);
  await page.goto('/');
  await page.getByRole('link', { name: 'Two players' }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByRole('alertdialog')).toContainText('game in progress');
  await page.getByRole('button', { name: 'Start a new game' }).click();
  await click(page, 'C3');
  await expect(page.locator('.move-count')).toHaveText('1 move');
  // The other game is still there.
  await page.getByRole('button', { name: 'New game' }).click();
  const waiting = page.locator('.waiting li');
  await expect(waiting).toHaveCount(2);
  await waiting.filter({ hasText: '2 moves' }).getByRole('button', { name: 'Resume' }).click();
  await expect(page.locator('.move-count')).toHaveText('2 moves');
});

test('two tabs do not overwrite each other', async ({ page, context }) => {
  await twoPlayers(page);
  await click(page, 'C3');
  const other = await context.newPage();
  await other.goto('/play');
  await expect(other.getByRole('heading', { name: 'New game' })).toBeVisible();
  await other.getByRole('radio', { name: 'A friend on this device' }).check();
  await other.getByRole('button', { name: 'Start', exact: true }).click();
  await other.getByRole('button', { name: 'Start a new game' }).click();
  for (const move of ['B3', 'A1B1']) await click(other, move);
  await click(page, 'A1B1');
  await click(page, 'C1');
  for (const [tab, moves] of [
    [page, '2 moves'],
    [other, '1 move'],
  ] as const) {
    await tab.reload();
    await expect(tab.locator('.move-count')).toHaveText(moves);
  }
  // A game can be taken over, and the first tab says so.
  await other.getByRole('button', { name: 'New game' }).click();
  await other
    .locator('.waiting li', { hasText: '2 moves' })
    .getByRole('button', { name: 'Resume' })
    .click();
  await expect(other.locator('.move-count')).toHaveText('2 moves');
  await expect(page.getByRole('heading', { name: 'open in another tab' })).toBeVisible();
  await page.getByRole('button', { name: 'Play here' }).click();
  await expect(page.locator('.move-count')).toHaveText('2 moves');
  await expect(other.getByRole('heading', { name: 'open in another tab' })).toBeVisible();
  await other.close();
});

test('the arrow of a hint goes when the game is resigned', async ({ page }) => {
  await page.goto('/play?side=goat');
  await click(page, 'C1');
  await expect(page.getByText('Your turn: place a goat')).toBeVisible();
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.locator('bagh-board .mark-hint')).toBeVisible();
  for (let i = 0; i < 2; i++) await page.getByRole('button', { name: 'Resign' }).click();
  await expect(page.getByRole('heading', { name: 'You lost' })).toBeVisible();
  await expect(page.locator('bagh-board .mark-hint')).toHaveCount(0);
});

test('copying the record is answered where it is seen', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await twoPlayers(page);
  await click(page, 'C3');
  await page.getByLabel('More', { exact: true }).click();
  await page.getByRole('button', { name: 'Copy the game record' }).click();
  await expect(page.locator('.toast')).toHaveText('Game record copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('1. C3');
});

test('a phone on its side shows the board and every button', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await twoPlayers(page);
  for (const move of TIGERS_WIN.slice(0, 4)) await click(page, move);
  const seen = async (name: string) => {
    const box = (await page.getByRole('button', { name, exact: true }).boundingBox())!;
    expect(box.y + box.height, name).toBeLessThanOrEqual(390);
  };
  for (const name of ['Take back', 'Hint', 'Resign', 'New game', 'One move back']) await seen(name);
  const board = (await page.locator('bagh-board').boundingBox())!;
  expect(board.y).toBeGreaterThanOrEqual(0);
  expect(board.y + board.height).toBeLessThanOrEqual(390);
  await page.goto('/analyse/bagh-chal');
  await page.getByRole('button', { name: 'Play the best move' }).waitFor();
  await seen('Play the best move');
  await page.goto('/learn/puzzles/bagh-chal/2');
  await page.getByRole('button', { name: 'Hint' }).waitFor();
  await seen('Hint');
});

test('a solution that was shown is not solved, a lesson clicked through is not learnt', async ({
  page,
}) => {
  await page.goto('/learn/puzzles/bagh-chal/2');
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await page.goto('/learn');
  await expect(page.getByText('0 of 220 solved')).toBeVisible();
  await page.goto('/learn/lesson/aadu-puli/1');
  for (let step = 2; step <= 6; step++) {
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect(page.getByText(`Step ${step} of 6`)).toBeVisible();
  }
  await page.goto('/learn');
  await expect(page.getByText('✓ Completed')).toHaveCount(0);
});

test('a puzzle whose solution was shown is not solved by playing it back', async ({ page }) => {
  await page.goto('/learn/puzzles/bagh-chal/2');
  const all = JSON.parse(
    readFileSync(new URL('../src/learn/puzzles/bagh-chal.json', import.meta.url), 'utf8'),
  ) as { puzzles: { line: string[]; position: string }[] };
  const { line, position } = all.puzzles[1]!;
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await page.getByRole('button', { name: 'Try again' }).click();
  for (const text of line.filter((_, i) => i % 2 === 0)) {
    await expect(page.locator('bagh-board .point.acts').first()).toBeAttached();
    await click(page, text.split('|')[0]!);
  }
  await expect(page.locator('.feedback')).toContainText('Try it alone another time.');
  const kept = await page.evaluate(() => localStorage.getItem('bagh.learn') ?? '');
  expect(kept).toContain(JSON.stringify({ [position]: 'shown' }).slice(1, -1));
  await page.goto('/learn');
  await expect(page.getByText('0 of 220 solved')).toBeVisible();
});

test('an error of a script that is none of ours leaves the page alone', async ({ page }) => {
  await twoPlayers(page);
  await page.evaluate(() => {
    dispatchEvent(new ErrorEvent('error', { message: 'Script error.' }));
    dispatchEvent(
      new ErrorEvent('error', {
        message: 'Uncaught TypeError: x is undefined',
        filename: 'chrome-extension://abc/content.js',
        error: new TypeError('x is undefined'),
      }),
    );
  });
  await click(page, 'C3');
  await expect(page.locator('.move-count')).toHaveText('1 move');
  await expect(page.locator('.failure')).toHaveCount(0);
});

test('a reload gives no time back to the clock', async ({ page }) => {
  await page.goto('/play?setup');
  await page.getByRole('radio', { name: 'A friend on this device' }).check();
  await page.getByRole('radio', { name: '3 min + 2 s' }).check();
  await page.getByRole('button', { name: 'Start' }).click();
  await click(page, 'C3');
  // From now on the clock of the tigers runs, and nothing but leaving the page keeps its time.
  await expect(page.locator('.clock.ticking')).toBeVisible();
  await page.reload();
  await expect(page.locator('.clock.ticking')).toBeVisible();
  const left = await page.evaluate(() => {
    const name = Object.keys(localStorage).find((key) => key.startsWith('bagh.game.'))!;
    const saved = JSON.parse(localStorage.getItem(name)!) as { clock: { left: object } };
    return saved.clock.left as { tiger: number; goat: number };
  });
  expect(left.goat).toBe(180_000);
  expect(left.tiger).toBeLessThan(180_000);
});

test('the buttons of a lesson stay where they are', async ({ page }) => {
  await page.goto('/learn/lesson/bagh-chal/2');
  const next = page.getByRole('button', { name: 'Next', exact: true });
  const before = (await next.boundingBox())!;
  await click(page, 'C3');
  await expect(page.locator('.feedback .good')).toBeVisible();
  const after = (await next.boundingBox())!;
  expect(Math.abs(after.x - before.x)).toBeLessThan(2);
});

test('About says what is sent', async ({ page }) => {
  await page.goto('/about');
  await expect(page.getByRole('heading', { name: 'What is sent' })).toBeVisible();
  await expect(page.locator('article')).toContainText('the positions are sent');
  await expect(page.locator('article')).not.toContainText('sent anywhere');
});

test('one capture wins, and it is said in good English', async ({ page }) => {
  await page.goto('/play?with=friend&captures=1&game=bagh-chal');
  await page.getByText('Aims and rules').click();
  await expect(page.locator('.aims')).toContainText('Tigers win by capturing 1 goat.');
  for (const move of TIGERS_WIN.slice(0, 4)) await click(page, move);
  await expect(page.locator('.result-why')).toHaveText('The tigers captured 1 goat.');
});

test('every point of a board can still be reached after a look back', async ({ page }) => {
  await twoPlayers(page);
  for (const move of TIGERS_WIN.slice(0, 4)) await click(page, move);
  await page.locator('.move-list').getByRole('button', { name: 'A1B1' }).click();
  await expect(point(page, 'E4')).toHaveAccessibleName(/empty/);
  await expect(page.locator('bagh-board .point.acts')).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(point(page, 'E4')).toHaveAccessibleName(/goat/);
  await page.keyboard.press('End');
  await click(page, 'A2');
  await expect(page.locator('.move-count')).toHaveText('3 moves');
});

test('a chip that comes under a resting mouse previews nothing', async ({ page }) => {
  await page.goto('/analyse/bagh-chal?moves=C1_E1D1_B1_A1A2&ply=0');
  const chip = page.locator('.chip').first();
  await expect(chip).toBeVisible();
  const box = (await page.locator('.values').boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + 90);
  for (const piece of ['C1', 'D1', 'B1', 'A2']) {
    await page.keyboard.press('ArrowRight');
    await expect(point(page, piece)).toHaveAccessibleName(/goat|tiger/);
    // What the board shows is the game, whatever lies under the mouse now.
    const shown = await page.locator('bagh-board .piece.goat').count();
    const position = await page.locator('#position-text').inputValue();
    expect(shown).toBe((position.split(' ')[0]!.match(/G/g) ?? []).length);
  }
});

test('a mistake is a question mark on the board and in the list', async ({ page }) => {
  await page.goto(`/analyse/bagh-chal?moves=${TIGERS_WIN.join('_')}&review=goat`);
  await expect(page.locator('.coach')).toContainText('Mistake 1');
  await expect(page.locator('.tree .sign').first()).toContainText('?');
  // The sign on the board is drawn: a hook and a dot, in a disc.
  await expect(page.locator('bagh-board .mark-mistake .sign')).toBeVisible();
});

test('no dot of a possible placement shines through a value', async ({ page }) => {
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
  await expect(page.locator('bagh-board .mark')).toHaveCount(2);
  await expect(page.locator('bagh-board .may-place')).toHaveCount(19);
  // Nor does the point itself, where a move is worth less than others.
  await expect(page.locator('bagh-board .mark.soft')).toHaveCSS('opacity', '1');
  // On a dark board the numbers are light.
  await expect(page.locator('bagh-board .mark text').first()).toHaveCSS('fill', 'rgb(38, 34, 29)');
  await page.emulateMedia({ colorScheme: 'dark' });
  const light = 'rgb(255, 253, 245)';
  await expect(page.locator('bagh-board .mark text').first()).toHaveCSS('fill', light);
});

test('the trays of the analysis have their labels on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/analyse/bagh-chal');
  await expect(page.locator('.badge-name').getByText('Captured')).toBeVisible();
  await expect(page.locator('.badge-name').getByText('In hand')).toBeVisible();
});

test('a link of this site is opened when it is pasted', async ({ page }) => {
  await page.goto('/analyse/bagh-chal');
  await page.locator('#notation summary').click();
  await page
    .locator('#paste-text')
    .fill('https://example.org/analyse/aadu-puli?moves=B0_B3_B1&ply=2');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.locator('#game-select')).toHaveValue('aadu-puli');
  await expect(page.locator('.tree [aria-current]')).toHaveText('B3');
});
