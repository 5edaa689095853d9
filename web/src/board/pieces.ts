/** The pieces, drawn once for the whole page; boards and icons refer to them. */

import { chance } from './chalk';

/** A tiger's face, broad and round; a goat's, narrow, with horns. They differ by shape alone. */
const SYMBOLS = `
<defs>
  <linearGradient id="slate-face" x1="0" y1="0" x2=".7" y2="1">
    <stop offset="0" stop-color="#4b565c"/>
    <stop offset=".5" stop-color="#3c464c"/>
    <stop offset="1" stop-color="#2f383d"/>
  </linearGradient>
  <radialGradient id="tiger-coat" cx=".38" cy=".28" r=".85">
    <stop offset="0" stop-color="var(--tiger-light)"/>
    <stop offset=".55" stop-color="var(--tiger-coat)"/>
    <stop offset="1" stop-color="var(--tiger-deep)"/>
  </radialGradient>
  <radialGradient id="goat-coat" cx=".38" cy=".22" r=".95">
    <stop offset="0" stop-color="var(--goat-light)"/>
    <stop offset=".6" stop-color="var(--goat-coat)"/>
    <stop offset="1" stop-color="var(--goat-deep)"/>
  </radialGradient>
  <linearGradient id="goat-horn" x1="0" y1="1" x2="0" y2="0">
    <stop offset="0" stop-color="var(--horn-deep)"/>
    <stop offset="1" stop-color="var(--horn)"/>
  </linearGradient>
</defs>
<symbol id="piece-tiger" viewBox="-50 -50 100 100" overflow="visible">
  <g stroke="var(--piece-line)" stroke-width="2" stroke-linejoin="round">
    <path fill="url(#tiger-coat)" d="M-38-21C-43-35-36-45-26-42-19-40-14-35-12-31Z"/>
    <path fill="url(#tiger-coat)" d="M38-21C43-35 36-45 26-42 19-40 14-35 12-31Z"/>
    <path fill="var(--tiger-ear)" stroke="none" d="M-34-24C-37-33-32-39-26-37-22-36-19-33-18-30Z"/>
    <path fill="var(--tiger-ear)" stroke="none" d="M34-24C37-33 32-39 26-37 22-36 19-33 18-30Z"/>
    <path fill="url(#tiger-coat)" d="M0-37C14-37 27-32 34-22 38-15 39-8 38-1L44 7 37 8 41 17 33 17 35 26 26 25C20 35 11 41 0 41-11 41-20 35-26 25L-35 26-33 17-41 17-37 8-44 7-38-1C-39-8-38-15-34-22-27-32-14-37 0-37Z"/>
  </g>
  <g fill="var(--tiger-pale)">
    <path d="M-24-12C-21-19-11-19-8-12-12-15-20-15-24-12Z"/>
    <path d="M24-12C21-19 11-19 8-12 12-15 20-15 24-12Z"/>
    <path d="M0 8C10 6 20 12 20 21 20 30 11 37 0 37-11 37-20 30-20 21-20 12-10 6 0 8Z"/>
    <path d="M-36 5C-31 6-27 10-25 16-30 15-34 11-36 5Z"/>
    <path d="M36 5C31 6 27 10 25 16 30 15 34 11 36 5Z"/>
  </g>
  <g fill="var(--tiger-stripe)">
    <path d="M-2.600-36C-3-30-2.500-25 0-20 2.500-25 3-30 2.600-36Z"/>
    <path d="M-13-35C-13-29-10-24-5-21-6-26-7-31-8-36Z"/>
    <path d="M13-35C13-29 10-24 5-21 6-26 7-31 8-36Z"/>
    <path d="M-23-31C-22-26-19-23-14-21-16-25-18-29-19-33Z"/>
    <path d="M23-31C22-26 19-23 14-21 16-25 18-29 19-33Z"/>
    <path d="M-38-9C-33-10-29-8-26-4-31-5-35-5-38.500-4Z"/>
    <path d="M38-9C33-10 29-8 26-4 31-5 35-5 38.500-4Z"/>
    <path d="M-40 4C-34 2-29 4-25 8-30 7-35 7-39 9Z"/>
    <path d="M40 4C34 2 29 4 25 8 30 7 35 7 39 9Z"/>
    <path d="M-36 18C-31 15-26 16-22 19-27 19-31 21-33 24Z"/>
    <path d="M36 18C31 15 26 16 22 19 27 19 31 21 33 24Z"/>
  </g>
  <g>
    <path fill="var(--tiger-eye)" stroke="var(--tiger-stripe)" stroke-width="2.200" d="M-25-5C-21-12-12-11-8-3-13-1-21 0-25-5Z"/>
    <path fill="var(--tiger-eye)" stroke="var(--tiger-stripe)" stroke-width="2.200" d="M25-5C21-12 12-11 8-3 13-1 21 0 25-5Z"/>
    <ellipse cx="-15.500" cy="-5.300" rx="2.500" ry="3.700" fill="var(--piece-dark)"/>
    <ellipse cx="15.500" cy="-5.300" rx="2.500" ry="3.700" fill="var(--piece-dark)"/>
    <circle cx="-16.500" cy="-7" r="1.100" fill="#fff"/>
    <circle cx="14.500" cy="-7" r="1.100" fill="#fff"/>
    <path fill="var(--tiger-nose)" stroke="var(--tiger-stripe)" stroke-width="1.500" d="M-8 8C-4 6 4 6 8 8 7 13 3 16 0 17-3 16-7 13-8 8Z"/>
    <path fill="none" stroke="var(--tiger-stripe)" stroke-width="2.200" stroke-linecap="round" d="M0 17V23M-12 22C-9 28-3 28 0 23 3 28 9 28 12 22"/>
    <path fill="var(--goat-light)" d="M-7.500 26.500-5.500 32-3 27ZM7.500 26.500 5.500 32 3 27Z"/>
    <g fill="var(--tiger-stripe)"><circle cx="-12" cy="18" r="1"/><circle cx="-15" cy="21" r="1"/><circle cx="12" cy="18" r="1"/><circle cx="15" cy="21" r="1"/></g>
  </g>
</symbol>
<symbol id="piece-goat" viewBox="-50 -50 100 100" overflow="visible">
  <g stroke="var(--piece-line)" stroke-width="2" stroke-linejoin="round">
    <path fill="url(#goat-horn)" d="M-3-18C-5-32-14-43-28-46-33-47-36-43-31-42-22-39-17-30-16-17Z"/>
    <path fill="url(#goat-horn)" d="M3-18C5-32 14-43 28-46 33-47 36-43 31-42 22-39 17-30 16-17Z"/>
    <path fill="url(#goat-coat)" d="M-15-12C-22-17-33-17-43-9-46-6-44-3-40-2-32 0-23 1-15-2Z"/>
    <path fill="url(#goat-coat)" d="M15-12C22-17 33-17 43-9 46-6 44-3 40-2 32 0 23 1 15-2Z"/>
    <path fill="var(--goat-beard)" d="M-8 33C-7 40-4 45 1 49 4 45 7 40 8 33Z"/>
    <path fill="url(#goat-coat)" d="M0-24C9-24 18-20 20-11 21-4 17 5 15 13 14 20 13 28 11 32 8 38-8 38-11 32-13 28-14 20-15 13-17 5-21-4-20-11-18-20-9-24 0-24Z"/>
  </g>
  <path fill="none" stroke="var(--horn-deep)" stroke-width="1.500" stroke-linecap="round" opacity=".7" d="M-15-24-6-26M-17-30-8-32M-21-35-13-38M-25-39-20-43M15-24 6-26M17-30 8-32M21-35 13-38M25-39 20-43"/>
  <g fill="var(--goat-ear)">
    <path d="M-19-10C-25-13-33-13-39-8-33-5-25-4-19-6Z"/>
    <path d="M19-10C25-13 33-13 39-8 33-5 25-4 19-6Z"/>
  </g>
  <path fill="var(--goat-blaze)" d="M-7-23C-4-19-5-8-5 2-5 10-4 17 0 17 4 17 5 10 5 2 5-8 4-19 7-23 3-26-3-26-7-23Z"/>
  <path fill="var(--goat-light)" opacity=".9" d="M-6-25C-8-20-7-15-4-11-3-15-2-17 0-12 2-17 3-15 4-11 7-15 8-20 6-25Z"/>
  <g fill="var(--goat-eye)" stroke="var(--piece-line)" stroke-width="1.600">
    <ellipse cx="-12" cy="-5" rx="4.800" ry="4.200"/>
    <ellipse cx="12" cy="-5" rx="4.800" ry="4.200"/>
  </g>
  <g fill="var(--piece-dark)">
    <rect x="-15.600" y="-6.400" width="7.200" height="2.800" rx="1.300"/>
    <rect x="8.400" y="-6.400" width="7.200" height="2.800" rx="1.300"/>
  </g>
  <path fill="var(--goat-muzzle)" d="M-12 24C-11 20-5 18 0 18 5 18 11 20 12 24 12 30 8 35 0 35-8 35-12 30-12 24Z"/>
  <path fill="none" stroke="var(--piece-line)" stroke-width="2" stroke-linecap="round" d="M-6 22C-4 25-2 26 0 26 2 26 4 25 6 22M0 26V29M-6 31C-3 33-1 31 0 29 1 31 3 33 6 31"/>
</symbol>
<symbol id="piece-vulture" viewBox="-50 -50 100 100" overflow="visible">
  <g stroke="var(--piece-line)" stroke-width="2" stroke-linejoin="round">
    <path fill="var(--vulture-ruff)" d="M-40 30C-44 18-38 8-28 6-30-2-22-8-12-6H12C22-8 30-2 28 6 38 8 44 18 40 30 32 44 14 47 0 47-14 47-32 44-40 30Z"/>
    <path fill="var(--vulture-skin)" d="M0-44C18-44 28-32 27-16 26-4 18 6 10 14 6 18-6 18-10 14-18 6-26-4-27-16-28-32-18-44 0-44Z"/>
    <path fill="var(--vulture-beak)" d="M-13-8C-9-14 9-14 13-8 16 2 12 16 5 25 3 30 1 33 0 34-1 33-3 30-5 25-12 16-16 2-13-8Z"/>
  </g>
  <path fill="none" stroke="var(--piece-line)" stroke-width="2" stroke-linecap="round" d="M-9 6C-4 9 4 9 9 6M-4-4V-1M4-4V-1"/>
  <g fill="var(--vulture-eye)" stroke="var(--piece-line)" stroke-width="1.800">
    <circle cx="-14" cy="-19" r="5"/><circle cx="14" cy="-19" r="5"/>
  </g>
  <g fill="var(--piece-dark)"><circle cx="-14" cy="-19" r="2.200"/><circle cx="14" cy="-19" r="2.200"/></g>
  <path fill="none" stroke="var(--piece-line)" stroke-width="3" stroke-linecap="round" d="M-22-27C-18-29-13-28-9-25M22-27C18-29 13-28 9-25"/>
  <path fill="none" stroke="var(--vulture-fold)" stroke-width="2" stroke-linecap="round" d="M-30 18C-26 15-22 15-18 18M-10 24C-6 21-2 21 0 24 2 21 6 21 10 24M18 18C22 15 26 15 30 18M-22 32C-18 29-14 29-10 32M10 32C14 29 18 29 22 32"/>
</symbol>
<symbol id="piece-crow" viewBox="-50 -50 100 100" overflow="visible">
  <g stroke="var(--crow-line)" stroke-width="2" stroke-linejoin="round">
    <path fill="var(--crow-coat)" d="M-30 34C-36 14-34-16-16-30-6-38 10-38 20-28 30-18 30-4 26 6 32 14 34 26 30 36 16 46-16 46-30 34Z"/>
    <path fill="var(--crow-beak)" d="M8-22C22-24 38-18 47-8 36-8 26-4 14 0 6-4 4-14 8-22Z"/>
  </g>
  <path fill="none" stroke="var(--crow-line)" stroke-width="1.800" d="M13-9C24-12 36-11 46-8"/>
  <circle cx="2" cy="-14" r="5" fill="var(--crow-eye)"/><circle cx="3" cy="-14" r="2.300" fill="var(--piece-dark)"/>
  <path fill="none" stroke="var(--crow-sheen)" stroke-width="2.500" stroke-linecap="round" d="M-20-14C-24 2-22 18-16 30M-10 6C-10 18-6 28 0 34M6 14C8 22 12 28 18 32"/>
</symbol>`;

