/**
 * A static site, as `bagh site` makes it, on a plain web server (nginx) and with no service
 * anywhere: exact answers come from ranges of files.
 */

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { accessible, expect, watch } from './support';

const program = process.env.BAGH_BIN ?? join(import.meta.dirname, '../../target/release/bagh');
const NGINX = process.env.BAGH_NGINX ?? '/usr/sbin/nginx';
/** Games that are solved in a moment, with placement and sliding phase. */
const GAMES = ['kaooa', 'len-choa'];

interface Site {
  url: string;
  /** The folder of its files. */
  folder: string;
  /** The tables that it was made from. */
  tables: string;
}

function bagh(args: string[], input = ''): string {
  return execFileSync(program, args, {
    input,
    encoding: 'utf8',
    stdio: 'pipe',
    maxBuffer: 1 << 28,
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** The recipe of docs/DEPLOY.md, for a user without rights. */
function configuration(folder: string, root: string, port: number): string {
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  // Started by root, nginx would read the files as another user, who may not.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  return `
${user}
daemon off;
worker_processes 1;
pid ${folder}/pid;
error_log stderr;
events { worker_connections 256; }
http {
  include /etc/nginx/mime.types;
  access_log off;
  ${places.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  server {
    listen 127.0.0.1:${port};
    root ${root};
    location / { try_files $uri /index.html; }
    location /tables/ { try_files $uri =404; }
    location /api/ { return 404; }
    location /assets/bot-box- {
      add_header Content-Security-Policy "default-src 'none'; script-src 'unsafe-eval'; worker-src data:; connect-src 'none'";
    }
  }
}`;
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  );
}

const test = base.extend<{ page: Page; asked: string[] }, { site: Site }>({
  site: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'bagh-site-'));
      const [tables, root] = [join(folder, 'tables'), join(folder, 'site')];
      let server: ChildProcess | undefined;
      try {
        for (const game of GAMES) bagh(['solve', '--yes', '--game', game, '--tables', tables]);
        bagh(['site', '--out', root, '--tables', tables, '--largest', '1MB']);
        mkdirSync(join(folder, 'nginx'));
        const port = await freePort();
        const config = join(folder, 'nginx.conf');
        writeFileSync(config, configuration(join(folder, 'nginx'), root, port));
        server = spawn(NGINX, ['-c', config, '-p', join(folder, 'nginx')], { stdio: 'inherit' });
        const url = `http://127.0.0.1:${port}`;
        await expect.poll(() => answers(`${url}/index.html`)).toBe(true);
        await use({ url, folder: root, tables });
      } finally {
        if (server) {
          const over = new Promise((done) => server?.on('exit', done));
          server.kill('SIGTERM');
          await over;
        }
        rmSync(folder, { recursive: true, force: true });
      }
    },
    { scope: 'worker' },
  ],
  asked: async ({ page }, use) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await use(asked);
  },
  page: async ({ page }, use) => {
    const errors: string[] = [];
    watch(page, errors);
    await use(page);
    expect(errors, 'errors on the page').toEqual([]);
  },
});

/** Asks the site's own code, in the page. */
async function ask(page: Page, site: Site, path: string): Promise<unknown> {
  const chunk = readdirSync(join(site.folder, 'assets')).find((name) =>
    /^tables-.*\.js$/.test(name),
  );
  return page.evaluate(
    async ([url, path]) => {
      const module = (await import(url!)) as {
        answer(base: string, path: string): Promise<unknown>;
      };
      return module.answer('/tables/', path!);
    },
    [`/assets/${chunk}`, path],
  );
}

/** Random positions of a game. */
function drawn(site: Site, game: string, number: number): string[] {
  const options = ['--game', game, '--tables', site.tables, '--json'];
  return bagh(['exam', '--list', '--positions', String(number), '--seed', '7', ...options])
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { position: string }).position);
}

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
