/** What the tests share: a page on which any error fails the test, and a hand for the board. */

import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test as base, type Locator, type Page } from '@playwright/test';

export { expect };

export const test = base.extend<{ page: Page }>({
  page: async ({ page }, use) => {
    const errors: string[] = [];
    watch(page, errors);
    await use(page);
    expect(errors, 'errors on the page').toEqual([]);
  },
});

/** Collects whatever the page complains about. */
export function watch(page: Page, errors: string[]): void {
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
}

/** Finds what keeps people out: by all rules, or by those that are named. */
export async function accessible(page: Page, where: string, rules?: string[]): Promise<void> {
  // One page without frames: what the legacy mode leaves out costs time and finds nothing here.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  const found = violations.map(
    (v) =>
      `${v.id}: ${v.nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary}`).join(' | ')}`,
  );
  expect(found, where).toEqual([]);
}

/** A whole game of Bagh Chal, which the tigers win with five captures. */
export const TIGERS_WIN = 'D3 A1B1 E4 E5E3 A2 E3C3 E2 E1E3 B5 A5C5 B2 B1B3'.split(' ');

/** Whole games on the small board of `docs/small.toml`. */
export const SMALL_BOARD = new URL('../../docs/small.toml', import.meta.url);
export const SMALL_TRAPPED = 'C1 A1B1 A3 C3B3 B2 B1A1 C3 A1B1 A1'.split(' ');
export const SMALL_REPETITION =
  'C1 A1A2 B3 A2B2 A3 B2B1 A2 B1A1 B1 C3C2 B3B2 C2C3 B2B3 A1B2 C1C2 B2A1 C2C1'.split(' ');

/** The points of a move: one where a piece is placed, two where it moves. */
export function points(move: string): string[] {
  return move.match(/[A-Z]+\d+/g) ?? [];
}

/** A point of the board, by its name. */
export function point(page: Page, name: string): Locator {
  return page
    .locator('bagh-board')
    .first()
    .getByRole('button', { name: new RegExp(`^${name},`) });
}

/** Clicks a move. */
export async function click(page: Page, move: string): Promise<void> {
  for (const name of points(move)) await point(page, name).click();
}

/** Begins a game of two people, from nothing. */
export async function twoPlayers(page: Page, game = 'bagh-chal'): Promise<void> {
  await page.goto(`/play?with=friend&game=${game}`);
  await expect(page.locator('.play bagh-board')).toBeVisible();
}

/** Begins a game of two people on the small board, which is opened as a file. */
export async function smallBoard(page: Page): Promise<void> {
  await page.goto('/play?setup');
  await page.getByRole('radio', { name: 'A friend on this device' }).check();
  await page.locator('input[type=file]').setInputFiles({
    name: 'small.toml',
    mimeType: 'text/plain',
    buffer: readFileSync(SMALL_BOARD),
  });
  await expect(page.getByText('✓ Small board')).toBeVisible();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.locator('.strip').first()).toBeVisible();
}
