/** Analysis in the browser, with any service or none. */

import { expect, test, withoutService, tree, here, address, open } from './analysis';
import { accessible, click, point, watch } from './support';

test('an address is opened again: position, moves, variations, and the place in them', async ({
  page,
  browser,
  baseURL,
}) => {
  await open(page, '/analyse/bagh-chal');
  for (const move of ['C1', 'E1D1', 'B1']) await click(page, move);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  for (const move of ['A1B2', 'A1']) await click(page, move);
  await page.keyboard.press('ArrowLeft');
  await page.locator('#comment').fill('too early');
  await page.locator('#comment').blur();
  await expect(here(page)).toHaveText('A1B2');
  // The address follows a moment later.
  await expect(page).toHaveURL(/moves=C1_E1D1\*A1B2_A1\._B1&at=3$/);
  const before = await tree(page).innerText();
  await page.reload();
  await expect(here(page)).toHaveText('A1B2');
  expect(await tree(page).innerText()).toBe(before);
  await expect(page.locator('.comment')).toHaveText('too early');
  // Somebody else sees the same; comments go with the record, not with the address.
  const path = await address(page);
  const context = await browser.newContext({ baseURL: baseURL ?? '', serviceWorkers: 'block' });
  const other = await context.newPage();
  const errors: string[] = [];
  watch(other, errors);
  await open(other, path);
  await expect(here(other)).toHaveText('A1B2');
  await expect(tree(other).locator('.one-move')).toHaveCount(5);
  await expect(point(other, 'B2')).toHaveAccessibleName(/^B2, tiger/);
  expect(await address(other)).toBe(path);
  expect(errors).toEqual([]);
  await context.close();
  // Without an address the analysis goes on where it was.
  await page.goto('/analyse');
  await expect(here(page)).toHaveText('A1B2');
  await expect(page).toHaveURL(path);
});

test('what cannot be played in an address is said', async ({ page }) => {
  await open(page, '/analyse/bagh-chal?moves=C1_E1D1_A1&ply=2');
  await expect(page.getByRole('alert')).toContainText('A1');
  await expect(tree(page).locator('.one-move')).toHaveCount(2);
  await open(page, '/analyse/bagh-chal?position=T3T%2F5%2F5%2F5%2FT3T+g+g19+c0&moves=C1');
  await expect(page.getByRole('alert')).toContainText('19 in hand');
  await expect(tree(page).locator('.one-move')).toHaveCount(0);
});

test('a position is edited, and what does not fit is explained', async ({ page }) => {
  await open(page, '/analyse/bagh-chal');
  await page.keyboard.press('e');
  const editor = page.locator('.editor');
  await expect(editor).toContainText('This position can be analysed.');
  await point(page, 'C3').click();
  await expect(editor.locator('output').first()).toHaveText('19');
  await editor.getByRole('radio', { name: 'Tiger', exact: true }).check();
  await point(page, 'B2').click();
  await expect(editor.locator('.legality')).toContainText(
    'Tigers on the board: 5. There must be 4.',
  );
  await expect(editor.getByRole('button', { name: 'Analyse this position' })).toBeDisabled();
  await accessible(page, 'the editor');
  await point(page, 'A1').click();
  await editor.getByRole('radio', { name: 'Tigers', exact: true }).check();
  await editor.getByRole('button', { name: 'Goats captured: one more' }).click();
  await expect(editor.locator('output')).toHaveText(['18', '1']);
  await expect(editor).toContainText('4T/1T3/2G2/5/T3T t g18 c1');
  await editor.getByRole('button', { name: 'Analyse this position' }).click();
  await expect(page).toHaveURL(/position=4T%2F1T3%2F2G2%2F5%2FT3T\+t\+g18\+c1/);
  await page.reload();
  await expect(point(page, 'B2')).toHaveAccessibleName(/^B2, tiger/);
  await page.keyboard.press('e');
  await editor.getByRole('button', { name: 'Clear the board' }).click();
  await expect(editor.locator('.legality')).toContainText('Tigers on the board: 0.');
  await editor.getByRole('button', { name: 'Start position' }).click();
  await expect(editor).toContainText('T3T/5/5/5/T3T g g20 c0');
  await page.keyboard.press('Escape');
  await expect(editor).toBeHidden();
  await expect(point(page, 'B2')).toHaveAccessibleName(/^B2, tiger/);
});

test('with the keyboard alone', async ({ page }) => {
  await open(page, '/analyse/bagh-chal?moves=C1_E1D1*A1B1_B2.*A1A2._B1');
  const press = (key: string) => page.keyboard.press(key);
  await press('Home');
  await expect(here(page)).toHaveText('Start');
  await press('ArrowRight');
  await press('ArrowRight');
  await expect(here(page)).toHaveText('E1D1');
  await expect(page.locator('[aria-live]')).toContainText('Tiger from E1 to D1');
  await press('ArrowDown');
  await expect(here(page)).toHaveText('A1B1');
  await press('ArrowDown');
  await expect(here(page)).toHaveText('A1A2');
  await press('ArrowUp');
  await press('End');
  await expect(here(page)).toHaveText('B2');
  await press('p');
  await expect(tree(page).locator('.line.main > li > .one-move')).toHaveText([/C1/, /A1B1/, /B2/]);
  await press('Delete');
  await expect(here(page)).toHaveText('A1B1');
  await press('c');
  await page.keyboard.type('a try f e');
  await press('Escape');
  await expect(page.locator('.comment')).toHaveText('a try f e');
  const a1 = () => point(page, 'A1').boundingBox();
  const before = await a1();
  await press('f');
  expect((await a1())?.y).not.toBe(before?.y);
  await press('f');
  await press('v');
  await expect(page.getByLabel('Best', { exact: true })).toBeChecked();
  await press('v');
  await expect(page.locator('bagh-board .mark, bagh-board .arrow')).toHaveCount(0);
  await press('?');
  const help = page.getByRole('dialog', { name: 'Help' });
  await expect(help).toBeVisible();
  await accessible(page, 'the help');
  await press('ArrowLeft');
  await press('Escape');
  await expect(help).toBeHidden();
  await expect(here(page)).toHaveText('A1B1');
  // The board itself, by its own keys.
  const label = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  for (let i = 0; i < 30 && !/^[A-E][1-5],/.test(await label()); i++) await press('Tab');
  await press('Home');
  expect(await label()).toMatch(/^A1,/);
  await press('Enter');
  await expect(here(page)).toHaveText('A1');
  await press('ArrowRight');
  expect(await label()).toMatch(/^B1,/);
});

