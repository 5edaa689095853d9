/** The page “Bots”: the list, and the workshop with bots that are well and bots that are not. */

import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { bagh } from './static-site';
import { point, expect, test } from './support';

const LONG = '20000';
const SHORT = '200';

/** Opens the workshop, with time for busy machines. */
async function workshop(page: Page, limit = LONG): Promise<void> {
  await page.goto('/bots/workshop');
  await page.locator('#bot-limit').selectOption(limit);
}

/** Writes a program and has it checked. */
async function check(page: Page, source?: string): Promise<void> {
  if (source !== undefined) await page.locator('#bot-source').fill(source);
  await page.getByRole('radio', { name: /Check$/ }).check();
  await page.getByRole('button', { name: 'Check the bot' }).click();
  await expect(page.locator('.bot-verdict')).toBeVisible({ timeout: 120_000 });
}

const FINE = 'Everything is fine. This bot can play.';
const FIRST = 'function choose(position, moves) { return moves[0]; }';

test('the bots of the service are listed, and can be played', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Pages' }).getByText('Bots').click();
  await expect(page).toHaveTitle(/^Bots/);
  const rows = page.locator('.bots-table tbody tr');
  await expect(rows.filter({ hasText: 'Level 8' })).toBeVisible();
  await page.locator('.bots select').selectOption('aadu-puli');
  await expect(rows.filter({ hasText: 'Level 1' })).toBeVisible();
  await expect(page.locator('.bots-command')).toContainText('bagh bot');
  await page.getByRole('link', { name: 'Challenge Level 1' }).click();
  await expect(page.locator('.online-form')).toBeVisible();
});

test('who waits for an opponent is offered bots, those that come meanwhile, too', async ({
  page,
}) => {
  const bot = {
    id: 'tested-bot',
    name: 'Nagarkot',
    guest: false,
    bot: true,
    created: 1,
    ratings: [],
  };
  let here: (typeof bot)[] = [];
  await page.route('**/api/online/bots', (route) => route.fulfill({ json: { bots: here } }));
  await page.clock.install();
  await page.goto('/online/find');
  // A game that no other test looks for.
  await page.locator('.online-form select').first().selectOption('aadu-puli');
  await page.locator('button[type=submit]').click();
  await expect(page.getByText('Looking for an opponent')).toBeVisible();
  await page.clock.runFor(16_000);
  await expect(page.getByRole('button', { name: 'Level 2' })).toBeVisible();
  await expect(page.getByText('These bots would play')).toHaveCount(0);
  here = [bot];
  await page.clock.runFor(9_000);
  await page.getByRole('button', { name: 'Challenge Nagarkot' }).click();
  await expect(page).toHaveURL(/\/online\/friend\?to=tested-bot/);
});

test('the page of an arena has charts, and every game can be replayed', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'bagh-arena-'));
  const file = join(folder, 'my.toml');
  const players = ['random', 'greedy', '1'].map((name) => `[[players]]\nplayer = "${name}"\n`);
  writeFileSync(file, `games = ["len-choa"]\ngames_per_pairing = 2\n${players.join('')}`);
  const made = join(folder, 'my.html');
  bagh(['arena', file, '--page', made]);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(pathToFileURL(made).href);
  await expect(page.locator('tbody tr')).toHaveCount(3);
  await expect(page.locator('tbody')).toContainText('greedy');
  const bars = page.locator('figure rect');
  expect(await bars.count()).toBeGreaterThanOrEqual(3);
  const games = page.getByRole('combobox', { name: 'Game' });
  await expect(games.locator('option')).toHaveCount(6);
  await games.selectOption({ index: 5 });
  const board = page.locator('#replay svg');
  const text = page.locator('#replay p');
  await expect(text).toHaveText(/^start, \d+ plies$/);
  const start = await board.innerHTML();
  await expect(page.getByRole('button', { name: 'back' })).toBeDisabled();
  await page.getByRole('button', { name: 'forward' }).click();
  await expect(text).toHaveText(/^ply 1: /);
  expect(await board.innerHTML()).not.toBe(start);
  await page.getByRole('button', { name: 'last' }).click();
  await expect(page.getByRole('button', { name: 'forward' })).toBeDisabled();
  await page.getByRole('button', { name: 'first' }).click();
  expect(await board.innerHTML()).toBe(start);
  expect(requests, 'it is one file').toHaveLength(1);
  rmSync(folder, { recursive: true });
});

