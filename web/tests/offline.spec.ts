import { expect, test } from './support';

test.use({ serviceWorkers: 'allow' });

for (const [game, title] of [
  ['bagh-chal', 'Bagh Chal'],
  ['aadu-puli', 'Aadu Puli Attam'],
]) {
  test(`a game against the computer without a network: ${game}`, async ({ page, context }) => {
    await page.goto('/');
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await expect
      .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
      .toBe(true);
    await context.setOffline(true);
    await page.goto(`/play?side=tiger&game=${game}`);
    await expect(page.getByText(title!).first()).toBeVisible();

    // Tigers that take what they can, until the game is over or long enough.
    const board = page.locator('bagh-board').first();
    const ours = page.locator('.status-text', { hasText: 'Your turn' });
    const over = page.locator('.result');
    for (let turn = 0; turn < 12; turn++) {
      await expect(ours.or(over).first()).toBeVisible();
      if (await over.isVisible()) break;
      const place = board.locator('.point[aria-label*="place here"]').first();
      if (await place.isVisible()) {
        await place.click();
        continue;
      }
      await board.locator('.point[aria-label*="can move"]').first().click();
      const capture = board.locator('.point[aria-label*="capture"]');
      const go = board.locator('.point[aria-label*="move here"]');
      await ((await capture.count()) ? capture : go).first().click();
    }
    await page.reload();
    await expect(board).toBeVisible();
    expect(await board.locator('.piece').count()).toBeGreaterThan(3);
  });
}

test('the app can be installed', async ({ page }) => {
  await page.goto('/');
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
    return (await (await fetch(link!.href)).json()) as { icons: { src: string }[]; name: string };
  });
  expect(manifest.name).toContain('Bagh');
  for (const { src } of manifest.icons) {
    expect((await page.request.get(src)).ok(), src).toBe(true);
  }
});