/** Specks that let the slate shine through the chalk, and the grain of the slate itself. */
function grain(): string {
  const specks = (count: number, size: number, seed: number, least: number, most: number) =>
    Array.from({ length: count }, (_, i) => {
      const [x, y] = [chance(seed + i * 3) * size, chance(seed + i * 3 + 1) * size];
      const reach = least + (most - least) * chance(seed + i * 3 + 2) ** 2;
      return `M${x.toFixed(1)} ${y.toFixed(1)}h${reach.toFixed(1)}v${(reach * 0.8).toFixed(1)}h-${reach.toFixed(1)}z`;
    }).join('');
  const clefts = Array.from({ length: 7 }, (_, i) => {
    const [x, y] = [chance(900 + i * 4) * 230, chance(901 + i * 4) * 230];
    const length = 20 + 70 * chance(902 + i * 4);
    return `M${x.toFixed(0)} ${y.toFixed(0)}l${length.toFixed(0)} ${(length * 0.32 - 6 * chance(903 + i * 4)).toFixed(0)}`;
  }).join('');
  return `<defs>
    <pattern id="chalk-specks" width="61" height="61" patternUnits="userSpaceOnUse" patternTransform="rotate(17)">
      <path d="${specks(230, 61, 11, 0.5, 2.6)}"/>
    </pattern>
    <pattern id="slate-grain" width="240" height="240" patternUnits="userSpaceOnUse">
      <path class="grain-light" d="${specks(150, 240, 501, 0.5, 2)}"/>
      <path class="grain-dark" d="${specks(150, 240, 1501, 0.8, 2.6)}"/>
      <path class="grain-cleft" d="${clefts}"/>
    </pattern>
  </defs>`;
}

let drawn = false;

/** Makes sure that the pieces are on the page. */
export function drawPieces(): void {
  if (drawn) return;
  drawn = true;
  const holder = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  holder.id = 'piece-symbols';
  holder.setAttribute('class', 'unseen');
  holder.setAttribute('aria-hidden', 'true');
  holder.setAttribute('width', '0');
  holder.setAttribute('height', '0');
  holder.innerHTML = SYMBOLS + grain();
  document.body.prepend(holder);
}
