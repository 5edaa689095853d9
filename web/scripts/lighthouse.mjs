/**
 * Lighthouse on every page, as on a phone: `npm run lighthouse`.
 *
 * Prints a table for web/README.md. Fails if a page is below 95 for performance or below 100 for
 * accessibility, best practices or SEO. Performance means something on a quiet machine only.
 */

import lighthouse from 'lighthouse';
import { chromium } from '@playwright/test';
import { browserPath } from './browser.mjs';
import { serve } from './serve.mjs';

const PAGES = [
  '/',
  '/play?setup',
  '/play?with=friend',
  '/analyse/bagh-chal',
  '/analyse/bagh-chal?moves=D3_A1B1_E4_E5E3_A2_E3C3_E2_E1E3_B5_A5C5_B2_B1B3&review=goat',
  '/learn',
  '/learn/daily',
  '/learn/lesson/bagh-chal',
  '/learn/puzzles/bagh-chal',
  '/learn/history',
  '/explore',
  '/online',
  '/bots',
  '/bots/workshop',
  '/embed/bagh-chal?moves=C1_E1D1&ply=1',
  '/about',
];
const LEAST = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const port = Number(process.env.BAGH_DEBUG_PORT ?? 9333);

const { url, end } = await serve();
const browser = await chromium.launch({
  executablePath: browserPath(),
  args: ['--no-sandbox', `--remote-debugging-port=${port}`],
});
let fine = true;
console.log(`| page | ${Object.keys(LEAST).join(' | ')} |`);
console.log('| --- | --- | --- | --- | --- |');
for (const path of PAGES) {
  const result = await lighthouse(url + path, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: Object.keys(LEAST),
  });
  const { categories, audits } = result.lhr;
  const scores = Object.keys(LEAST).map((name) => Math.round(categories[name].score * 100));
  console.log(`| \`${path}\` | ${scores.join(' | ')} |`);
  Object.entries(LEAST).forEach(([name, least], i) => {
    if (scores[i] >= least) return;
    fine = false;
    const failed = categories[name].auditRefs
      .map(({ id }) => audits[id])
      .filter((audit) => audit.score !== null && audit.score < 0.9);
    console.error(`${path}: ${name} ${scores[i]}: ${failed.map((audit) => audit.id).join(', ')}`);
  });
}
await browser.close();
end();
process.exitCode = fine ? 0 : 1;
