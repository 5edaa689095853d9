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

test('a tiger is dragged by a finger', async ({ page }) => {
  await page.goto('/play?with=friend');
  await point(page, 'C1').tap();
  await expect(point(page, 'C1')).toHaveAccessibleName(/goat/);
  const client = await page.context().newCDPSession(page);
  const at = async (name: string) => {
    const box = (await point(page, name).boundingBox())!;
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [from, to] = [await at('A5'), await at('B4')];
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
  for (const share of [0.2, 0.6, 1]) {
    const spot = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [spot] });
  }
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(point(page, 'B4')).toHaveAccessibleName(/tiger/);
});

test('a long press draws on the analysis board: a circle, or an arrow where the finger goes on', async ({
  page,
}) => {
  await page.goto('/analyse/bagh-chal');
  await expect(page.locator('#verdict')).toContainText('tigers take 3');
  const board = page.locator('bagh-board');
  const client = await page.context().newCDPSession(page);
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', name?: string) => {
    const box = name ? await point(page, name).boundingBox() : null;
    const touchPoints = box ? [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }] : [];
    await client.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
  await touch('touchStart', 'C3');
  await expect(board.locator('.mark-circle.soft')).toHaveCount(1);
  await touch('touchEnd');
  await expect(board.locator('.mark-circle:not(.soft)')).toHaveCount(1);
  await expect(point(page, 'C3')).toHaveAccessibleName(/empty/);

  await touch('touchStart', 'A1');
  await expect(board.locator('.mark-circle.soft')).toHaveCount(1);
  await touch('touchMove', 'B2');
  await expect(board.locator('.arrow.mark-circle.soft')).toHaveCount(1);
  await touch('touchEnd');
  await expect(board.locator('.arrow.mark-circle:not(.soft)')).toHaveCount(1);
  await expect(point(page, 'B2')).toHaveAccessibleName(/empty/);

  // A tap still plays, and the next position has no drawings.
  await point(page, 'C1').tap();
  await expect(point(page, 'C1')).toHaveAccessibleName(/goat/);
  await expect(board.locator('.mark-circle')).toHaveCount(0);
});

test('a picture that is not shared after all is not said to be saved', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.canShare = () => true;
    navigator.share = () => Promise.reject(new DOMException('no', 'AbortError'));
    Object.assign(window, { downloads: 0 });
    HTMLAnchorElement.prototype.click = () => {
      (window as unknown as { downloads: number }).downloads += 1;
    };
  });
  const share = async () => {
    await page.locator('.tools').getByLabel('Share').tap();
    const asked = page.evaluate(
      () =>
        new Promise<void>((asked) => {
          const share = navigator.share.bind(navigator);
          navigator.share = (data) => {
            // What follows the answer happens before this goes on.
            setTimeout(asked, 50);
            return share(data);
          };
        }),
    );
    await page.getByRole('button', { name: 'Save picture' }).tap();
    await asked;
  };
  await page.goto('/analyse/bagh-chal');
  await share();
  await expect(page.locator('.toast')).toHaveCount(0);
  expect(await page.evaluate(() => (window as unknown as { downloads: number }).downloads)).toBe(0);
  // A system that cannot share after all leaves it to the browser.
  await page.evaluate(() => {
    navigator.share = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await share();
  await expect(page.locator('.toast')).toHaveText('Picture saved');
});
