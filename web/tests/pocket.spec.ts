/**
 * A pocket edition kept on the device: every value without a network. The site is one of games that
 * are solved in a moment; where the page itself is tested, its list says that the edition is of
 * Bagh Chal, since Explore shows no other game that could have one.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { ask, bagh, drawn, POCKET, test, type Site } from './static-site';
import { accessible, expect } from './support';

interface Entry {
  game: string;
  captures: number;
  pocket?: { name: string; length: number; packs: { name: string; length: number }[] }[];
}

function index(site: Site): { games: Entry[] } {
  const text = readFileSync(join(site.folder, 'tables/index.json'), 'utf8');
  return JSON.parse(text) as { games: Entry[] };
}

/** Keeps the edition in the way the page does. */
async function keep(page: Page, site: Site): Promise<void> {
  const listed = index(site).games.find(({ game }) => game === POCKET)?.pocket;
  await page.evaluate(
    async ([game, listed]) => {
      const cache = await caches.open('tables-files');
      const parts = [];
      for (const { name, length, packs } of listed!) {
        const kept = packs.map((pack) => ({ ...pack, url: `/tables/${pack.name}` }));
        for (const { url } of kept) await cache.put(url, await fetch(url));
        parts.push({ name, length, packs: kept });
      }
      localStorage.setItem('bagh.offline.pocket', JSON.stringify({ [game!]: parts }));
    },
    [POCKET, listed] as const,
  );
}

