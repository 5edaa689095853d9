import { accessible, click, expect, SMALL_TRAPPED, smallBoard, test } from './support';

const PAGES = [
  '/',
  '/play',
  '/analyse/bagh-chal',
  '/learn',
  '/explore',
  '/online',
  '/about',
  '/nowhere',
];
/** The themes that are chosen by hand; `screens.spec.ts` has those that follow the system. */
const THEMES = ['slate', 'contrast'];

for (const theme of THEMES) {
  test(`every page is accessible: ${theme}`, async ({ page }) => {
    await page.addInitScript((theme) => {
      localStorage.setItem('bagh.settings', JSON.stringify({ theme, language: 'en' }));
    }, theme);
    for (const path of PAGES) {
      await page.goto(path);
      await page.locator('main *').first().waitFor();
      await accessible(page, `${path} in ${theme}`, ['color-contrast']);
    }
    await page.getByRole('button', { name: 'Settings' }).click();
    await accessible(page, `settings in ${theme}`);
  });
}

test('a game on a board from a file is accessible when it is over', async ({ page }) => {
  await smallBoard(page);
  for (const move of SMALL_TRAPPED) await click(page, move);
  await accessible(page, 'over, on a board from a file');
});

for (const language of ['en', 'ne', 'ta']) {
  test(`every page fits a phone: ${language}`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.addInitScript((language) => {
      localStorage.setItem('bagh.settings', JSON.stringify({ language }));
    }, language);
    for (const path of [...PAGES, '/play?with=friend', '/play?side=goat&game=aadu-puli']) {
      await page.goto(path);
      await page.locator('main *').first().waitFor();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(over, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
    }
  });
}

test('the language, the board and the names of points are chosen and kept', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('radio', { name: 'नेपाली' }).check();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ne');
  await expect(page.getByRole('link', { name: 'खेल्ने' })).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ne');
  await page.locator('#settings-button').click();
  await page.getByRole('radio', { name: 'தமிழ்' }).check();
  await page.getByRole('radio', { name: 'காகிதம்' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'paper');
});

test('back and forth between pages, and links that open none', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Pages' }).first().getByText('Learn').click();
  await expect(page).toHaveURL('/learn');
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Two players' })).toBeVisible();
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});