test('the example is checked, played, and let play', async ({ page }) => {
  await page.goto('/bots');
  await page.getByRole('link', { name: 'Write your own bot' }).click();
  await page.locator('#bot-limit').selectOption(LONG);
  await check(page);
  await expect(page.locator('.bot-verdict')).toHaveText(FINE);
  await expect(page.locator('.bot-point.fine')).toHaveCount(5);
  await expect(page.locator('.bot-points')).toContainText('All 120 moves are legal.');

  await page.getByRole('radio', { name: 'Play it' }).check();
  await page.getByRole('button', { name: 'Play Goats' }).click();
  const board = page.locator('.bot-table bagh-board');
  const goats = async (number: number) => {
    await expect(page.locator('.bot-status')).toHaveText('Your turn.');
    await expect(board.locator('.piece.goat')).toHaveCount(number);
  };
  await goats(0);
  await point(page, 'C1').click();
  await goats(1);
  await expect(page.locator('.bot-table pre')).not.toBeEmpty();
  await page.getByRole('button', { name: 'Take back' }).click();
  await goats(0);

  await page.getByRole('radio', { name: 'Let it play' }).check();
  await page.getByRole('button', { name: 'Start the games' }).click();
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
  const games = page.locator('.bot-games a');
  await expect(games).toHaveCount(2, { timeout: 240_000 });
  await expect(page.getByRole('button', { name: 'Start the games' })).toBeVisible();
  await expect(page.locator('.bot-ladder tbody tr')).toHaveCount(1);
  expect(await games.first().getAttribute('href')).toContain('/analyse/bagh-chal?moves=');
});

test('games against the levels can be stopped', async ({ page }) => {
  await workshop(page);
  await page.getByRole('radio', { name: 'Let it play' }).check();
  await page.locator('#bot-level').selectOption('all');
  await page.locator('#bot-pairs').selectOption('20');
  await page.getByRole('button', { name: 'Start the games' }).click();
  await expect(page.locator('.workshop-progress')).toContainText('level 1');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('button', { name: 'Start the games' })).toBeEnabled();
  await expect.poll(() => page.workers().filter((w) => w.url().includes('bot-box')).length).toBe(0);
});

test('a bot is marked by the tables, or by what is on the device', async ({ page }) => {
  await page.route('**/api/v1/*/probe', async (route) => {
    const { positions } = route.request().postDataJSON() as { positions: string[] };
    const draw = { outcome: 'draw', plies: null };
    // No move of these is ever played, so every move is one that loses a goat.
    const moves = [
      { ...draw, move: 'A9', captures: 3 },
      { ...draw, move: 'B9', captures: 4 },
    ];
    const answers = positions.map((position) => ({
      ...{ position, known: true, ...draw, captures: 3, moves },
    }));
    await route.fulfill({ json: { answers } });
  });
  await workshop(page);
  await page.locator('#bot-source').fill(FIRST);
  await page.getByRole('radio', { name: 'Mark it' }).check();
  await page.getByRole('button', { name: 'Mark the bot' }).click();
  await expect(page.locator('.bot-share')).toContainText('100%', { timeout: 120_000 });
  await expect(page.locator('.bot-marks tbody tr').last()).toContainText('All');
  await page.unroute('**/api/v1/*/probe');
  await page.route('**/api/v1/*/probe', (route) => route.fulfill({ json: { answers: [] } }));
  await page.getByRole('button', { name: 'Mark the bot' }).click();
  await expect(page.locator('.workshop-note').last()).toContainText('220 puzzles');
  await expect(page.locator('.bot-share')).toBeVisible({ timeout: 120_000 });
  await page.locator('#bot-game').selectOption('kaooa');
  await page.getByRole('button', { name: 'Mark the bot' }).click();
  await expect(page.getByRole('alert')).toContainText('need the service');
});

