/**
 * Draws the app's icons from the tiger of the board: `npm run icons`. They are kept in the
 * repository, since they change as seldom as the tiger.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { browserPath } from './browser.mjs';

const source = readFileSync(new URL('../src/board/pieces.ts', import.meta.url), 'utf8');
const symbol = /<symbol id="piece-tiger"[^>]*>([\s\S]*?)<\/symbol>/.exec(source)?.[1];
const coat = /<radialGradient id="tiger-coat"[\s\S]*?<\/radialGradient>/.exec(source)?.[0];
const theme = readFileSync(new URL('../src/styles/themes.css', import.meta.url), 'utf8');
if (!symbol || !coat) throw new Error('src/board/pieces.ts has no tiger that can be found');
// The first definition of a colour is the default's.
const colour = (name) => new RegExp(`--${name}:\\s*([^;]+);`).exec(theme)?.[1] ?? 'black';
const inked = (text) => text.replace(/var\(--([\w-]+)\)/g, (_, name) => colour(name));

/** The icon; a maskable one keeps everything in the inner four fifths. */
const drawing = (maskable) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128">
  <defs>${inked(coat)}</defs>
  <rect width="128" height="128" rx="${maskable ? 0 : 28}" fill="#3b454b"/>
  <g stroke="#f4efe2" stroke-width="3" opacity=".55" fill="none">
    <path d="M20 20 108 108M108 20 20 108M64 14V114M14 64H114"/>
  </g>
  <g transform="translate(64 65) scale(${maskable ? 0.92 : 1.12})">${inked(symbol)}</g>
</svg>`;

const folder = new URL('../public/icons/', import.meta.url);
writeFileSync(new URL('icon.svg', folder), drawing(false));
const browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] });
for (const [name, size, maskable] of [
  ['icon-180.png', 180, true],
  ['icon-192.png', 192, false],
  ['icon-512.png', 512, false],
  ['icon-maskable-512.png', 512, true],
]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<style>body{margin:0}svg{display:block;width:100vw}</style>${drawing(maskable)}`,
  );
  const picture = await page.screenshot({ omitBackground: true });
  writeFileSync(new URL(name, folder), picture);
  await page.close();
}
await browser.close();
