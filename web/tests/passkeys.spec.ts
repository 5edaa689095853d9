/** Passkeys, with an authenticator that Chromium simulates. They need a name: localhost. */

import { expect, test, type CDPSession, type Page } from '@playwright/test';

const unique = () => `p${Math.random().toString(36).slice(2, 12)}`;

interface Device {
  cdp: CDPSession;
  id: string;
}

/** A device with a finger on it. */
async function device(page: Page): Promise<Device> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, id: authenticatorId };
}

async function account(page: Page, baseURL: string | undefined): Promise<void> {
  await page.goto(`${named(baseURL)}/online/account`);
  await expect(page.getByRole('heading', { name: 'Choose a name' })).toBeVisible();
}

/** The service by its name. */
function named(baseURL: string | undefined): string {
  return (baseURL ?? '').replace('127.0.0.1', 'localhost');
}

const panel = (page: Page) => page.getByRole('region', { name: 'Passkeys' });

test.beforeEach(async ({ context }) => {
  await context.addInitScript(() => {
    localStorage.setItem('bagh.settings', JSON.stringify({ language: 'en' }));
  });
});

test('a name is kept with a passkey, which signs in until it is removed', async ({
  page,
  baseURL,
}) => {
  const { cdp, id } = await device(page);
  await account(page, baseURL);
  const name = unique();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Register with a passkey' }).click();
  await expect(page.locator('.online-codes li')).toHaveCount(8);
  await page.getByRole('button', { name: 'I have written them down' }).click();
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  await expect(panel(page).getByRole('listitem')).toHaveCount(1);

  // Without a password it is the only key, and stays.
  await panel(page).getByRole('button', { name: 'Remove' }).click();
  await expect(panel(page).getByRole('alert')).toContainText('the only key');
  await expect(panel(page).getByRole('listitem')).toHaveCount(1);

  // It also proves who asks for new recovery codes.
  await page.getByRole('button', { name: 'New codes with a passkey' }).click();
  await expect(page.locator('.online-codes li')).toHaveCount(8);
  await page.getByRole('button', { name: 'I have written them down' }).click();

  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  await expect(panel(page).getByRole('listitem')).toContainText('last used');

  // A device that does not know its owner is refused by the browser, and the page says so.
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: false });
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toHaveText('No passkey was used. You can try again.');
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: true });
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
});

test('a guest adds a passkey and removes it; then it is refused', async ({ page, baseURL }) => {
  await device(page);
  await account(page, baseURL);
  // A visit that plays has an account.
  await page.evaluate(() => fetch('/api/online/guest', { method: 'POST' }));
  await page.reload();
  await panel(page).getByRole('button', { name: 'Add a passkey' }).click();
  await expect(panel(page).getByRole('listitem')).toHaveCount(1);
  // The same device has one already.
  await panel(page).getByRole('button', { name: 'Add a passkey' }).click();
  await expect(panel(page).getByRole('alert')).toContainText('already has a passkey');
  await expect(panel(page).getByRole('listitem')).toHaveCount(1);
  await panel(page).getByRole('button', { name: 'Remove' }).click();
  await expect(panel(page).getByRole('listitem')).toHaveCount(0);
  // The device still has it, the service does not.
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('This passkey is not accepted');
});

test('an address instead of a name offers no passkeys, and says why', async ({ page, baseURL }) => {
  const address = (baseURL ?? '').replace('localhost', '127.0.0.1');
  await page.goto(`${address}/online/account`);
  await expect(page.getByRole('heading', { name: 'Choose a name' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Register with a passkey' })).toHaveCount(0);
  await page.evaluate(() => fetch('/api/online/guest', { method: 'POST' }));
  await page.reload();
  await expect(panel(page)).toContainText('opened by its name');
});
