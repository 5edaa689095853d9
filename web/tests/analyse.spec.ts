/**
 * Analysis in the browser. What needs the tables of Bagh Chal is left out where they are not
 * there; the small board of `docs/small.toml` is solved on the spot, and everything else is
 * tested on it against the service.
 */

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  accessible,
  click,
  expect as plainly,
  point,
  SMALL_BOARD,
  test as base,
  TIGERS_WIN,
  watch,
} from './support';

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
const expect = plainly.configure({ timeout: 20_000 });

const root = join(import.meta.dirname, '../..');
const program = process.env.BAGH_BIN ?? join(root, 'target/debug/bagh');

const test = base.extend<object, { small: string }>({
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
async function askSmall(page: Page, small: string): Promise<void> {
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

/** The page has nobody to ask: any address is the page itself, as on a plain web server. */
async function askNobody(page: Page): Promise<void> {
  await page.route('**/api/v1/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
  );
}

async function probe(page: Page, game: string, position: string): Promise<Probe> {
  const query = new URLSearchParams({ position });
  const answer = await page.evaluate(
    async (path) => (await fetch(path)).json() as Promise<unknown>,
    `/api/v1/${game}/probe?${query.toString()}`,
  );
  return answer as Probe;
}

const verdict = (page: Page) => page.locator('#verdict');
const tree = (page: Page) => page.locator('.tree');
const here = (page: Page) => tree(page).locator('[aria-current]');
const position = (page: Page) => page.locator('#position-text');
const address = (page: Page) => page.evaluate(() => location.pathname + location.search);

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('bagh-board')).toBeVisible();
}

/** Opens the panel for texts. */
async function notation(page: Page): Promise<void> {
  const panel = page.locator('#notation');
  if ((await panel.getAttribute('open')) === null) await panel.locator('summary').click();
}

async function paste(page: Page, text: string): Promise<void> {
  await notation(page);
  await page.locator('#paste-text').fill(text);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
}

/** Everything that the page says of a position is what the service says. */
async function agrees(page: Page, game: string, obx: string): Promise<void> {
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

test.describe('with the tables of Bagh Chal', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/about');
    const start = await probe(page, 'bagh-chal', 'T3T/5/5/5/T3T g g20 c0');
    test.skip(!start.known, 'the tables of Bagh Chal are not here');
  });

  test('known positions', async ({ page }) => {
    await open(page, '/analyse/bagh-chal');
    await expect(verdict(page)).toHaveText('Draw with best play · tigers take 3');
    await expect(page.locator('.value-table tr:not(.group) td:first-child')).toHaveText(['3', '4']);
    await expect(page.locator('.value-table .chip')).toHaveCount(21);
    await expect(page.locator('.value-table .chip.best')).toHaveCount(9);
    // Every move has a mark on the board, with a shape and what it is worth.
    await expect(page.locator('bagh-board .mark-draw')).toHaveCount(21);
    await agrees(page, 'bagh-chal', 'T3T/5/5/5/T3T g g20 c0 - 0');
    // The longest win of the tigers after two captures, and one of the goats.
    await agrees(page, 'bagh-chal', 'GTGTG/TGG1G/2TGG/GGGGG/GGGGG t g0 c2 - -');
    await agrees(page, 'bagh-chal', 'TG2T/5/5/5/T3T t g19 c0 - -');
  });

  test('a game is reviewed, and a mistake is tried again', async ({ page }) => {
    await open(page, `/analyse/bagh-chal?moves=${TIGERS_WIN.join('_')}&review=goat`);
    const review = page.locator('.review');
    await expect(review.locator('.tally').first()).toContainText('100%');
    await expect(review.locator('.tally').last()).toContainText('critical moves');
    await expect(review).toContainText('Exact, from the complete solution.');
    // The first mistake of the player is what is seen first.
    await expect(review.locator('.coach')).toContainText('Mistake 1 of 2');
    await expect(here(page)).toContainText('E4');
    await expect(tree(page).locator('.sign')).toHaveText(['?!', '?']);
    await page.keyboard.press('n');
    await expect(here(page)).toContainText('E2');
    await expect(page.locator('bagh-board .mark-mistake')).toHaveCount(1);
    await expect(review.locator('.coach-words')).toContainText(/tiger.* takes .* the tigers win\./);
    await accessible(page, 'a review');
    await review.getByRole('button', { name: 'Show why' }).click();
    await review.getByRole('button', { name: 'Next', exact: true }).click();
    await expect(page.locator('.why-steps')).toContainText(/[A-E]\d/);
    await review.getByRole('button', { name: 'Done' }).click();
    await review.getByRole('button', { name: 'Try again' }).click();
    await expect(verdict(page)).toHaveText('Find a better move');
    await expect(page.locator('.value-table')).toBeHidden();
    await click(page, 'B2');
    await expect(page.locator('.trial')).toContainText('Try another move');
    await click(page, 'E2');
    await expect(page.locator('.trial')).toContainText('the move you played');
    await click(page, 'A1');
    await expect(page.locator('.trial')).toContainText('A1 is right');
    const kept = await page.evaluate(() => localStorage.getItem('bagh.mistakes') ?? '');
    const mistakes = JSON.parse(kept) as { played: string; best: string[]; solved?: number }[];
    expect(mistakes.map((m) => m.played).sort()).toEqual(['E2', 'E4']);
    expect(mistakes.find((m) => m.played === 'E2')?.solved).toBeGreaterThan(0);
    expect(mistakes.find((m) => m.played === 'E4')?.solved).toBeUndefined();
    await page.getByRole('button', { name: 'Continue the review' }).click();
    await page.getByRole('button', { name: 'Close the review' }).click();
    await expect(page.locator('.value-table')).toBeVisible();
  });
});

