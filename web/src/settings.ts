/** What the user has chosen for the whole app. */

import { keep, recall } from './store';

export const THEMES = ['slate', 'paper', 'contrast'] as const;
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

const kept = recall<Partial<Settings>>('settings') ?? {};

function oneOf<T>(list: readonly T[], wanted: unknown): T | undefined {
  return list.find((item) => item === wanted);
}

function fromBrowser(): Language {
  const wanted = navigator.languages.map((tag) => oneOf(LANGUAGES, tag.slice(0, 2)));
  return wanted.find((language) => language !== undefined) ?? 'en';
}

const values: Settings = {
  language: oneOf(LANGUAGES, kept.language) ?? fromBrowser(),
  theme:
    oneOf(THEMES, kept.theme) ??
    (matchMedia('(prefers-contrast: more)').matches ? 'contrast' : 'slate'),
  coordinates: kept.coordinates ?? false,
  animation: kept.animation ?? true,
  sound: kept.sound ?? true,
  rotation: Number.isInteger(kept.rotation) ? (kept.rotation as number) & 3 : 0,
  mirrored: kept.mirrored ?? false,
};

/** The settings now. */
export const settings: Readonly<Settings> = values;

type Listener = (changed: Partial<Settings>) => void;
const listeners = new Set<Listener>();

/** Changes settings, keeps them, and tells those who listen. */
export function change(wanted: Partial<Settings>): void {
  Object.assign(values, wanted);
  keep('settings', values);
  listeners.forEach((listener) => listener(wanted));
}

/** Calls back whenever settings change. */
export function onChange(listener: Listener): void {
  listeners.add(listener);
}

const motion = matchMedia('(prefers-reduced-motion: reduce)');

/** Whether pieces may glide. */
export function animated(): boolean {
  return values.animation && !motion.matches;
}