test('after a click on the board, arrow keys go through the moves', async ({ page }) => {
  await open(page, '/analyse/bagh-chal');
  await click(page, 'C1');
  await click(page, 'E1D1');
  await page.keyboard.press('ArrowLeft');
  await expect(here(page)).toHaveText('C1');
  await page.keyboard.press('ArrowRight');
  await expect(here(page)).toHaveText('E1D1');
});

test('without a service, the computer analyses', async ({ page }) => {
  await withoutService(page);
  await open(page, '/analyse/aadu-puli?moves=B0_B3');
  await expect(page.locator('.unknown')).toContainText("You're offline");
  await expect(page.locator('.estimates li').first()).toBeVisible();
  await page.getByRole('button', { name: 'Review this game' }).click();
  await expect(page.locator('.review')).toContainText('Engine estimate, computed in your browser.');
  await expect(page.locator('.tally')).toHaveCount(2);
});

test('the game and the captures are chosen', async ({ page }) => {
  await open(page, '/analyse/bagh-chal?moves=C1_E1D1');
  await page.locator('#captures-select').selectOption('10');
  await expect(page).toHaveURL(/captures=10&moves=C1_E1D1/);
  await page.locator('#game-select').selectOption('kaooa');
  await expect(page).toHaveURL('/analyse/kaooa');
  await expect(page.locator('bagh-board .point')).toHaveCount(10);
  await page.goBack();
});

test('on a phone', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  const errors: string[] = [];
  watch(page, errors);
  await open(page, '/analyse/bagh-chal');
  await point(page, 'C1').tap();
  await point(page, 'E1').tap();
  await point(page, 'D1').tap();
  await expect(here(page)).toHaveText('E1D1');
  await page.getByRole('button', { name: 'One move back' }).tap();
  await expect(here(page)).toHaveText('C1');
  const chips = page.locator('.chip');
  await expect(chips.first()).toBeVisible();
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(over).toBeLessThanOrEqual(0);
  // The whole board and the buttons below it are seen at once.
  const best = await page.getByRole('button', { name: 'Play the best move' }).boundingBox();
  const tabs = await page.getByRole('navigation', { name: 'Pages' }).boundingBox();
  expect((best?.y ?? 0) + (best?.height ?? 0)).toBeLessThanOrEqual(tabs?.y ?? 0);
  await accessible(page, 'a phone');
  expect(errors).toEqual([]);
  await context.close();
});

test('arrows and circles are drawn with the right button, also before the values come', async ({
  page,
}) => {
  const waiting: (() => void)[] = [];
  let held = true;
  await page.route('**/api/**', async (route) => {
    if (held) await new Promise<void>((resolve) => waiting.push(resolve));
    await route.continue();
  });
  await page.goto('/analyse/bagh-chal');
  const board = page.locator('bagh-board');
  const middle = async (name: string): Promise<[number, number]> => {
    const box = (await point(page, name).boundingBox())!;
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const drawn = board.locator('.arrow.mark-circle:not(.soft)');
  await page.mouse.move(...(await middle('A1')));
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(...(await middle('B2')));
  await expect(board.locator('.arrow.mark-circle.soft')).toHaveCount(1);
  await page.mouse.up({ button: 'right' });
  await expect(drawn).toHaveCount(1);

  // The values come, and neither the arrow goes nor the board moves.
  const before = await middle('A1');
  held = false;
  for (const go of waiting) go();
  await expect(page.locator('#verdict')).toContainText('tigers take 3');
  await expect(drawn).toHaveCount(1);
  expect(await middle('A1')).toEqual(before);

  await page.mouse.click(...(await middle('C3')), { button: 'right' });
  await expect(board.locator('.mark.mark-circle')).toHaveCount(1);
  await page.mouse.click(...(await middle('C3')), { button: 'right' });
  await expect(board.locator('.mark.mark-circle')).toHaveCount(0);

  await point(page, 'C1').click();
  await expect(point(page, 'C1')).toHaveAccessibleName(/goat/);
  await expect(drawn).toHaveCount(0);
});

test('the board stays where it is when the values come, on phones, too', async ({ page }) => {
  let answer: () => void = () => undefined;
  for (const width of [412, 390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/v1/*/probe*', async (route) => {
      await held;
      const value = { outcome: 'draw', captures: 3, plies: null };
      const moves = [{ move: 'C1', ...value }];
      await route.fulfill({ json: { position: '', known: true, ...value, moves } });
    });
    await page.goto('/analyse/bagh-chal');
    const board = page.locator('bagh-board');
    await expect(page.locator('#verdict')).toHaveText('Looking up');
    const before = await board.boundingBox();
    answer();
    await expect(page.locator('#verdict')).toHaveText('Draw with best play · tigers take 3');
    expect(await board.boundingBox(), `${width} px`).toEqual(before);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
});