test.describe('on a board of one’s own, which the service knows', () => {
  test.beforeEach(async ({ page, small }) => {
    await askSmall(page, small);
  });

  test('the values are those of the tables', async ({ page }) => {
    await agrees(page, 'small', 'T2/3/2T g g5 c0 - 0');
    await expect(verdict(page)).toHaveText('Draw with best play · tigers take 0');
    await expect(page.locator('.value-table .best')).toHaveText(['C1', 'A3']);
    await agrees(page, 'small', 'TG1/3/2T t g4 c0 - 1');
    await agrees(page, 'small', 'TGG/1GT/GG1 t g0 c0 - -');
    await expect(page.locator('#game-select')).toHaveValue('small');
  });

  test('a move is previewed, then played', async ({ page }) => {
    await open(page, '/analyse/small');
    const chip = page.locator('.chip', { hasText: 'A3' });
    await chip.hover();
    await expect(point(page, 'A3')).toHaveAccessibleName('A3, goat');
    await expect(tree(page)).toContainText('No moves yet');
    await page.locator('h2').first().hover();
    await expect(point(page, 'A3')).toHaveAccessibleName(/^A3, empty/);
    // The same with the keyboard.
    await page.locator('.chip', { hasText: 'C1' }).focus();
    await expect(point(page, 'C1')).toHaveAccessibleName('C1, goat');
    await page.keyboard.press('Enter');
    await expect(here(page)).toHaveText('C1');
  });

  test('a review counts what each side threw away', async ({ page }) => {
    await open(page, '/analyse/small?moves=B1_A1A2_C1');
    await page.getByRole('button', { name: 'Review this game' }).click();
    const tallies = page.locator('.tally');
    await expect(tallies.first()).toContainText('0 of 1 critical moves');
    await page.keyboard.press('Home');
    await page.keyboard.press('n');
    await expect(page.locator('.better .chip')).toHaveText(['C1', 'A3']);
    await page.keyboard.press('n');
    await expect(page.locator('.better .chip')).toHaveText(['A1C1']);
    // A better move is played where it should have been.
    await page.locator('.better .chip').click();
    await expect(here(page)).toHaveText('A1C1');
    await expect(tree(page).locator('.variations')).toContainText('A1C1');
    // A game that is not one's own leaves nothing behind.
    expect(await page.evaluate(() => localStorage.getItem('bagh.mistakes'))).toBeNull();
  });

  test('best play is walked through, and space plays it', async ({ page }) => {
    await open(page, '/analyse/small');
    const line = page.locator('.line-moves button');
    await expect(line.first()).toBeVisible();
    const [first, second] = await line.allTextContents();
    await page.keyboard.press('Space');
    await expect(here(page)).toHaveText(first?.trim() ?? '');
    await expect(line.first()).toHaveText(second?.trim() ?? '');
    await page.keyboard.press('Space');
    await expect(here(page)).toHaveText(second?.trim() ?? '');
    await line.nth(2).click();
    expect(await tree(page).locator('.one-move').count()).toBe(5);
  });

  test('a board of the service that nobody knows', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/analyse/nothing');
    await expect(page.getByRole('alert')).toContainText('There is no board named nothing');
    // The list of games says so: the service is not asked for what is not there.
    expect(asked.filter((path) => path.startsWith('/api/v1/nothing'))).toEqual([]);
    await page.getByRole('link', { name: 'Start from the beginning' }).click();
    await expect(page.locator('bagh-board')).toBeVisible();
  });

  test('a service that has forgotten the board is asked once and not again', async ({
    browser,
    baseURL,
    small,
  }) => {
    // A page of its own: a refusal is written to the console by the browser itself.
    const page = await browser.newPage({ baseURL: baseURL ?? '', serviceWorkers: 'block' });
    await askSmall(page, small);
    await open(page, '/analyse/small');
    await expect(page.locator('.line-moves button').first()).toBeVisible();
    let refused = 0;
    await page.route('**/api/v1/small/**', async (route) => {
      refused += 1;
      await route.fulfill({ status: 404, json: { error: { message: 'no such game' } } });
    });
    await click(page, 'C1');
    await expect(page.locator('.unknown')).toContainText('does not know this board');
    for (const move of ['A1B1', 'A3', 'C3B3']) await click(page, move);
    await expect(here(page)).toHaveText('C3B3');
    await expect(page.locator('.estimates li').first()).toBeVisible();
    expect(refused).toBe(1);
    await page.close();
  });

  test('a line that is refused is not asked for again', async ({ browser, baseURL, small }) => {
    const page = await browser.newPage({ baseURL: baseURL ?? '', serviceWorkers: 'block' });
    await askSmall(page, small);
    let refused = 0;
    await page.route('**/api/v1/small/line?**', async (route) => {
      refused += 1;
      await route.fulfill({ status: 422, json: { error: { message: 'not this one' } } });
    });
    await open(page, '/analyse/small');
    await expect(page.locator('.value-table')).toBeVisible();
    await expect.poll(() => refused).toBe(1);
    for (const choice of ['None', 'Best', 'All']) {
      await page.locator('.marking').getByRole('radio', { name: choice }).check();
    }
    expect(refused).toBe(1);
    await page.close();
  });

  test('what is asked is given up when the page is left', async ({ page }) => {
    await page.addInitScript(() => {
      const plain = window.fetch.bind(window);
      const given: string[] = [];
      Object.assign(window, { given });
      window.fetch = (input, init) => {
        const path = typeof input === 'string' ? input : '';
        if (path.includes('/line')) init?.signal?.addEventListener('abort', () => given.push(path));
        return plain(input, init);
      };
    });
    // The answer never comes.
    await page.route('**/api/v1/small/line?**', () => {});
    const asked = page.waitForRequest('**/api/v1/small/line?**');
    await open(page, '/analyse/small');
    await asked;
    await page.getByRole('link', { name: 'Learn' }).first().click();
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { given: string[] }).given.length))
      .toBe(1);
  });

  test('a link is followed although the address still changes', async ({ page }) => {
    // The next page's code comes late, long after the analysis would have written its address.
    await page.route(/\/learn-[^/]*\.js$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue();
    });
    await open(page, '/analyse/small');
    await click(page, 'C1');
    await page.getByRole('link', { name: 'Learn' }).first().click();
    await expect(page).toHaveTitle(/^Learn/);
    await expect(page).toHaveURL(/\/learn$/);
  });
});

