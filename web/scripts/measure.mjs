/**
 * How quick the page is, measured in Chromium with a CPU slowed down four times: `npm run measure`.
 *
 * For each page: milliseconds until the first paint and until the board takes input, the shift of
 * the layout, kilobytes over the network, all from an empty cache. Fails if a figure is beyond its
 * limit.
 */

import { chromium } from '@playwright/test';
import { browserPath } from './browser.mjs';
import { serve } from './serve.mjs';

const SLOWED = 4;
const RUNS = 5;
const LIMITS = { interactive: 1000, shift: 0.001, kilobytes: 200 };
const PAGES = ['/', '/play?with=friend', '/analyse/bagh-chal', '/learn', '/explore'];

const { url, end } = await serve();
const browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] });

async function visit(path) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  let bytes = 0;
  client.on('Network.loadingFinished', (event) => (bytes += event.encodedDataLength));
  await page.addInitScript(() => {
    window.measured = { shift: 0, paint: 0, interactive: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.measured.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (entry.name === 'first-contentful-paint') window.measured.paint = entry.startTime;
      }
    }).observe({ type: 'paint', buffered: true });
    // Interactive: the page is drawn, and the main thread has answered a task after it.
    const seen = new MutationObserver(() => {
      if (!document.querySelector('main#page > *')) return;
      seen.disconnect();
      requestAnimationFrame(() =>
        setTimeout(() => (window.measured.interactive = performance.now())),
      );
    });
    seen.observe(document, { childList: true, subtree: true });
  });
  await page.goto(url + path);
  await page.waitForFunction(() => window.measured.interactive > 0);
  const first = bytes;
  // What comes later, such as fonts and answers of the service, must not move anything either.
  await page.waitForTimeout(1500);
  const measured = await page.evaluate(() => window.measured);
  await context.close();
  return { ...measured, kilobytes: first / 1000 };
}

const median = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];
let fine = true;
console.log('page                     paint ms   interactive ms   shift    kB');
for (const path of PAGES) {
  const runs = [];
  for (let i = 0; i < RUNS; i++) runs.push(await visit(path));
  const of = (name) => median(runs.map((run) => run[name]));
  const [paint, interactive, kilobytes] = [of('paint'), of('interactive'), of('kilobytes')];
  const shift = Math.max(...runs.map((run) => run.shift));
  const good =
    interactive <= LIMITS.interactive && shift <= LIMITS.shift && kilobytes <= LIMITS.kilobytes;
  fine &&= good;
  console.log(
    `${path.padEnd(24)} ${paint.toFixed(0).padStart(8)} ${interactive.toFixed(0).padStart(16)} ${shift.toFixed(4).padStart(7)} ${kilobytes.toFixed(0).padStart(5)}${good ? '' : '   too much'}`,
  );
}
console.log(
  `\nCPU slowed ${SLOWED} times, median of ${RUNS} visits with an empty cache; shift is the largest.`,
);
await browser.close();
end();
process.exitCode = fine ? 0 : 1;
