/** What tests of the analysis share: a service that knows the small board, and short names. */

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect as plainly, SMALL_BOARD, test as base } from './support';

interface Verdict {
  outcome: string;
  captures: number | null;
  plies: number | null;
}
interface Probe extends Verdict {
  known: boolean;
  moves: (Verdict & { move: string })[];
}

/** Searches and look-ups take their time on a busy machine. */
export const expect = plainly.configure({ timeout: 20_000 });

const root = join(import.meta.dirname, '../..');
const program = process.env.BAGH_BIN ?? join(root, 'target/debug/bagh');

export const test = base.extend<object, { small: string }>({
  /** A service that knows the small board, solved: its address. */
  small: [
    async ({}, use) => {
      if (!existsSync(program)) throw new Error(`found no program at ${program}: set BAGH_BIN`);
      const tables = mkdtempSync(join(tmpdir(), 'bagh-small-'));
      const board = SMALL_BOARD.pathname;
      const solved = spawnSync(program, ['solve', '--game', board, '--tables', tables]);
      expect(solved.status, String(solved.stderr)).toBe(0);
      // The page asks from another port, which is another origin.
      const args = ['serve', '--no-solve', '--address', '127.0.0.1:0', '--tables', tables, board];
      args.push('--allow-origin', '*');
      const service = spawn(program, args);
      const address = await new Promise<string>((resolve, reject) => {
        let said = '';
        const hear = (data: Buffer) => {
          said += String(data);
          const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
          if (found) resolve(found[0]);
        };
        service.stdout.on('data', hear);
        service.stderr.on('data', hear);
        service.on('exit', () => reject(new Error(`the service ended: ${said}`)));
      });
      await use(address);
      service.kill();
      rmSync(tables, { recursive: true });
    },
    { scope: 'worker' },
  ],
});

/**
 * The page asks the service that knows the small board, to its very end: a request that is made
 * while a test ends must not reach the other service, which answers 404.
 */
export async function askSmall(page: Page, small: string): Promise<void> {
  await page.route('**/api/v1/**', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    try {
      await route.fulfill({ response: await route.fetch({ url: `${small}${pathname}${search}` }) });
    } catch (error) {
      // The page was closed, or gave the request up, before the answer came.
      if (!page.isClosed() && !/closed|disposed|handled|aborted/i.test(String(error))) throw error;
    }
  });
}

/** The page has no service: any address is the page itself, as on a plain web server. */
export async function withoutService(page: Page): Promise<void> {
  await page.route('**/api/v1/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
  );
}

export async function probe(page: Page, game: string, position: string): Promise<Probe> {
  const query = new URLSearchParams({ position });
  const answer = await page.evaluate(
    async (path) => (await fetch(path)).json() as Promise<unknown>,
    `/api/v1/${game}/probe?${query.toString()}`,
  );
  return answer as Probe;
}

export const verdict = (page: Page) => page.locator('#verdict');
export const tree = (page: Page) => page.locator('.tree');
export const here = (page: Page) => tree(page).locator('[aria-current]');
export const position = (page: Page) => page.locator('#position-text');
export const address = (page: Page) => page.evaluate(() => location.pathname + location.search);

export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('bagh-board')).toBeVisible();
}

/** Opens the panel for texts. */
export async function notation(page: Page): Promise<void> {
  const panel = page.locator('#notation');
  if ((await panel.getAttribute('open')) === null) await panel.locator('summary').click();
}

export async function paste(page: Page, text: string): Promise<void> {
  await notation(page);
  await page.locator('#paste-text').fill(text);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
}

/** Everything that the page says of a position is what the service says. */
export async function agrees(page: Page, game: string, obx: string): Promise<void> {
  await open(page, `/analyse/${game}?position=${encodeURIComponent(obx)}`);
  const answer = await probe(page, game, obx);
  expect(answer.known, obx).toBe(true);
  const table = page.locator('.value-table');
  await expect(table).toBeVisible();
  const names = {
    'tiger-win': 'Tigers are winning',
    draw: 'Draw with best play',
    'goat-win': 'Goats are winning',
  };
  await expect(verdict(page)).toContainText(names[answer.outcome as keyof typeof names]);
  if (answer.outcome !== 'draw' && answer.plies !== null) {
    await expect(verdict(page)).toContainText(`in ${answer.plies} pl`);
  }
  const shown = await table.locator('.chip').allTextContents();
  expect(shown.map((text) => text.trim())).toEqual(grouped(answer.moves));
  const rows = await table
    .locator('tbody tr:not(.group)')
    .evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent?.trim())),
    );
  const plies = answer.moves.some((move) => move.plies !== null);
  for (const [captures, second, moves] of rows) {
    const first = (plies ? moves : second)?.split(/\s+/)[0];
    const move = answer.moves.find((m) => m.move === first);
    expect(captures).toBe(move?.captures === null ? '–' : String(move?.captures));
    if (plies) expect(second).toBe(move?.plies === null ? '–' : String(move?.plies));
  }
  // The line begins with the best move.
  const line = page.locator('.line-moves button').first();
  await expect(line).toHaveText(answer.moves[0]?.move ?? '');
}

/** The moves with equal ones together, as a table has them. */
function grouped(moves: Probe['moves']): string[] {
  const outcomes = [...new Set(moves.map((m) => m.outcome))];
  return outcomes.flatMap((outcome) => {
    const some = moves.filter((m) => m.outcome === outcome);
    const classes = [...new Set(some.map((m) => `${m.captures} ${m.plies}`))];
    return classes.flatMap((c) =>
      some.filter((m) => `${m.captures} ${m.plies}` === c).map((m) => m.move),
    );
  });
}