test('an address is opened again: position, moves, variations, and the place in them', async ({
  page,
  browser,
  baseURL,
}) => {
  await open(page, '/analyse/bagh-chal');
  for (const move of ['C1', 'E1D1', 'B1']) await click(page, move);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  for (const move of ['A1B2', 'A1']) await click(page, move);
  await page.keyboard.press('ArrowLeft');
  await page.locator('#comment').fill('too early');
  await page.locator('#comment').blur();
  await expect(here(page)).toHaveText('A1B2');
  // The address follows a moment later.
  await expect(page).toHaveURL(/moves=C1_E1D1\*A1B2_A1\._B1&at=3$/);
  const before = await tree(page).innerText();
  await page.reload();
  await expect(here(page)).toHaveText('A1B2');
  expect(await tree(page).innerText()).toBe(before);
  await expect(page.locator('.comment')).toHaveText('too early');
  // Somebody else sees the same; comments go with the record, not with the address.
  const path = await address(page);
  const context = await browser.newContext({ baseURL: baseURL ?? '', serviceWorkers: 'block' });
  const other = await context.newPage();
  const errors: string[] = [];
  watch(other, errors);
  await open(other, path);
  await expect(here(other)).toHaveText('A1B2');
  await expect(tree(other).locator('.one-move')).toHaveCount(5);
  await expect(point(other, 'B2')).toHaveAccessibleName(/^B2, tiger/);
  expect(await address(other)).toBe(path);
  expect(errors).toEqual([]);
  await context.close();
  // Whoever comes back without an address goes on where they were.
  await page.goto('/analyse');
  await expect(here(page)).toHaveText('A1B2');
  await expect(page).toHaveURL(path);
});

