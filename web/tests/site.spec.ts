/**
 * A static site, as `bagh site` makes it, on a plain web server (nginx) and with no service
 * anywhere: exact answers come from ranges of files.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Collection } from '../src/learn/puzzles';
import { ask, bagh, drawn, GAMES, test } from './static-site';
import { accessible, click, expect } from './support';

interface Answer {
  outcome: string;
  captures: number | null;
  plies: number | null;
  moves: object[];
}

test('positions of both phases are answered as by the tables', async ({ page, site, asked }) => {
  await page.goto(`${site.url}/about`);
  for (const game of GAMES) {
    const options = ['--game', game, '--tables', site.tables, '--json'];
    const positions = drawn(site, game, 60);
    expect(positions.length).toBeGreaterThan(10);
    expect(positions.some((position) => / g0 /.test(position))).toBe(true);
    const told = bagh(['probe', '-', ...options], positions.join('\n'))
      .trim()
      .split('\n');
    for (const [number, position] of positions.entries()) {
      const path = `/${game}/probe?position=${encodeURIComponent(position)}`;
      const answer = (await ask(page, site, path)) as Answer & { known: boolean };
      const { outcome, captures, plies, moves } = JSON.parse(told[number]!) as Answer;
      expect(answer, position).toMatchObject({ known: true, outcome, captures, plies, moves });
    }
  }
  expect(asked.filter((url) => url.includes('/api/'))).toEqual([]);
});

/** Overwrites every range that the browser keeps, and says how many there are. */
async function damageKept(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error());
      });
    const database = await done(indexedDB.open('tables-ranges'));
    const store = database.transaction('ranges', 'readwrite').objectStore('ranges');
    const rows = (await done(store.getAll())) as { bytes: Uint8Array }[];
    await Promise.all(rows.map((row) => done(store.put({ ...row, bytes: row.bytes.fill(0) }))));
    database.close();
    return rows.length;
  });
}

test('caches keep what is named by its contents, and ask for the rest', async ({ site }) => {
  const policy = async (path: string) =>
    (await fetch(`${site.url}/${path}`)).headers.get('cache-control');
  const named = (folder: string) =>
    readdirSync(join(site.folder, folder)).filter((name) => name !== 'index.json');
  for (const folder of ['tables', 'assets']) {
    for (const name of named(folder).slice(0, 5)) {
      expect(await policy(`${folder}/${name}`)).toContain('immutable');
    }
  }
  for (const path of ['', 'play', 'sw.js', 'tables/index.json']) {
    expect(await policy(path)).toBe('no-cache');
  }
});

test('what was read is kept, and is checked like everything else', async ({
  page,
  site,
  asked,
}) => {
  const positions = drawn(site, 'len-choa', 8);
  const askAll = async () => {
    asked.length = 0;
    await page.goto(`${site.url}/about`);
    const all = [];
    for (const position of positions) {
      const query = new URLSearchParams({ position });
      all.push(await ask(page, site, `/len-choa/probe?${query.toString()}`));
    }
    return { all, fetched: asked.filter((url) => /\.(pack|pages)$/.test(url)).length };
  };
  const first = await askAll();
  expect(first.fetched).toBeGreaterThan(0);
  // It is written a moment after the answers.
  await expect.poll(async () => (await askAll()).fetched).toBe(0);
  expect((await askAll()).all).toEqual(first.all);
  expect(await damageKept(page)).toBeGreaterThan(0);
  const again = await askAll();
  expect(again.all).toEqual(first.all);
  expect(again.fetched).toBeGreaterThan(0);
});

test('the workshop runs bots, and marks them by the tables of the site', async ({ page, site }) => {
  await page.goto(`${site.url}/bots/workshop`);
  await page.locator('#bot-limit').selectOption('20000');
  await page.locator('#bot-game').selectOption('kaooa');
  await page.getByRole('button', { name: 'Check the bot' }).click();
  await expect(page.locator('.bot-verdict')).toHaveText('Everything is fine. This bot can play.', {
    timeout: 120_000,
  });
  await page.getByRole('radio', { name: 'Mark it' }).check();
  await page.getByRole('button', { name: 'Mark the bot' }).click();
  await expect(page.locator('.bot-share')).toBeVisible({ timeout: 120_000 });
  await expect(page.locator('.bot-marks')).toContainText('Goats lost per move');
});

