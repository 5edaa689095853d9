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

const WON = 'D3 A1B1 E4 E5E3 A2 E3C3 E2 E1E3 B5 A5C5 B2 B1B3';

const PICTURES = [
  { name: 'home', device: DESKTOP, path: '/' },
  { name: 'play', device: DESKTOP, path: '/play', saved: game('bagh-chal', CHAL) },
  { name: 'analyse', device: DESKTOP, path: ANALYSED, until: '.value-table' },
  { name: 'review', device: DESKTOP, path: REVIEWED, until: '.coach-words' },
  {
    name: 'result',
    device: DESKTOP,
    path: '/play',
    saved: {
      ...game('bagh-chal', WON),
      opponent: { kind: 'computer', side: 'goat', level: 4 },
      over: true,
    },
    until: '.result a, .result .plain-link',
  },
  { name: 'learn', device: DESKTOP, path: '/learn' },
  { name: 'explore', device: DESKTOP, path: '/explore', until: 'svg' },
  { name: 'phone', device: PHONE, path: '/play', saved: game('aadu-puli', PULI) },
  {
    name: 'dark',
    device: PHONE,
    dark: true,
    path: '/play',
    saved: game('bagh-chal', CHAL),
  },
  { name: 'nepali', device: PHONE, path: '/', settings: { language: 'ne' } },
];

mkdirSync(folder, { recursive: true });
const { url, end } = await serve();
const browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] });

/** A browser that has been here before, so that it has the app's own letters. */
async function visited(device) {
  const context = await browser.newContext(device);
  const page = await context.newPage();
  await page.goto(`${url}/about`);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // The letters of Nepali are fetched when they are first used.
  await page.evaluate(async () => {
    document.documentElement.dataset.letters = 'kept';
    const faces = ['400 16px "Bagh Text"', '600 16px "Bagh Text"', '16px "Bagh Display"'];
    await Promise.all(faces.map((face) => document.fonts.load(face, 'Aa बाघ')));
  });
  await page.close();
  return context;
}

const contexts = new Map();
for (const picture of PICTURES) {
  if (!contexts.has(picture.device)) contexts.set(picture.device, await visited(picture.device));
  const page = await contexts.get(picture.device).newPage();
  if (picture.dark) await page.emulateMedia({ colorScheme: 'dark' });
  const problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await page.addInitScript(
    ([settings, saved]) => {
      localStorage.setItem('bagh.settings', JSON.stringify(settings));
      for (const name of Object.keys(localStorage)) {
        if (name.startsWith('bagh.game.')) localStorage.removeItem(name);
      }
      if (!saved) return;
      localStorage.setItem('bagh.game.shown', JSON.stringify(saved));
      sessionStorage.setItem('bagh.seat', 'shown');
    },
    [{ language: 'en', animation: false, ...picture.settings }, picture.saved ?? null],
  );
  await page.goto(url + picture.path);
  await page
    .locator(picture.until ? `main ${picture.until}` : 'main *')
    .first()
    .waitFor();
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(1000);
  await page.screenshot({ path: `${folder}${picture.name}.jpg`, type: 'jpeg', quality: 84 });
  if (problems.length) throw new Error(`${picture.name}: ${problems.join('; ')}`);
  console.log(`docs/images/${picture.name}.jpg`);
  await page.close();
}
await browser.close();
end();
