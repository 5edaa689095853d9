/** A static site for tests: as `bagh site` makes it, on a plain web server and with no service. */

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { expect, watch } from './support';

const program = process.env.BAGH_BIN ?? join(import.meta.dirname, '../../target/release/bagh');
const NGINX = process.env.BAGH_NGINX ?? '/usr/sbin/nginx';
/** Games that are solved in a moment, with placement and sliding phase. */
export const GAMES = ['kaooa', 'len-choa'];
/** The one that has a pocket edition there. */
export const POCKET = 'len-choa';

export interface Site {
  url: string;
  /** The folder of its files. */
  folder: string;
  /** The tables that it was made from. */
  tables: string;
  /** The pocket editions that it was made with. */
  pocket: string;
}

export function bagh(args: string[], input = ''): string {
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
    location / {
      add_header Cache-Control "no-cache";
      try_files $uri /index.html;
    }
    location /assets/ {
      add_header Cache-Control "public, max-age=31536000, immutable";
      try_files $uri =404;
    }
    location /tables/ {
      add_header Cache-Control "public, max-age=31536000, immutable";
      try_files $uri =404;
    }
    location = /tables/index.json { add_header Cache-Control "no-cache"; }
    location /api/ { return 404; }
    location /assets/bot-box- {
      add_header Cache-Control "public, max-age=31536000, immutable";
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

export const test = base.extend<{ page: Page; asked: string[] }, { site: Site }>({
  site: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'bagh-site-'));
      const [tables, root] = [join(folder, 'tables'), join(folder, 'site')];
      const pocket = join(folder, 'pocket');
      let server: ChildProcess | undefined;
      try {
        for (const game of GAMES) bagh(['solve', '--yes', '--game', game, '--tables', tables]);
        bagh(['pocket', 'make', '--out', pocket, '--game', POCKET, '--tables', tables]);
        const made = ['--out', root, '--tables', tables, '--largest', '1MB', '--pocket', pocket];
        bagh(['site', ...made]);
        mkdirSync(join(folder, 'nginx'));
        const port = await freePort();
        const config = join(folder, 'nginx.conf');
        writeFileSync(config, configuration(join(folder, 'nginx'), root, port));
        server = spawn(NGINX, ['-c', config, '-p', join(folder, 'nginx')], { stdio: 'inherit' });
        const url = `http://127.0.0.1:${port}`;
        await expect.poll(() => answers(`${url}/index.html`)).toBe(true);
        await use({ url, folder: root, tables, pocket });
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
export async function ask(page: Page, site: Site, path: string): Promise<unknown> {
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
export function drawn(site: Site, game: string, number: number): string[] {
  const options = ['--game', game, '--tables', site.tables, '--json'];
  return bagh(['exam', '--list', '--positions', String(number), '--seed', '7', ...options])
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { position: string }).position);
}
