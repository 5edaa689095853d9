import { devices } from '@playwright/test';
import { expect, point, points, test, TIGERS_WIN } from './support';

const phone = devices['Pixel 7'];
test.use({
  viewport: phone.viewport,
  userAgent: phone.userAgent,
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
});

test('a whole game by touch', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Two players' }).tap();
  for (const move of TIGERS_WIN) {
    for (const name of points(move)) await point(page, name).tap();
  }
  await expect(page.getByRole('heading', { name: 'Tigers win' })).toBeVisible();
});

test('a finger that slides off a point plays nothing', async ({ page }) => {
  await page.goto('/play?with=friend');
  const box = (await point(page, 'C3').boundingBox())!;
  const client = await page.context().newCDPSession(page);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await client.send('Input.dispatchTouchEvent', {
    type: 'touchMove',
    touchPoints: [{ x: x + box.width, y: y + 4 }],
  });
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(point(page, 'C3')).toHaveAccessibleName(/empty/);
  await expect(point(page, 'D3')).toHaveAccessibleName(/empty/);
  await point(page, 'C3').tap();
  await expect(point(page, 'C3')).toHaveAccessibleName(/goat/);
});