test('a bot is marked by the real tables, where they are there', async ({ page }) => {
  await workshop(page);
  const known = await page.evaluate(async () => {
    const answer = await fetch('/api/v1/bagh-chal/probe?position=T3T/5/5/5/T3T%20g%20g20%20c0');
    return ((await answer.json()) as { known: boolean }).known;
  });
  test.skip(!known, 'the tables of Bagh Chal are not here');
  await page.getByRole('radio', { name: 'Mark it' }).check();
  await page.getByRole('button', { name: 'Mark the bot' }).click();
  await expect(page.locator('.bot-share')).toContainText('95% confidence', {
    timeout: 120_000,
  });
  await expect(page.locator('.bot-marks')).toContainText('Goats lost per move');
});

const ENDLESS: [string, string, RegExp][] = [
  ['loops for ever', 'function choose() { for (;;) {} }', /did not answer in time/],
  [
    'never answers',
    'function choose() { return new Promise(() => {}); }',
    /did not answer in time/,
  ],
  ['never loads', 'for (;;) {}', /did not finish loading/],
];

for (const [name, source, said] of ENDLESS) {
  test(`a bot that ${name} is stopped and named`, async ({ page }) => {
    await workshop(page, SHORT);
    await check(page, source);
    await expect(page.locator('.bot-point.not-fine').first()).toContainText(said);
    // The page goes on, and so does the next bot.
    await page.locator('#bot-limit').selectOption(LONG);
    await check(page, FIRST);
    await expect(page.locator('.bot-verdict')).toHaveText(FINE);
  });
}

/** Would ask itself, so that unwanted answers came. */
const FLOOD = `
let within = false;
function choose(position, moves) {
  if (!within) {
    within = true;
    for (let id = 1e6; id < 1e6 + 1000; id++) {
      const data = { type: 'ask', id, position: position.obx };
      dispatchEvent(new MessageEvent('message', { data }));
    }
  }
  return moves[0];
}`;

const each = (body: string) =>
  `async function choose(position, moves) {\n  ${body}\n  return moves[0];\n}`;

