import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { BoardElement } from '../src/board/element';
import type { Collection } from '../src/learn/puzzles';
import { accessible, click, expect, point, test } from './support';

const PHONE = { width: 390, height: 844 };

function puzzles(game: string): Collection {
  const path = new URL(`../src/learn/puzzles/${game}.json`, import.meta.url);
  return JSON.parse(readFileSync(path, 'utf8')) as Collection;
}

async function fits(page: Page): Promise<void> {
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(over).toBeLessThanOrEqual(0);
}

const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click();

/** What each step of the lesson of Bagh Chal wants; nothing where there is only something to read. */
const STEPS = ['', 'C3', 'A1A2', 'A1C1', 'C1', 'B4C4', 'B3B2', 'B1A1', 'E2E1', 'E5D5'];

test('the lesson of Bagh Chal is finished, and remembered', async ({ page }) => {
  await page.goto('/learn');
  await page.getByRole('link', { name: /^Begin.*Bagh Chal/ }).click();
  for (const [i, move] of STEPS.entries()) {
    await expect(page.getByText(`Step ${i + 1} of ${STEPS.length + 1}`)).toBeVisible();
    if (move) {
      await click(page, move);
      await expect(page.locator('.feedback .good')).toBeVisible();
    }
    await next(page);
  }
  await expect(page.getByRole('heading', { name: 'You know Bagh Chal' })).toBeVisible();
  await page.goto('/learn');
  await expect(page.getByText('✓ Completed')).toBeVisible();
});

test('a move that is not wanted is kindly taken back', async ({ page }) => {
  await page.goto('/learn/lesson/bagh-chal/4');
  await click(page, 'E1E2');
  await expect(page.locator('.feedback .gentle')).toContainText('there is a goat to take');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(point(page, 'E1')).toHaveAccessibleName(/tiger/);
  await click(page, 'A1C1');
  await expect(page.locator('.feedback .good')).toBeVisible();
});

test('the lesson of Aadu Puli Attam, by keyboard, on a phone', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/learn/lesson/aadu-puli/4');
  await point(page, 'B3').focus();
  await page.keyboard.press('Enter');
  await point(page, 'B15').focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.feedback .good')).toContainText('ten captures');
  await fits(page);
  await accessible(page, 'learn');
  await page.getByRole('button', { name: 'Next', exact: true }).focus();
  await page.keyboard.press('Enter');
  await click(page, 'B14');
  await expect(page.locator('.feedback .good')).toContainText('All three are trapped');
});

for (const game of ['bagh-chal', 'aadu-puli']) {
  test(`a puzzle of ${game} is solved, with its answers`, async ({ page }) => {
    const all = puzzles(game).puzzles;
    const index = all.findIndex((puzzle) => !puzzle.first && puzzle.line.length >= 3);
    const puzzle = all[index]!;
    await page.goto(`/learn/puzzles/${game}/${index + 1}`);
    for (const text of puzzle.line.filter((_, i) => i % 2 === 0)) {
      await expect(page.locator('bagh-board .point.acts').first()).toBeAttached();
      await click(page, text.split('|')[0]!);
    }
    await expect(page.getByText('✓ Solved!')).toBeVisible();
    await accessible(page, 'learn');
    await page.getByRole('button', { name: 'Next puzzle' }).first().click();
    await expect(page.getByText('✓ Solved!')).toBeHidden();
    await page.reload();
    await page.getByText('Choose a puzzle').click();
    await expect(
      page.getByRole('link', { name: `Puzzle ${index + 1}, solved`, exact: true }),
    ).toBeVisible();
  });
}

