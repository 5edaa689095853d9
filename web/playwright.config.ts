import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { browserPath } from './scripts/browser.mjs';

/** The program that serves the page, and the tables that it answers from. */
const root = join(import.meta.dirname, '..');
const program = process.env.BAGH_BIN ?? join(root, 'target/release/bagh');
const tables = process.env.BAGH_TABLES ?? join(root, 'target/checked-tables');
/** `cargo xtask web --browser` finds one that is free. */
const port = Number(process.env.BAGH_PORT ?? 8137);
/** Each run begins without players and games. */
const database = join(tmpdir(), `bagh-page-tests-${process.pid}.db`);
const running = process.env.BAGH_URL;

if (!running && !existsSync(program)) {
  throw new Error(
    `found no program at ${program}: build it with \`cargo build --release -p bagh-cli\`, or set BAGH_BIN to it, or BAGH_URL to a service that runs`,
  );
}

export default defineConfig({
  testDir: 'tests',
  // Generous, since nothing here is about speed, and machines that test are busy.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  // Tests mostly wait for animations and answers: more of them than cores go on at a time.
  fullyParallel: true,
  workers: 3,
  reporter: [['list']],
  use: {
    baseURL: running ?? `http://127.0.0.1:${port}`,
    viewport: { width: 1280, height: 800 },
    // The tests say when a service worker is wanted: it would answer for pages under test.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: browserPath(),
      // Chromium's own sandbox does not work for root, who runs tests in containers.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
    screenshot: 'only-on-failure',
  },
  ...(running
    ? {}
    : {
        webServer: {
          command: `"${program}" serve --no-solve --address 127.0.0.1:${port} --tables "${tables}" --database "sqlite://${database}"`,
          url: `http://127.0.0.1:${port}/healthz`,
          stdout: 'ignore' as const,
        },
      }),
});
