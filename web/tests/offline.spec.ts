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

test('the puzzle of the day is the same without a network', async ({ page, context }) => {
  await page.goto('/learn/daily');
  const puzzle = page.locator('.step-of');
  const shown = (await puzzle.textContent()) ?? '';
  expect(shown).toMatch(/\d/);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true);
  await context.setOffline(true);
  await page.goto('/');
  await page.goto('/learn/daily');
  await expect(puzzle).toHaveText(shown);
  // It can be solved, too.
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.locator('bagh-board .mark-hint').first()).toBeVisible();
});

test('a first visit has the letters of the system, later pages the app’s own', async ({ page }) => {
  const family = () =>
    page.evaluate(() => getComputedStyle(document.querySelector('main p')!).fontFamily);
  const loaded = (text: string) =>
    page.evaluate(async (text) => {
      await document.fonts.ready;
      return [...document.fonts]
        .filter((face) => face.family.includes('Bagh Text') && face.status === 'loaded')
        .some((face) =>
          face.unicodeRange.split(',').some((range) => {
            const [from, to] = range.trim().slice(2).split('-');
            const code = text.codePointAt(0)!;
            return code >= parseInt(from!, 16) && code <= parseInt(to ?? from!, 16);
          }),
        );
    }, text);
  await page.goto('/about');
  await expect(page.locator('main p').first()).toBeVisible();
  expect(await family()).not.toContain('Bagh Text');
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true);
  await page.getByRole('navigation', { name: 'Pages' }).first().getByText('Learn').click();
  await expect(page.getByRole('heading', { name: 'Learn' })).toBeVisible();
  expect(await family()).toContain('Bagh Text');
  await page.goto('/about');
  await expect.poll(() => loaded('a')).toBe(true);
  // Other languages load theirs when they are shown.
  expect(await loaded('க')).toBe(false);
  await page.locator('#settings-button').click();
  await page.getByRole('radio', { name: 'தமிழ்' }).check();
  await expect.poll(() => loaded('க')).toBe(true);
});

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