test('a wrong move, a hint and the solution', async ({ page }) => {
  const all = puzzles('bagh-chal').puzzles;
  const index = all.findIndex((puzzle) => puzzle.kind === 'trap' && !puzzle.first);
  await page.setViewportSize(PHONE);
  await page.goto(`/learn/puzzles/bagh-chal/${index + 1}`);
  const right = all[index]!.line[0]!;
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.locator('bagh-board .mark-hint')).toBeVisible();
  const from = right.slice(0, 2);
  const movable = page.locator('bagh-board .point.acts');
  for (const name of await movable.evaluateAll((all) =>
    all.map((one) => one.getAttribute('aria-label') ?? ''),
  )) {
    const other = name.split(',')[0]!;
    if (other === from) continue;
    await point(page, other).click();
    if (right.length > 2) {
      const target = page.locator('bagh-board .point[aria-label*="move here"]').first();
      await target.click();
    }
    break;
  }
  await expect(page.locator('.feedback .gentle')).toContainText('the tigers slip away');
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await expect(page.locator('.feedback')).toContainText('This was the solution');
  await fits(page);
  await accessible(page, 'learn');
});

test('the challenge of 2004 begins with the capture', async ({ page }) => {
  const all = puzzles('bagh-chal').puzzles;
  const index = all.findIndex((puzzle) => puzzle.name === 'challenge-2004');
  expect(index).toBeGreaterThanOrEqual(0);
  await page.goto(`/learn/puzzles/bagh-chal/${index + 1}`);
  await expect(page.getByRole('heading', { name: 'The challenge of 2004' })).toBeVisible();
  for (const text of all[index]!.line.filter((_, i) => i % 2 === 0)) {
    await expect(page.locator('bagh-board .point.acts').first()).toBeAttached();
    await click(page, text.split('|')[0]!);
  }
  await expect(page.locator('.feedback')).toContainText('No tiger can move.');
});

test('puzzles are chosen by kind and difficulty, and the address says which', async ({ page }) => {
  await page.goto('/learn/puzzles/bagh-chal');
  await page.getByRole('radio', { name: 'Win as tigers' }).check();
  await expect(page.getByRole('heading', { name: 'Win as tigers' })).toBeVisible();
  await expect(page).toHaveURL(/kind=win/);
  const url = page.url();
  await page.goto('/learn');
  await page.goto(url);
  await expect(page.getByRole('heading', { name: 'Win as tigers' })).toBeVisible();
});

/** A mistake that waits to be tried again. */
async function withMistake(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const mistake = {
      game: 'bagh-chal',
      position: 'TG2T/5/5/5/T3T g g19 c0',
      side: 'goat',
      played: 'C3',
      best: ['C1'],
      before: { outcome: 'draw', captures: 3 },
      after: { outcome: 'draw', captures: 4 },
      when: 1,
    };
    if (!localStorage.getItem('bagh.mistakes')) {
      localStorage.setItem('bagh.mistakes', JSON.stringify([mistake]));
    }
  });
}

test('a mistake is not put right by playing what a hint has shown', async ({ page }) => {
  await withMistake(page);
  await page.goto('/learn/mistakes');
  await page.getByRole('button', { name: 'Hint' }).click();
  await click(page, 'C1');
  await expect(page.locator('.feedback')).toContainText('with help');
  await page.goto('/learn');
  await expect(page.getByRole('link', { name: 'Try them again' })).toBeVisible();
});

test('a mistake of an own game is tried again', async ({ page }) => {
  await withMistake(page);
  await page.goto('/learn');
  await page.getByRole('link', { name: 'Try them again' }).click();
  await click(page, 'C3');
  await expect(page.locator('.feedback')).toContainText('That is what you played');
  // Why it was a mistake is played out.
  await expect(page.locator('.feedback')).toContainText('This is how it goes on');
  await expect(page.locator('bagh-board .point.acts')).toHaveCount(0);
  await page.getByRole('button', { name: 'Try again' }).click();
  await click(page, 'C1');
  await expect(page.locator('.feedback')).toContainText('That is it!');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('All corrected')).toBeVisible();
});