test('what cannot be played in an address is said', async ({ page }) => {
  await open(page, '/analyse/bagh-chal?moves=C1_E1D1_A1&ply=2');
  await expect(page.getByRole('alert')).toContainText('A1');
  await expect(tree(page).locator('.one-move')).toHaveCount(2);
  await open(page, '/analyse/bagh-chal?position=T3T%2F5%2F5%2F5%2FT3T+g+g19+c0&moves=C1');
  await expect(page.getByRole('alert')).toContainText('19 left to place');
  await expect(tree(page).locator('.one-move')).toHaveCount(0);
});

test('a record is pasted, changed and exported', async ({ page }) => {
  const text = `[Game "bagh-chal"]
[Goats "Maya Rai"]
[Tigers "Hari Thapa"]
[Reason "resignation"]

{A game on the stone board.} 1. C1 E1D1 (1... A1B1 {too early} 2. B2) 2. B1 D1E1
3. D1 goat-win`;
  await open(page, '/analyse/aadu-puli');
  await paste(page, text);
  await expect(page).toHaveURL(/\/analyse\/bagh-chal/);
  await expect(tree(page).locator('.one-move')).toHaveCount(7);
  await expect(page.locator('.comment')).toHaveText(['A game on the stone board.', 'too early']);
  const record = page.locator('#record-text');
  expect((await record.inputValue()).trim()).toBe(text);
  // The variation becomes the main line, and the result goes with the old one.
  await tree(page).getByText('A1B1').click();
  await page.getByRole('button', { name: 'Promote' }).click();
  await expect(record).toHaveValue(/1\. C1 A1B1 \{too early\}/);
  await expect(record).toHaveValue(/\*\s*$/);
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(tree(page).locator('.one-move')).toHaveCount(5);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(tree(page).locator('.one-move')).toHaveCount(7);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).last().click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('bagh-chal.bagh');
  expect(readFileSync(await file.path(), 'utf8').trim()).toBe((await record.inputValue()).trim());
});

test('positions of the OBX manual become a game, and what was mended is said', async ({ page }) => {
  await open(page, '/analyse/bagh-chal');
  await paste(
    page,
    `T3T/5/5/5/T3T g g20 c0 - 0
T1G1T/5/5/5/T3T t g19 c0 mC1 1
T1GT1/5/5/5/T3T g g19 c0 mE1D1 2
TGGT1/5/5/5/T3T t g18 c0 mB2 3`,
  );
  await expect(tree(page).locator('.plain-move')).toHaveText(['Start', 'C1', 'E1D1', 'B1']);
  await expect(page.locator('.opened')).toContainText('Corrected while reading');
  await page.keyboard.press('End');
  await expect(position(page)).toHaveValue(/^TGGT1\/5\/5\/5\/T3T t g18 c0/);
});

