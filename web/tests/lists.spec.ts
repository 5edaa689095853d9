/** Lists of moves follow the game, and nothing around them moves. */

import type { Locator, Page } from '@playwright/test';
import { SIZES } from './screens';
import { expect, test } from './support';

/** A game that is longer than any list of its moves is high, without a capture. */
const LONG =
  'E3 E1D1 C3 E5D5 B4 D1D2 B5 D5C5 C1 C5D5 A2 D2D1 E5 A1B1 E2 B1A1 B1 D5D4 D5 D4C5 C4 A1B2 D3 B2C2 E1 C5D4 A1 D4C5 D2 C2B2 D4 B2B3 E4 A5A4 A5 A4A3 B2 A3A4 C2 A4A3 B4A4 A3B4 A4A3 B4A4 B5B4 C5B5 B4C5 A4B4 A5A4 B4A5 C3B4 B3C3 A3B3 C3A3'.split(
    ' ',
  );

async function isWithin(entry: Locator, list: Locator): Promise<void> {
  await expect(async () => {
    const inner = (await entry.boundingBox())!;
    const outer = (await list.boundingBox())!;
    expect(inner.y).toBeGreaterThanOrEqual(outer.y - 1);
    expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height + 1);
  }).toPass();
}

async function playing(page: Page): Promise<void> {
  await page.addInitScript((moves) => {
    const saved = {
      id: 'long',
      game: { name: 'bagh-chal' },
      opponent: { kind: 'friend' },
      moves,
      seed: 1,
      hints: 0,
      takenBack: 0,
      began: 1,
      changed: 1,
    };
    localStorage.setItem('bagh.game.long', JSON.stringify(saved));
    sessionStorage.setItem('bagh.seat', 'long');
  }, LONG);
  await page.goto('/play');
  await expect(page.locator('.move-count')).toHaveText(`${Math.ceil(LONG.length / 2)} moves`);
}

for (const [where, open, box] of [
  ['Play', playing, '.move-list'],
  [
    'Analyse',
    async (page: Page) => void (await page.goto(`/analyse/bagh-chal?moves=${LONG.join('_')}`)),
    '.tree',
  ],
] as const) {
  test(`the list of moves follows a long game: ${where}`, async ({ page }) => {
    await open(page);
    const list = page.locator(box);
    const move = (number: number) => list.locator('button:not(.start-move)').nth(number);
    await isWithin(move(LONG.length - 1), list);
    const scrolled = await page.evaluate(() => scrollY);
    expect(scrolled).toBe(0);
    await page.keyboard.press('Home');
    await isWithin(move(0), list);
    for (let i = 0; i < 20; i++) await page.keyboard.press('ArrowRight');
    await expect(move(19)).toHaveAttribute('aria-current', 'true');
    await isWithin(move(19), list);
    // What comes next is seen, too.
    await isWithin(move(20), list);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    // Its reader may look elsewhere: what is drawn again leaves the list alone.
    await list.evaluate((list) => (list.scrollTop = 0));
    await page.locator('#settings-button').click();
    await page.locator('#settings-button').click();
    await isWithin(move(0), list);
  });
}

test('on a desktop the moves have the room that is empty beside the board', async ({ page }) => {
  await page.setViewportSize(SIZES[0]!);
  await playing(page);
  const list = (await page.locator('.move-list').boundingBox())!;
  expect(list.height).toBeGreaterThan(400);
  const rules = (await page.locator('.aims').boundingBox())!;
  expect(rules.y + rules.height).toBeLessThanOrEqual(850);
});
