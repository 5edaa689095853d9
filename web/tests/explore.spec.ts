import type { Locator } from '@playwright/test';
import { accessible, expect, point, test } from './support';

/** A place in an element, by its share of the width. */
async function at(element: Locator, share: number): Promise<{ clientX: number; clientY: number }> {
  const { x, y, width, height } = (await element.boundingBox())!;
  return { clientX: x + width * share, clientY: y + height / 2 };
}

test('charts have their numbers beside them', async ({ page }) => {
  await page.goto('/explore');
  await expect(page.getByText('Bagh Chal is a draw.')).toBeVisible();
  await expect(page.getByRole('img', { name: /goats placed, Tigers to move/ })).toBeVisible();
  const section = page.locator('section', {
    has: page.getByRole('heading', { name: 'In the sliding phase' }),
  });
  await section.getByText('The numbers').click();
  // The row after four captures with tiger to move, as in the papers.
  await expect(section.getByRole('row', { name: /^4 / })).toContainText('30,469,634');
  await page.getByRole('radio', { name: 'Goats to move' }).check();
  await expect(section.getByRole('row', { name: /^4 / })).toContainText('23,229,230');
  await accessible(page, 'explore');
});

test('charts tell their numbers by mouse, by tap and by keyboard', async ({ page }) => {
  await page.goto('/explore');
  const figure = page.locator('figure', { has: page.getByRole('img', { name: /goats placed/ }) });
  const chart = figure.locator('svg.chart');
  const tip = figure.locator('.chart-tip');
  await expect(tip).toHaveCount(0);
  const { width, height } = (await chart.boundingBox())!;
  await chart.hover({ position: { x: width * 0.95, y: height / 2 } });
  await expect(tip).toContainText('Goats placed: 19');
  await expect(tip).toContainText(/Draw: \d/);
  await page.mouse.move(2, 2);
  await expect(tip).toHaveCount(0);
  // A tap is a click without a mouse that moves.
  await chart.dispatchEvent('click', await at(chart, 0.95));
  await expect(tip).toContainText('Goats placed: 19');
  await chart.focus();
  await page.keyboard.press('Home');
  await expect(tip.locator('p').first()).toHaveText('Goats placed: 1');
  await page.keyboard.press('ArrowRight');
  await expect(tip.locator('p').first()).toHaveText('Goats placed: 2');
  await accessible(page, 'a chart that is read');
  await page.keyboard.press('Escape');
  await expect(tip).toHaveCount(0);
  const wins = page.locator('figure', { hasText: 'Plies' }).first();
  await wins.locator('svg.chart').focus();
  await page.keyboard.press('Home');
  await expect(wins.locator('.chart-tip')).toContainText('Plies: 0 to 3');
  await expect(wins.locator('.chart-tip')).toContainText(/Captured \d: [\d,]+/);
});

test('a longest win is stepped through to its end', async ({ page }) => {
  await page.goto('/explore');
  await page
    .getByLabel('Game to step through')
    .selectOption('Longest win of the goats, 0 captured');
  await expect(page.getByText('Ply 0 of 116')).toBeVisible();
  await page.getByRole('button', { name: 'One move forward' }).click();
  await expect(page.getByText('Ply 1 of 116')).toBeVisible();
  await expect(point(page, 'C3')).toHaveAccessibleName(/tiger/);
  await page.getByRole('button', { name: 'One move back' }).focus();
  await page.keyboard.press('End');
  await expect(page.getByText('Goats win. All tigers are trapped.')).toBeVisible();
});

test('published numbers stand beside ours, with their misprints', async ({ page }) => {
  await page.goto('/explore/bagh-chal');
  await expect(page.getByText('230 of 248 match exactly.')).toBeVisible();
  await page.getByText('Lim and Nievergelt 2004, Table 5').click();
  await expect(page.getByRole('row', { name: /159,409/ })).toContainText('misprint');
});

test('Aadu Puli Attam, on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/explore');
  await page.getByRole('radio', { name: 'Aadu Puli Attam' }).check();
  await expect(page).toHaveURL('/explore/aadu-puli');
  await expect(
    page.getByText('no goat is captured and the tigers cannot be trapped'),
  ).toBeVisible();
  await page.getByText('The numbers').first().click();
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(over).toBeLessThanOrEqual(0);
  await accessible(page, 'explore');
});

test('without a service the stored copy is shown', async ({ page }) => {
  await page.route('**/api/**', (route) => route.fulfill({ contentType: 'text/plain', body: '' }));
  await page.goto('/explore');
  await expect(page.getByText('From a stored copy')).toBeVisible();
  await page.getByText('30 files').click();
  await expect(page.getByText('placement-19.bagh')).toBeVisible();
});