test('positions and games that do not follow each other are a list', async ({ page }) => {
  await open(page, '/analyse/bagh-chal');
  await paste(
    page,
    `T3T/5/5/5/T3T g g20 c0 - 0
nonsense/5/5/5/5 g g20 c0
TXGTX/XGXXX/XXXXX/XXXXX/TXXXT t c0 mB2 3
G1G1T/2T2/5/5/T3T g g16 c2 - -`.replace('nonsense', 'T3T'),
  );
  const list = page.locator('.opened-list button');
  await expect(list).toHaveCount(3);
  await expect(page.getByRole('alert')).toContainText('T3T/5/5/5/5');
  await list.nth(1).click();
  await expect(position(page)).toHaveValue(/^T1GT1\/1G3\/5\/5\/T3T t g18 c0/);
  await page.keyboard.press('n');
  await expect(position(page)).toHaveValue(/^G1G1T\/2T2\/5\/5\/T3T g g16 c2/);
  await paste(page, '1. C1 E1D1 *\n\n[Game "aadu-puli"]\n1. B0 *');
  await expect(list).toHaveCount(2);
  await list.nth(1).click();
  await expect(page).toHaveURL(/\/analyse\/aadu-puli/);
  // A mistake in a text is explained with its place.
  await paste(page, '[Game "bagh-chal"]\n1. C1 E1D1 2. E5 *');
  await expect(page.getByRole('alert')).toContainText('E5 is occupied');
});

test('a position is pasted on the page, dropped as a file, and typed', async ({ page }) => {
  await open(page, '/analyse/bagh-chal');
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text', '1_T---T--G------------T---T1900');
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await expect(point(page, 'C2')).toHaveAccessibleName(/^C2, goat/);
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['G3T/2T2/5/5/T3T g g18 c1 - -'], 'a.obx', { type: 'text/plain' }));
    const event = { dataTransfer: data, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new DragEvent('dragover', event));
    document.body.dispatchEvent(new DragEvent('drop', event));
  });
  await expect(point(page, 'C2')).toHaveAccessibleName(/^C2, tiger/);
  await notation(page);
  await position(page).fill('T3T/5/2G2/5/T3T t g19 c0 mC3 1');
  await position(page).press('Enter');
  await expect(point(page, 'C3')).toHaveAccessibleName(/^C3, goat/);
  await expect(page).toHaveURL(/position=T3T/);
  // A board file brings its own game.
  await paste(page, readFileSync(SMALL_BOARD, 'utf8'));
  await expect(page).toHaveURL(/\/analyse\/small/);
  await expect(page.locator('bagh-board .point')).toHaveCount(9);
  await expect(page.locator('.unknown')).toContainText('does not know this board');
  await expect(page.locator('.estimates li').first()).toBeVisible();
  await page.reload();
  await expect(page.locator('bagh-board .point')).toHaveCount(9);
});

test('a position is edited, and what does not fit is explained', async ({ page }) => {
  await open(page, '/analyse/bagh-chal');
  await page.keyboard.press('e');
  const editor = page.locator('.editor');
  await expect(editor).toContainText('This position can be analysed.');
  await point(page, 'C3').click();
  await expect(editor.locator('output').first()).toHaveText('19');
  await editor.getByRole('radio', { name: 'Tiger', exact: true }).check();
  await point(page, 'B2').click();
  await expect(editor.locator('.legality')).toContainText(
    'Tigers on the board: 5. There have to be 4.',
  );
  await expect(editor.getByRole('button', { name: 'Analyse this position' })).toBeDisabled();
  await accessible(page, 'the editor');
  await point(page, 'A1').click();
  await editor.getByRole('radio', { name: 'Tigers', exact: true }).check();
  await editor.getByRole('button', { name: 'Goats captured: one more' }).click();
  await expect(editor.locator('output')).toHaveText(['18', '1']);
  await expect(editor).toContainText('4T/1T3/2G2/5/T3T t g18 c1');
  await editor.getByRole('button', { name: 'Analyse this position' }).click();
  await expect(page).toHaveURL(/position=4T%2F1T3%2F2G2%2F5%2FT3T\+t\+g18\+c1/);
  await page.reload();
  await expect(point(page, 'B2')).toHaveAccessibleName(/^B2, tiger/);
  await page.keyboard.press('e');
  await editor.getByRole('button', { name: 'Clear the board' }).click();
  await expect(editor.locator('.legality')).toContainText('Tigers on the board: 0.');
  await editor.getByRole('button', { name: 'Start position' }).click();
  await expect(editor).toContainText('T3T/5/5/5/T3T g g20 c0');
  await page.keyboard.press('Escape');
  await expect(editor).toBeHidden();
  await expect(point(page, 'B2')).toHaveAccessibleName(/^B2, tiger/);
});

