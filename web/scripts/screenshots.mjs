/** Takes the pictures of the README from the running program: `npm run screenshots`. */

import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { browserPath } from './browser.mjs';
import { serve } from './serve.mjs';

const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const DESKTOP = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true };

/** A game under way. */
const game = (name, moves) => ({
  id: 'shown',
  began: 0,
  changed: 0,
  game: { name },
  opponent: { kind: 'friend' },
  moves: moves.split(' '),
  seed: 1,
  hints: 0,
  takenBack: 0,
});

const CHAL =
  'C1 A5B4 B1 A1B2 A1 E5D4 C5 B4B5 D5 B5B4 B5 D4E5 A2 E1D1 E1 E5D4 A3 D1D2 A5 B4C3 E3 D4E4 E2';
const PULI = 'B8 B18 B16 B12 B0 B11 B0B5 B17 B5B0 B21 B16B15 B6 B15B20 B22 B20B19 B20 B0B4';

/** The same game, looked up. */
const ANALYSED = '/analyse/bagh-chal?moves=C1_A5B4_B1_A1B2_A1_E5D4_C5_B4B5_D5_B5B4_B5_D4E5_A2';

/** A game that the tigers won, reviewed. */
const REVIEWED =
  '/analyse/bagh-chal?moves=D3_A1B1_E4_E5E3_A2_E3C3_E2_E1E3_B5_A5C5_B2_B1B3&review=goat';

const PICTURES = [
  { name: 'home', device: DESKTOP, path: '/' },
  { name: 'play', device: DESKTOP, path: '/play', saved: game('bagh-chal', CHAL) },
  { name: 'analyse', device: DESKTOP, path: ANALYSED, until: '.value-table' },
  { name: 'review', device: DESKTOP, path: REVIEWED, until: '.coach-words' },
  { name: 'learn', device: DESKTOP, path: '/learn' },
  { name: 'explore', device: DESKTOP, path: '/explore', until: 'svg' },
  { name: 'phone', device: PHONE, path: '/play', saved: game('aadu-puli', PULI) },
  {
    name: 'dark',
    device: { ...PHONE, colorScheme: 'dark' },
    path: '/play',
    saved: game('bagh-chal', CHAL),
  },
  { name: 'nepali', device: PHONE, path: '/', settings: { language: 'ne' } },
];

mkdirSync(folder, { recursive: true });
const { url, end } = await serve();
const browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] });
for (const picture of PICTURES) {
  const context = await browser.newContext({ ...picture.device, serviceWorkers: 'block' });
  const page = await context.newPage();
  const problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await page.addInitScript(
    ([settings, saved]) => {
      localStorage.setItem('bagh.settings', JSON.stringify(settings));
      if (saved) localStorage.setItem('bagh.game.shown', JSON.stringify(saved));
    },
    [{ language: 'en', animation: false, ...picture.settings }, picture.saved ?? null],
  );
  await page.goto(url + picture.path);
  await page
    .locator(picture.until ? `main ${picture.until}` : 'main *')
    .first()
    .waitFor();
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(300);
  await page.screenshot({ path: `${folder}${picture.name}.jpg`, type: 'jpeg', quality: 84 });
  if (problems.length) throw new Error(`${picture.name}: ${problems.join('; ')}`);
  console.log(`docs/images/${picture.name}.jpg`);
  await context.close();
}
await browser.close();
end();