test('analysis shows exact values and best play without a service', async ({
  page,
  site,
  asked,
}) => {
  await page.goto(`${site.url}/analyse/kaooa`);
  await expect(page.locator('#verdict')).toHaveText('The crows are winning');
  await accessible(page, 'analysis on a static site');
  await page.goto(`${site.url}/explore`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto(`${site.url}/learn`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto(`${site.url}/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(asked.filter((url) => url.includes('/api/'))).toEqual([]);
});

test('the perfect player plays from the tables', async ({ page, site, asked }) => {
  await page.goto(`${site.url}/play?setup`);
  await page.getByRole('radio', { name: 'Kaooa' }).check();
  await page.getByRole('radio', { name: 'Crows' }).check();
  await page.getByRole('radio', { name: 'Perfect' }).check();
  await page.getByRole('button', { name: 'Start' }).click();
  // The vulture is placed first, where the tables say that it is best.
  await expect(page.getByText('Your turn: place a crow')).toBeVisible();
  await expect(page.getByText(/Perfect/).first()).toBeVisible();
  const first = await page.locator('.move-list button').first().innerText();
  const options = ['--game', 'kaooa', '--tables', site.tables, '--json'];
  const { moves } = JSON.parse(bagh(['probe', ...options])) as {
    moves: { move: string; outcome: string; captures: number | null }[];
  };
  const best = moves.filter(
    (m) => m.outcome === moves[0]?.outcome && m.captures === moves[0].captures,
  );
  expect(best.map((m) => m.move)).toContain(first.trim());
  expect(asked.filter((url) => url.includes('/api/'))).toEqual([]);
});

/** Hosts that do what they should not. */
const HOSTS = {
  'the whole file': {
    status: 200,
    said: /range requests/,
    bytes: (right: Buffer) => Buffer.concat([right, right]),
  },
  garbage: {
    status: 206,
    said: /checksum is wrong/,
    bytes: (right: Buffer) => right.map((b) => b ^ 1),
  },
  'another length': {
    status: 206,
    said: /bytes came/,
    bytes: (right: Buffer) => right.subarray(1),
  },
  nothing: { status: 503, said: /answered 503/, bytes: () => Buffer.from('down') },
};

for (const [name, host] of Object.entries(HOSTS)) {
  test(`a host that sends ${name} is noticed and named`, async ({ browser, site }) => {
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const page = await context.newPage();
    await context.route(/\/tables\/.*\.(pack|pages)$/, async (route) => {
      const range = /bytes=(\d+)-(\d+)/.exec((await route.request().headerValue('range')) ?? '');
      const file = readFileSync(join(site.folder, new URL(route.request().url()).pathname));
      const right = file.subarray(Number(range?.[1]), Number(range?.[2]) + 1);
      await route.fulfill({ status: host.status, body: Buffer.from(host.bytes(right)) });
    });
    await page.goto(`${site.url}/analyse/kaooa`);
    const said = page.locator('.unknown', {
      hasText: 'The tables of this site could not be read.',
    });
    await expect(said.first()).toBeVisible();
    await expect(said.first()).toContainText(host.said);
    await context.close();
  });
}

test('tables of another version are noticed', async ({ browser, site }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await context.route(/\/tables\/[0-9a-f]+\.json$/, (route) =>
    route.fulfill({ status: 200, body: '{"version":2}' }),
  );
  await page.goto(`${site.url}/analyse/kaooa`);
  await expect(page.locator('.unknown').first()).toContainText('contents that its name tells');
  await context.close();
});

test('a site that has got other tables since is read anew', async ({ browser, site }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const [position] = drawn(site, 'len-choa', 8);
  const probe = () =>
    ask(page, site, `/len-choa/probe?position=${encodeURIComponent(position!)}`) as Promise<
      Answer & { known: boolean }
    >;
  // What the index named first is gone: only when it is read again does it name what is there.
  let listed = 0;
  let there = 2;
  await context.route(/\/tables\//, (route) => {
    const name = new URL(route.request().url()).pathname;
    if (name.endsWith('/index.json')) listed += 1;
    const isPart = /\.(pack|pages)$/.test(name);
    return isPart && listed < there ? route.fulfill({ status: 404 }) : route.continue();
  });
  await page.goto(`${site.url}/about`);
  expect((await probe()).known).toBe(true);
  expect(listed).toBe(2);
  // It is tried once: a file that is missing for good is told.
  there = Infinity;
  listed = 0;
  const fresh = await browser.newContext({ serviceWorkers: 'block' });
  const other = await fresh.newPage();
  await fresh.route(/\/tables\/.*\.(pack|pages)$/, (route) => route.fulfill({ status: 404 }));
  await other.goto(`${site.url}/analyse/kaooa`);
  await expect(other.locator('.unknown').first()).toContainText('answered 404');
  await fresh.close();
  await context.close();
});

/** A game of Kaooa that the vulture wins, though the crows could. */
const KAOOA = 'B3 C3 B3D2 C3 D2B3 C3 B3D2 C3 D2B3'.split(' ');

test('a game is reviewed from the tables of the site', async ({ page, site, asked }) => {
  await page.goto(`${site.url}/analyse/kaooa?moves=${KAOOA.join('_')}&review=goat`);
  await expect(page.locator('.review-source')).toContainText('Exact, from the complete solution.');
  await expect(page.locator('.graph-move')).toHaveCount(KAOOA.length);
  // A mistake, what it costs, and a better move: all of it by the tables.
  await expect(page.locator('.coach-words')).toContainText('vulture');
  await page.locator('.better .chip').first().click();
  await expect(page.locator('#verdict')).toHaveText('The crows are winning');
  expect(asked.filter((url) => url.includes('/api/'))).toEqual([]);
});

test('a puzzle is solved without a service', async ({ page, site, asked }) => {
  const path = new URL('../src/learn/puzzles/bagh-chal.json', import.meta.url);
  const { puzzles } = JSON.parse(readFileSync(path, 'utf8')) as Collection;
  // One that a single move solves.
  const index = puzzles.findIndex(({ line, first }) => line.length === 1 && !first);
  const move = puzzles[index]!.line[0]!.split('|')[0]!;
  await page.goto(`${site.url}/learn/puzzles/bagh-chal/${index + 1}`);
  await click(page, move);
  await expect(page.locator('.feedback')).toContainText('Solved!');
  expect(asked.filter((url) => url.includes('/api/'))).toEqual([]);
});