test('with the keyboard alone', async ({ page }) => {
  await open(page, '/analyse/bagh-chal?moves=C1_E1D1*A1B1_B2.*A1A2._B1');
  const press = (key: string) => page.keyboard.press(key);
  await press('Home');
  await expect(here(page)).toHaveText('Start');
  await press('ArrowRight');
  await press('ArrowRight');
  await expect(here(page)).toHaveText('E1D1');
  await expect(page.locator('[aria-live]')).toContainText('Tiger from E1 to D1');
  await press('ArrowDown');
  await expect(here(page)).toHaveText('A1B1');
  await press('ArrowDown');
  await expect(here(page)).toHaveText('A1A2');
  await press('ArrowUp');
  await press('End');
  await expect(here(page)).toHaveText('B2');
  await press('p');
  await expect(tree(page).locator('.line.main > li > .one-move')).toHaveText([/C1/, /A1B1/, /B2/]);
  await press('Delete');
  await expect(here(page)).toHaveText('A1B1');
  await press('c');
  await page.keyboard.type('a try f e');
  await press('Escape');
  await expect(page.locator('.comment')).toHaveText('a try f e');
  const a1 = () => point(page, 'A1').boundingBox();
  const before = await a1();
  await press('f');
  expect((await a1())?.y).not.toBe(before?.y);
  await press('f');
  await press('v');
  await expect(page.getByLabel('Best', { exact: true })).toBeChecked();
  await press('v');
  await expect(page.locator('bagh-board .mark, bagh-board .arrow')).toHaveCount(0);
  await press('?');
  const help = page.getByRole('dialog', { name: 'Keys' });
  await expect(help).toBeVisible();
  await accessible(page, 'the help');
  await press('ArrowLeft');
  await press('Escape');
  await expect(help).toBeHidden();
  await expect(here(page)).toHaveText('A1B1');
  // The board itself, by its own keys.
  const label = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  for (let i = 0; i < 30 && !/^[A-E][1-5],/.test(await label()); i++) await press('Tab');
  await press('Home');
  expect(await label()).toMatch(/^A1,/);
  await press('Enter');
  await expect(here(page)).toHaveText('A1');
  await press('ArrowRight');
  expect(await label()).toMatch(/^B1,/);
});

test('after a click on the board, arrow keys go through the moves', async ({ page }) => {
  await open(page, '/analyse/bagh-chal');
  await click(page, 'C1');
  await click(page, 'E1D1');
  await page.keyboard.press('ArrowLeft');
  await expect(here(page)).toHaveText('C1');
  await page.keyboard.press('ArrowRight');
  await expect(here(page)).toHaveText('E1D1');
});

test('what is not solved says so, with the computer’s estimate', async ({ page, small }) => {
  await askSmall(page, small);
  await open(page, '/analyse/bagh-chal?captures=7&moves=B1');
  await expect(verdict(page)).toContainText('Not solved');
  await expect(page.locator('.unknown')).toContainText('are not computed on this service');
  await expect(page.locator('.estimates li').first()).toContainText('A1C1');
  await expect(verdict(page)).toContainText('tigers take about');
  await expect(page.locator('bagh-board .mark-info').first()).toBeVisible();
  await page.keyboard.press('Space');
  await expect(here(page)).toHaveText('A1C1');
  await expect(page.locator('#captures-select')).toHaveValue('7');
  await accessible(page, 'an estimate');
});

test('while tables are made, the progress is shown, and then the value', async ({ page }) => {
  let ready = false;
  const moves = ['C1', 'B1'].map((move) => ({ move, outcome: 'draw', captures: 3, plies: null }));
  await page.route('**/api/v1/**', (route) => {
    const { pathname } = new URL(route.request().url());
    const unknown = { reason: 'solving', message: '', seconds_left: 130 };
    if (pathname.endsWith('/tables')) {
      return route.fulfill({ json: { state: 'solving', progress: 0.42, seconds_left: 130 } });
    }
    if (pathname.endsWith('/probe')) {
      const value = { outcome: 'draw', captures: 3, plies: null, moves };
      const nothing = { outcome: null, captures: null, plies: null, moves: [], unknown };
      return route.fulfill({ json: { position: '', known: ready, ...(ready ? value : nothing) } });
    }
    return route.fulfill({ json: { games: [], moves: [], known: ready } });
  });
  await open(page, '/analyse/bagh-chal');
  await expect(page.locator('.unknown')).toContainText('42% done, about 2 minutes left');
  await expect(verdict(page)).toContainText('Not solved yet');
  ready = true;
  await expect(verdict(page)).toHaveText('Draw with best play · tigers take 3');
});