test('bots that break the rules or reach out are named, and reach nothing', async ({ page }) => {
  const reached: string[] = [];
  const outside = createServer((request, response) => {
    reached.push(request.url ?? '');
    response.end();
  }).listen(0, '127.0.0.1');
  await once(outside, 'listening');
  const address = `http://127.0.0.1:${(outside.address() as AddressInfo).port}/reached`;
  const socket = address.replace('http', 'ws');
  const bots: [string, RegExp][] = [
    ['function choose( {', /not valid JavaScript.*SyntaxError/],
    ['const pick = 1;', /no function with the name “choose”/],
    ['throw new Error("early");', /threw an error.*early/],
    [each('throw new TypeError("boom");'), /threw an error on line 2\. TypeError: boom/],
    [each('return { a: 1 };'), /It answered \{"a":1\}, which is not a move/],
    [each('return 7;'), /It answered 7, which is not a move/],
    [each('return undefined;'), /It answered undefined, which is not a move/],
    [each('return "Z9";'), /It answered “Z9”, which is not a legal move/],
    [each('return "x".repeat(1e7);'), /is not a legal move/],
    [each(`await fetch("${address}");`), /fetch: a bot in the workshop has no network/],
    [each('new XMLHttpRequest();'), /XMLHttpRequest: a bot in the workshop has no network/],
    [each(`new WebSocket("${socket}");`), /WebSocket: a bot in the workshop has no network/],
    [each(`new EventSource("${address}");`), /EventSource: a bot in the workshop has no network/],
    [each(`importScripts("${address}");`), /importScripts: a bot in the workshop has no network/],
    [each(`await import("${address}");`), /threw an error/],
    [each('indexedDB.open("x");'), /indexedDB: a bot in the workshop cannot use this/],
    [each('await caches.keys();'), /caches: a bot in the workshop cannot use this/],
    [each('await navigator.storage.getDirectory();'), /threw an error/],
    [each('localStorage.clear();'), /localStorage is not defined/],
    [each('parent.document.title = "x";'), /parent is not defined/],
    [each('document.title = "x";'), /document is not defined/],
    [each('postMessage({ type: "loaded" });'), /postMessage: a bot in the workshop cannot use/],
    [each('new Worker("data:,");'), /Worker: a bot in the workshop cannot use this/],
    [each('close();'), /close: a bot in the workshop cannot use this/],
    [FLOOD, /dispatchEvent is not defined/],
    [
      each('for (const all = []; ; ) all.push(new Uint8Array(1e8));'),
      /memory: the buffers .* 512 MB/,
    ],
    [each('new WebAssembly.Memory({ initial: 9 });'), /WebAssembly: a bot in the workshop cannot/],
    [each('structuredClone({});'), /structuredClone: a bot in the workshop cannot use this/],
    [
      `setInterval(() => { throw new Error('again'); });\n${each('await new Promise((then) => setTimeout(then, 50));')}`,
      /threw an error/,
    ],
  ];
  await workshop(page);
  for (const [source, said] of bots) {
    await check(page, source);
    await expect(page.locator('.bot-point.not-fine').first(), source).toContainText(said);
  }
  // A bot that talks a lot is no failure: only its first lines are kept.
  await check(page, each('for (let i = 0; i < 1e4; i++) console.log("x".repeat(1e4));'));
  await expect(page.locator('.bot-verdict')).toHaveText(FINE);
  expect(reached).toEqual([]);
  await expect(page).toHaveTitle(/^Workshop/);
  outside.close();
});

test('a bot that fails at the board can be asked again', async ({ page }) => {
  await workshop(page);
  await page.locator('#bot-source').fill(each('throw new Error("not today");'));
  await page.getByRole('radio', { name: 'Play it' }).check();
  await page.getByRole('button', { name: 'Play Tigers' }).click();
  await expect(page.locator('.bot-status')).toContainText('not today');
  await page.getByRole('button', { name: 'Ask it again' }).click();
  await expect(page.locator('.bot-status')).toContainText('not today');
});

test('a bot is shared as a link, and not run before that is wanted', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await workshop(page);
  await page.locator('#bot-source').fill(`// From a friend: 🐅\n${FIRST}`);
  await page.locator('#bot-name').fill('Hunter');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.locator('.toast')).toHaveText('Link copied');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).hash).toMatch(/^#bot=[\w-]+$/);

  const other = await context.newPage();
  const started: string[] = [];
  other.on('worker', (worker) => started.push(worker.url()));
  await other.goto(link);
  await expect(other.getByRole('heading', { name: '“Hunter” came from a link' })).toBeVisible();
  await expect(other.locator('#bot-source')).toHaveValue(/From a friend: 🐅/);
  await expect(other.getByRole('button', { name: 'Check the bot' })).toHaveCount(0);
  expect(started).toEqual([]);
  await other.getByRole('button', { name: 'Add to my bots' }).click();
  expect(new URL(other.url()).hash).toBe('');
  await expect(other.locator('#bot-name')).toHaveValue('Hunter');
  expect(started).toEqual([]);
  await other.locator('#bot-limit').selectOption(LONG);
  await check(other);
  await expect(other.locator('.bot-verdict')).toHaveText(FINE);
  await other.reload();
  await expect(other.locator('#bot-source')).toHaveValue(/From a friend: 🐅/);

  await other.goto('/bots/workshop#bot=broken');
  await expect(other.getByRole('alert')).toContainText('no bot that can be read');
  await other.getByRole('button', { name: 'Discard' }).click();
  await expect(other.getByRole('button', { name: 'Check the bot' })).toBeVisible();
  await other.close();
});

