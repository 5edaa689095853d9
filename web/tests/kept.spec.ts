/** "Keep for offline": exact values of the sliding phase while the service is out of reach. */

import { accessible, expect, test } from './support';

/** A sliding position: 20 goats placed, none captured. */
const SLIDING = 'GGGGT/GGGGG/GGTGG/GGTGG/GGGT1 t g0 c0 - 40';

test('the sliding phase is kept and answers without the service', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL!, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto('/explore');
  const keep = page.getByRole('button', { name: 'Keep for offline' });
  await expect(keep).toBeVisible();
  await accessible(page, 'keep for offline');
  await keep.click();
  await expect(page.getByText(/^Kept on this device/)).toBeVisible();
  const known = page.locator('#verdict');
  const address = `/analyse/bagh-chal?position=${encodeURIComponent(SLIDING)}`;
  await page.goto(address);
  await expect(known).toHaveText(/winning|Draw/);
  await expect(page.getByRole('heading', { name: 'Moves, best first' })).toBeVisible();
  const told = await known.innerText();
  // From now on there is no service.
  await context.route('**/api/**', (route) => route.abort('internetdisconnected'));
  await page.goto(address);
  await expect(known).toHaveText(told);
  await expect(page.getByRole('heading', { name: 'Moves, best first' })).toBeVisible();
  // What is not kept is said to need a connection.
  await page.goto('/analyse/bagh-chal');
  await expect(page.getByText("You're offline. Exact results need a connection.")).toBeVisible();
  // A bot is marked by what is kept, in positions of that phase.
  await page.goto('/bots/workshop');
  await page.locator('#bot-limit').selectOption('20000');
  await page.getByRole('radio', { name: 'Mark it' }).check();
  await page.getByRole('button', { name: 'Mark the bot' }).click();
  await expect(page.locator('.bot-share')).toContainText('95% confidence', {
    timeout: 120_000,
  });
  await expect(page.locator('.bot-marks')).toContainText('Goats lost per move');
  const marked = page.locator('.bot-marks tbody tr');
  // Of placing only the last goats lead there, so that there are few of those, or none.
  const judged = async (row: string) =>
    Number(
      (await marked.filter({ hasText: row }).locator('td').nth(1).innerText()).replace('–', '0'),
    );
  expect(await judged('Goats, moving')).toBeGreaterThan(await judged('Goats, placing'));
  // Removed, it is gone.
  await context.unroute('**/api/**');
  await page.goto('/explore');
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(keep).toBeVisible();
  await context.close();
});