test('without a service, the computer analyses', async ({ page }) => {
  await askNobody(page);
  await open(page, '/analyse/aadu-puli?moves=B0_B3');
  await expect(page.locator('.unknown')).toContainText("You're offline");
  await expect(page.locator('.estimates li').first()).toBeVisible();
  await page.getByRole('button', { name: 'Review this game' }).click();
  await expect(page.locator('.review')).toContainText('Engine estimate, computed in your browser.');
  await expect(page.locator('.tally')).toHaveCount(2);
});

test('the game and the captures are chosen', async ({ page }) => {
  await open(page, '/analyse/bagh-chal?moves=C1_E1D1');
  await page.locator('#captures-select').selectOption('10');
  await expect(page).toHaveURL(/captures=10&moves=C1_E1D1/);
  await page.locator('#game-select').selectOption('kaooa');
  await expect(page).toHaveURL('/analyse/kaooa');
  await expect(page.locator('bagh-board .point')).toHaveCount(10);
  await page.goBack();
});

test('on a phone', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  const errors: string[] = [];
  watch(page, errors);
  await open(page, '/analyse/bagh-chal');
  await point(page, 'C1').tap();
  await point(page, 'E1').tap();
  await point(page, 'D1').tap();
  await expect(here(page)).toHaveText('E1D1');
  await page.getByRole('button', { name: 'One move back' }).tap();
  await expect(here(page)).toHaveText('C1');
  const chips = page.locator('.chip');
  await expect(chips.first()).toBeVisible();
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(over).toBeLessThanOrEqual(0);
  // The whole board and the buttons below it are seen at once.
  const best = await page.getByRole('button', { name: 'Play the best move' }).boundingBox();
  const tabs = await page.getByRole('navigation', { name: 'Pages' }).boundingBox();
  expect((best?.y ?? 0) + (best?.height ?? 0)).toBeLessThanOrEqual(tabs?.y ?? 0);
  await accessible(page, 'a phone');
  expect(errors).toEqual([]);
  await context.close();
});

test('arrows and circles are drawn with the right button, also before the values come', async ({
  page,
}) => {
  const waiting: (() => void)[] = [];
  let held = true;
  await page.route('**/api/**', async (route) => {
    if (held) await new Promise<void>((resolve) => waiting.push(resolve));
    await route.continue();
  });
  await page.goto('/analyse/bagh-chal');
  const board = page.locator('bagh-board');
  const middle = async (name: string): Promise<[number, number]> => {
    const box = (await point(page, name).boundingBox())!;
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const drawn = board.locator('.arrow.mark-circle:not(.soft)');
  await page.mouse.move(...(await middle('A1')));
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(...(await middle('B2')));
  await expect(board.locator('.arrow.mark-circle.soft')).toHaveCount(1);
  await page.mouse.up({ button: 'right' });
  await expect(drawn).toHaveCount(1);

  // The values come, and neither the arrow goes nor the board moves.
  const before = await middle('A1');
  held = false;
  for (const go of waiting) go();
  await expect(page.locator('#verdict')).toContainText('tigers take 3');
  await expect(drawn).toHaveCount(1);
  expect(await middle('A1')).toEqual(before);

  await page.mouse.click(...(await middle('C3')), { button: 'right' });
  await expect(board.locator('.mark.mark-circle')).toHaveCount(1);
  await page.mouse.click(...(await middle('C3')), { button: 'right' });
  await expect(board.locator('.mark.mark-circle')).toHaveCount(0);

  await point(page, 'C1').click();
  await expect(point(page, 'C1')).toHaveAccessibleName(/goat/);
  await expect(drawn).toHaveCount(0);
});