test('stored bots that are damaged never break the page', async ({ page }) => {
  const good = { id: 'good', name: 'Good', source: FIRST, changed: 1 };
  const stored = [
    '{',
    'null',
    '7',
    JSON.stringify({ bots: 7, open: {}, game: 'zzz', limit: 'x' }),
    JSON.stringify({ bots: [7, null, { id: 'x' }, { ...good, source: 'x'.repeat(60_000) }] }),
  ];
  await page.goto('/about');
  for (const text of stored) {
    await page.evaluate((text) => localStorage.setItem('bagh.bots', text), text);
    await page.goto('/bots/workshop');
    await expect(page.locator('#bot-source'), text.slice(0, 80)).toHaveValue(/function choose/);
    await expect(page.locator('#bot-game')).toHaveValue('bagh-chal');
  }
  const partly = { bots: [null, good], open: 'gone', game: 'aadu-puli', limit: 5000 };
  await page.evaluate((kept) => localStorage.setItem('bagh.bots', JSON.stringify(kept)), partly);
  await page.goto('/bots/workshop');
  await expect(page.locator('#bot-name')).toHaveValue('Good');
  await expect(page.locator('#bot-game')).toHaveValue('aadu-puli');
});

test('two tabs keep the bots of both', async ({ page, context }) => {
  await workshop(page);
  const other = await context.newPage();
  await workshop(other);
  await other.getByRole('button', { name: 'New', exact: true }).click();
  await other.locator('#bot-name').fill('Of the other tab');
  await other.goto('/about');
  // Browsers tell other tabs in their own time.
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('bagh.bots')))
    .toContain('Of the other tab');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.locator('#bot-name').fill('Of this tab');
  await page.goto('/bots/workshop');
  const names = page.locator('#bot-select option');
  await expect(names.filter({ hasText: 'Of the other tab' })).toHaveCount(1);
  await expect(names.filter({ hasText: 'Of this tab' })).toHaveCount(1);
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.reload();
  await expect(names.filter({ hasText: 'Of this tab' })).toHaveCount(0);
  await expect(names.filter({ hasText: 'Of the other tab' })).toHaveCount(1);
  await other.close();
});

test('the editor indents, goes on where a line began, and can be left', async ({ page }) => {
  await workshop(page);
  const area = page.locator('#bot-source');
  await area.fill('');
  await area.pressSequentially('if (x) {');
  await area.press('Enter');
  await area.pressSequentially('y();');
  await expect(area).toHaveValue('if (x) {\n  y();');
  await expect(page.locator('.code-lines')).toHaveText('1\n2');
  await area.press('Tab');
  await expect(area).toHaveValue('if (x) {\n  y();  ');
  await area.press('Control+a');
  await area.press('Tab');
  await expect(area).toHaveValue('  if (x) {\n    y();  ');
  await area.press('Shift+Tab');
  await expect(area).toHaveValue('if (x) {\n  y();  ');
  await area.press('Escape');
  await area.press('Tab');
  await expect(area).not.toBeFocused();
});

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the workshop works', async ({ page, context }) => {
    await page.goto('/');
    await expect
      .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
      .toBe(true);
    await context.setOffline(true);
    await workshop(page);
    await check(page);
    await expect(page.locator('.bot-verdict')).toHaveText(FINE);
    // What keeps bots apart comes with the file, wherever the file comes from.
    await check(page, each('await import("https://example.org/x.js");'));
    await expect(page.locator('.bot-point.not-fine').first()).toContainText('threw an error');
  });
});
