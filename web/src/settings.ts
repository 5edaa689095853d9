/** What the user has chosen for the whole app. */

import * as v from 'valibot';
import { keep, onOtherTab, recall, type Reads } from './store';

/** `auto` follows the system: paper by day, dark by night, high contrast where that is wanted. */
export const THEMES = ['auto', 'paper', 'slate', 'dark', 'contrast'] as const;
export type Theme = (typeof THEMES)[number];

export const LANGUAGES = ['en', 'ne', 'ta'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface Settings {
  language: Language;
  theme: Theme;
  /** Whether the names of the points are shown. */
  coordinates: boolean;
  /** Whether pieces glide; the system's wish for reduced motion counts before it. */
  animation: boolean;
  sound: boolean;
  /** Quarter turns of the board, clockwise. */
  rotation: number;
  mirrored: boolean;
}

function oneOf<T>(list: readonly T[], wanted: unknown): T | undefined {
  return list.find((item) => item === wanted);
}

function fromBrowser(): Language {
  const wanted = navigator.languages.map((tag) => oneOf(LANGUAGES, tag.slice(0, 2)));
  return wanted.find((language) => language !== undefined) ?? 'en';
}

const DEFAULTS: Settings = {
  language: fromBrowser(),
  theme: 'auto',
  coordinates: false,
  animation: true,
  sound: true,
  rotation: 0,
  mirrored: false,
};

const schema: Reads<Settings> = v.object({
  language: v.fallback(v.picklist(LANGUAGES), DEFAULTS.language),
  theme: v.fallback(v.picklist(THEMES), DEFAULTS.theme),
  coordinates: v.fallback(v.boolean(), DEFAULTS.coordinates),
  animation: v.fallback(v.boolean(), DEFAULTS.animation),
  sound: v.fallback(v.boolean(), DEFAULTS.sound),
  rotation: v.fallback(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(3)), 0),
  mirrored: v.fallback(v.boolean(), DEFAULTS.mirrored),
});

const NAME = 'settings';
const values: Settings = recall(NAME, schema) ?? { ...DEFAULTS };

/** The settings now. */
export const settings: Readonly<Settings> = values;

type Listener = (changed: Partial<Settings>) => void;
const listeners = new Set<Listener>();

/** Takes settings over, and tells those who listen what changed. */
function take(wanted: Partial<Settings>): void {
  Object.assign(values, wanted);
  listeners.forEach((listener) => listener(wanted));
}

/** Changes settings, keeps them, and tells those who listen. */
export function change(wanted: Partial<Settings>): void {
  // Another tab may have changed others of them since.
  keep(NAME, { ...values, ...recall(NAME, schema), ...wanted });
  take(wanted);
}

// What is chosen in one tab holds in all of them.
onOtherTab(NAME, () => {
  const stored = recall(NAME, schema) ?? DEFAULTS;
  const names = (Object.keys(stored) as (keyof Settings)[]).filter(
    (name) => stored[name] !== values[name],
  );
  if (names.length > 0) take(Object.fromEntries(names.map((name) => [name, stored[name]])));
});

/** Calls back whenever settings change. */
export function onChange(listener: Listener): void {
  listeners.add(listener);
}

const dark = matchMedia('(prefers-color-scheme: dark)');
const contrast = matchMedia('(prefers-contrast: more)');
for (const query of [dark, contrast]) {
  query.addEventListener('change', () => listeners.forEach((listener) => listener({})));
}

/** The theme that is shown now. `theme.js` decides the same before the first paint. */
export function shownTheme(): Exclude<Theme, 'auto'> {
  if (values.theme !== 'auto') return values.theme;
  if (contrast.matches) return 'contrast';
  return dark.matches ? 'dark' : 'paper';
}

const motion = matchMedia('(prefers-reduced-motion: reduce)');

/** Whether pieces may glide. */
export function animated(): boolean {
  return values.animation && !motion.matches;
}
