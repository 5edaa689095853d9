/** Small line drawings for buttons, each 24 by 24. */

import { svg, type SVGTemplateResult, html, type TemplateResult } from 'lit-html';

const paths = {
  home: svg`<path d="M4 11 12 4l8 7v9h-5v-6H9v6H4z"/>`,
  play: svg`<circle cx="12" cy="12" r="3.2"/><path d="M3 3 21 21M21 3 3 21M3 12h5.8M15.2 12H21M12 3v5.8M12 15.2V21"/>`,
  analyse: svg`<circle cx="10.5" cy="10.5" r="6.5"/><path d="m15.5 15.5 5 5M8 10.5h5M10.5 8v5"/>`,
  learn: svg`<path d="M12 6.5C10 5 7 4.5 3.5 5v13.5c3.500-.5 6.500 0 8.500 1.500 2-1.500 5-2 8.500-1.500V5C17 4.500 14 5 12 6.500zM12 6.500V20"/>`,
  explore: svg`<path d="M4 20V10M10 20V4M16 20v-7M21 20H3"/>`,
  bots: svg`<path d="M5 9h14v10H5zM12 9V5M9 13.500v1.500M15 13.500v1.500M2.500 13v3M21.500 13v3"/><circle cx="12" cy="4" r="1.200"/>`,
  settings: svg`<path d="M4 7h9M17 7h3M4 17h3M11 17h9"/><circle cx="15" cy="7" r="2.200"/><circle cx="9" cy="17" r="2.200"/>`,
  close: svg`<path d="m5 5 14 14M19 5 5 19"/>`,
  undo: svg`<path d="M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3"/>`,
  hint: svg`<path d="M9 18h6M10 21h4M12 3a6.500 6.500 0 0 0-4 11.600c.7.600 1 1.400 1 2.400h6c0-1 .3-1.800 1-2.400A6.500 6.500 0 0 0 12 3z"/>`,
  flag: svg`<path d="M6 21V4M6 4h11l-2.500 4L17 12H6"/>`,
  turn: svg`<path d="M20 12a8 8 0 1 1-2.500-5.800M20 3v4.500h-4.500"/>`,
  mirror: svg`<path d="M12 3v18M9 7 3 17h6zM15 7l6 10h-6z"/>`,
  flip: svg`<path d="M3 12h18M7 9l10-6v6zM7 15l10 6v-6z"/>`,
  next: svg`<path d="m9 5 7 7-7 7"/>`,
  back: svg`<path d="m15 5-7 7 7 7"/>`,
  first: svg`<path d="m18 5-7 7 7 7M7 5v14"/>`,
  last: svg`<path d="m6 5 7 7-7 7M17 5v14"/>`,
  more: svg`<circle cx="5" cy="12" r="1.300"/><circle cx="12" cy="12" r="1.300"/><circle cx="19" cy="12" r="1.300"/>`,
  again: svg`<path d="M4 12a8 8 0 1 0 2.500-5.800M4 3v4.500h4.500"/>`,
  people: svg`<circle cx="8" cy="8" r="3"/><circle cx="17" cy="9" r="2.500"/><path d="M2.500 20c.5-4 2.500-6 5.500-6s5 2 5.500 6M15.500 14.200c3-.5 5.300 1.300 6 4.800"/>`,
  computer: svg`<path d="M4 5h16v11H4zM9 20h6M12 16v4"/>`,
  edit: svg`<path d="M4 20v-4L16 4l4 4L8 20zM13 7l4 4"/>`,
  help: svg`<path d="M8.500 9a3.500 3.500 0 1 1 5 3.200c-1 .5-1.500 1.200-1.500 2.300M12 18.500v.1"/><circle cx="12" cy="12" r="9.500"/>`,
  link: svg`<path d="M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1-1"/>`,
  comment: svg`<path d="M4 5h16v11h-9l-5 4v-4H4z"/>`,
  bin: svg`<path d="M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13"/>`,
  up: svg`<path d="m5 12 7-7 7 7M12 5v15"/>`,
  star: svg`<path d="m12 3.500 2.600 5.600 6.100.7-4.500 4.200 1.200 6-5.400-3-5.400 3 1.200-6-4.500-4.200 6.100-.7z"/>`,
  copy: svg`<path d="M9 9h11v11H9zM5 15H4V4h11v1"/>`,
  sound: svg`<path d="M4 9v6h4l5 4V5L8 9zM16 9a4 4 0 0 1 0 6M18.500 6.500a8 8 0 0 1 0 11"/>`,
  silent: svg`<path d="M4 9v6h4l5 4V5L8 9zM16.500 9.500l5 5M21.500 9.500l-5 5"/>`,
  share: svg`<circle cx="6" cy="12" r="2.500"/><circle cx="17" cy="5.500" r="2.500"/><circle cx="17" cy="18.500" r="2.500"/><path d="m8.300 10.800 6.500-4M8.300 13.200l6.500 4"/>`,
  picture: svg`<path d="M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4"/><circle cx="15.500" cy="9" r="1.300"/>`,
  swap: svg`<path d="M5 8h13l-3.500-3.500M19 16H6l3.500 3.500"/>`,
  clock: svg`<circle cx="12" cy="12" r="8.500"/><path d="M12 7v5l3.500 2"/>`,
  plus: svg`<path d="M12 5v14M5 12h14"/>`,
  calendar: svg`<path d="M4 6h16v14H4zM4 10.500h16M8 3.500V7M16 3.500V7"/>`,
  history: svg`<path d="M4 12a8 8 0 1 0 2.500-5.800M4 3v4.500h4.500M12 8v4.500l3 2"/>`,
  flame: svg`<path d="M12 3c1 4 6 6 6 11a6 6 0 0 1-12 0c0-2 1-3.500 2-4.500 0 2 1 3 2 3 1.500-2 .500-5.500 2-9.500z"/>`,
  save: svg`<path d="M12 4v11M7 11l5 5 5-5M4 20h16"/>`,
} satisfies Record<string, SVGTemplateResult>;

export type Icon = keyof typeof paths;

/** An icon; it says nothing to a screen reader, since a text or a label stands beside it. */
export function icon(name: Icon): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${paths[name]}</svg>`;
}