/** From now on there is no network but for the files of the page. */
const cut = (context: BrowserContext) =>
  context.route(/\/(tables|api)\//, (route) => route.abort('internetdisconnected'));

interface Answer {
  known: boolean;
  outcome: string;
  captures: number | null;
  moves: { move: string; outcome: string; captures: number | null }[];
}

const value = ({ outcome, captures }: { outcome: string; captures: number | null }) =>
  JSON.stringify([outcome, captures]);

test('all values are answered without a network, as by the tables', async ({ browser, site }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(`${site.url}/about`);
  await keep(page, site);
  await cut(context);
  const positions = drawn(site, POCKET, 60);
  expect(positions.some((position) => / g0 /.test(position))).toBe(true);
  expect(positions.some((position) => !/ g0 /.test(position))).toBe(true);
  const options = ['--game', POCKET, '--tables', site.tables, '--json'];
  const told = bagh(['probe', '-', ...options], positions.join('\n'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer);
  for (const [number, position] of positions.entries()) {
    const path = `/${POCKET}/probe?position=${encodeURIComponent(position)}`;
    const answer = (await ask(page, site, path)) as Answer;
    const expected = told[number]!;
    expect(answer.known, position).toBe(true);
    expect(value(answer), position).toBe(value(expected));
    const moves = new Map(expected.moves.map((move) => [move.move, value(move)]));
    expect(new Map(answer.moves.map((move) => [move.move, value(move)])), position).toEqual(moves);
    expect(answer.moves[0] && value(answer.moves[0])).toBe(
      expected.moves[0] && value(expected.moves[0]),
    );
  }
  await context.close();
});

test('analysis and the perfect player are exact with it', async ({ browser, site }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(`${site.url}/analyse/${POCKET}`);
  const verdict = page.locator('#verdict');
  await expect(verdict).toHaveText(/winning|Draw/);
  const told = await verdict.innerText();
  await keep(page, site);
  await cut(context);
  await page.goto(`${site.url}/analyse/${POCKET}`);
  await expect(verdict).toHaveText(told);
  await expect(page.locator('.value-table')).toBeVisible();
  await expect(page.getByText('Estimate', { exact: false })).toHaveCount(0);
  await page.goto(`${site.url}/play?setup`);
  await page.getByRole('radio', { name: 'Len Choa' }).check();
  await expect(page.getByRole('radio', { name: 'Perfect' })).toBeEnabled();
  await context.close();
});

/** Overwrites the last byte of a file of the edition. */
async function damage(page: Page, name: string): Promise<void> {
  await page.evaluate(
    async ([game, name]) => {
      const kept = JSON.parse(localStorage.getItem('bagh.offline.pocket')!) as Record<
        string,
        { name: string; packs: { url: string }[] }[]
      >;
      const url = kept[game!]!.find((part) => part.name === name)!.packs.at(-1)!.url;
      const cache = await caches.open('tables-files');
      const bytes = new Uint8Array(await (await cache.match(url))!.arrayBuffer());
      bytes[bytes.length - 1]! ^= 1;
      await cache.put(url, new Response(bytes));
    },
    [POCKET, name] as const,
  );
}

test('damage is noticed, and what is gone is not believed', async ({ browser, site }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(`${site.url}/about`);
  await keep(page, site);
  await cut(context);
  const positions = drawn(site, POCKET, 40).filter((position) => / g0 /.test(position));
  const known = async () => {
    let known = 0;
    await page.goto(`${site.url}/about`);
    for (const position of positions) {
      const path = `/${POCKET}/probe?position=${encodeURIComponent(position)}`;
      const answer = ask(page, site, path) as Promise<Answer>;
      known += await answer.then(
        (answer) => Number(answer.known),
        () => 0,
      );
    }
    return known;
  };
  expect(await known()).toBe(positions.length);
  // The last byte belongs to the last block of the sliding phase.
  await damage(page, 'pocket-06.bagh');
  expect(await known()).toBeLessThan(positions.length);
  await page.evaluate(() => caches.delete('tables-files'));
  expect(await known()).toBe(0);
  await context.close();
});

test('everything is kept and removed in Explore', async ({ browser, site }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const listed = index(site);
  const entry = listed.games.find(({ game }) => game === POCKET);
  await context.route('**/tables/index.json', (route) =>
    route.fulfill({ json: { ...listed, games: [{ ...entry, game: 'bagh-chal', captures: 5 }] } }),
  );
  const files = entry!.pocket!.flatMap(({ packs }) => packs.map(({ name }) => name));
  const held = () =>
    page.evaluate(async () => {
      const keys = await (await caches.open('tables-files')).keys();
      return keys.map(({ url }) => url.split('/').at(-1)!);
    });
  // The first try stops in the middle.
  const last = `**/tables/${files.at(-1)}`;
  await context.route(last, () => undefined);
  await page.goto(`${site.url}/explore`);
  const everything = page.getByRole('button', { name: 'Keep everything' });
  await expect(everything).toBeVisible();
  await accessible(page, 'what can be kept');
  await everything.click();
  await expect(page.getByText(/Downloading: \d/)).toBeVisible();
  await expect.poll(held).toContain(files[0]);
  await accessible(page, 'a download');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(everything).toBeEnabled();
  expect(await held()).not.toContain(files.at(-1));
  // What has come can be removed, and stays for the next try otherwise.
  await expect(page.getByText('A download was not finished.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(held).toEqual([]);
  await expect(page.getByText('A download was not finished.')).toHaveCount(0);
  // The second fails, and says so.
  await context.unroute(last);
  await context.route(last, (route) => route.fulfill({ status: 503, body: 'down' }));
  await everything.click();
  await expect(
    page.getByText('The download failed. The server answered with error 503.'),
  ).toBeVisible();
  await context.unroute(last);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await everything.click();
  await expect(page.getByText(/^Kept on this device \(.*all exact values/)).toBeVisible();
  const complete = await held();
  expect(complete).toEqual(expect.arrayContaining(files));
  expect(asked.some((url) => url.endsWith(files[0]!))).toBe(false);
  await accessible(page, 'what is kept');
  // What is kept was made from older tables: it is renewed, and the older files go.
  await page.evaluate(async () => {
    const name = 'bagh.offline.pocket';
    const kept = JSON.parse(localStorage.getItem(name)!) as Record<
      string,
      { packs: { url: string }[] }[]
    >;
    const pack = kept['bagh-chal']![0]!.packs[0]!;
    const cache = await caches.open('tables-files');
    await cache.put('/tables/older.pack', (await cache.match(pack.url))!);
    await cache.delete(pack.url);
    pack.url = '/tables/older.pack';
    localStorage.setItem(name, JSON.stringify(kept));
  });
  await page.reload();
  await expect(page.getByText('These tables have been computed again since')).toBeVisible();
  await accessible(page, 'newer tables');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByRole('button', { name: 'Update' })).toHaveCount(0);
  await expect.poll(async () => (await held()).sort()).toEqual([...new Set(complete)].sort());
  // What was kept is no edition of Bagh Chal: it is noticed, and the page goes on without it.
  await context.route(/\/tables\//, (route) => route.abort('internetdisconnected'));
  await page.goto(`${site.url}/analyse/bagh-chal`);
  await expect(page.getByText("You're offline. Exact results need a connection.")).toBeVisible();
  await context.unroute(/\/tables\//);
  await page.goto(`${site.url}/explore`);
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(everything).toBeVisible();
  await expect.poll(held).toEqual([]);
  await context.close();
});

test('clearing what is saved removes the tables, too', async ({ browser, site }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(`${site.url}/about`);
  await keep(page, site);
  // Ranges are kept as well, and stay open in the worker.
  const start = drawn(site, POCKET, 8)[0]!;
  await ask(page, site, `/${POCKET}/probe?position=${encodeURIComponent(start)}`);
  const left = () =>
    page.evaluate(async () => [
      ...(await caches.keys()),
      ...(await indexedDB.databases()).map(({ name }) => name),
      ...Object.keys(localStorage).filter((name) => name.startsWith('bagh.offline')),
    ]);
  await expect.poll(left).toEqual(['tables-files', 'tables-ranges', 'bagh.offline.pocket']);
  await page.evaluate(() => void Promise.reject(new Error('made for this test')));
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Clear saved data' }).click();
  await expect(page).toHaveURL(`${site.url}/`);
  await expect.poll(left).toEqual([]);
  await context.close();
});