test('a wrong try is refuted on the board, and tried again', async ({ page }) => {
  const all = puzzles('bagh-chal').puzzles;
  const index = all.findIndex((puzzle) => puzzle.kind === 'hold' && !puzzle.first);
  const { line, position } = all[index]!;
  await page.goto(`/learn/puzzles/bagh-chal/${index + 1}`);
  const right = line[0]!.split('|');
  // Any other move than the right one.
  await expect(page.locator('bagh-board .point.acts').first()).toBeAttached();
  const legal = await page
    .locator('bagh-board')
    .evaluate((board) => (board as BoardElement).config?.moves.map(({ text }) => text) ?? []);
  const wrong = legal.find((text) => !right.includes(text))!;
  await click(page, wrong);
  const said = page.locator('.feedback');
  await expect(said).toContainText('now the other side wins');
  await expect(said).toContainText(/It is refuted by [A-E][1-5]/);
  const refutation = /refuted by ([^.]*)\./.exec((await said.textContent()) ?? '')![1]!;
  // It plays itself: its last move is seen on the board.
  const last = refutation.split(' ').at(-1)!.slice(-2);
  await expect(point(page, last)).toHaveAccessibleName(/goat|tiger/);
  await expect(page.locator('bagh-board .point.acts')).toHaveCount(0);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(said).not.toContainText('refuted');
  const pieces = position.split(' ')[0]!;
  const goats = (pieces.match(/G/g) ?? []).length;
  await expect(page.locator('bagh-board .piece.goat')).toHaveCount(goats);
  await expect(page.locator('bagh-board .point.acts').first()).toBeAttached();
});

/** Solves the puzzle of the day, which is open. */
async function solveDaily(page: Page): Promise<void> {
  const number = Number(/\d+/.exec((await page.locator('.step-of').textContent()) ?? '')![0]);
  const { puzzles: all } = puzzles('bagh-chal');
  const { line, first } = all[number - 1]!;
  expect(first === undefined || first.length > 0).toBe(true);
  for (const text of line.filter((_, i) => i % 2 === 0)) {
    await expect(page.locator('bagh-board .point.acts').first()).toBeAttached();
    await click(page, text.split('|')[0]!);
  }
  await expect(page.locator('.feedback')).toContainText('✓');
}

/** A day with a puzzle of Bagh Chal. */
const DAY = 20_001;

test('the puzzle of the day is solved once, and days in a row are counted', async ({ page }) => {
  await page.clock.setFixedTime((DAY + 0.5) * 86_400_000);
  await page.addInitScript((day) => {
    if (!localStorage.getItem('bagh.daily')) {
      localStorage.setItem(
        'bagh.daily',
        JSON.stringify({ [day - 2]: 'solved', [day - 1]: 'helped' }),
      );
    }
  }, DAY);
  await page.goto('/');
  await expect(page.locator('.daily')).toContainText('Solve it');
  await expect(page.locator('.daily')).toContainText('2 days in a row');
  await page.locator('.daily').click();
  await solveDaily(page);
  await expect(page.getByText('3 days in a row')).toBeVisible();
  await page.goto('/');
  await expect(page.locator('.daily')).toContainText('Solved today');
  await expect(page.locator('.daily')).toContainText('3 days in a row');
});

test('the puzzle of the day whose solution was shown does not count', async ({ page }) => {
  await page.clock.setFixedTime((DAY + 0.5) * 86_400_000);
  await page.goto('/learn/daily');
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await page.getByRole('button', { name: 'Try again' }).click();
  await solveDaily(page);
  await page.goto('/');
  await expect(page.locator('.daily')).toContainText('Solve it');
  await expect(page.locator('.daily')).not.toContainText('in a row');
  // The next hour nobody remembers it by heart.
  await page.clock.setFixedTime((DAY + 0.5) * 86_400_000 + 3_700_000);
  await page.goto('/learn/daily');
  await solveDaily(page);
  await page.goto('/');
  await expect(page.locator('.daily')).toContainText('Solved today');
});

test('the puzzles are read from the browser once a draw, however many there are', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const get = Reflect.get(Storage.prototype, 'getItem') as (name: string) => string | null;
    Object.assign(window, { reads: 0 });
    Storage.prototype.getItem = function (name: string) {
      if (name === 'bagh.learn') (window as unknown as { reads: number }).reads += 1;
      return get.call(this, name);
    };
  });
  await page.goto('/learn/puzzles/bagh-chal');
  await expect(page.locator('.puzzle-list li')).toHaveCount(220);
  const reads = await page.evaluate(() => (window as unknown as { reads: number }).reads);
  expect(reads).toBeLessThan(60);
});
