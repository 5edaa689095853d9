/**
 * Words in the user's language.
 *
 * English is the model: its keys are the type of the other languages, so that a missing text does
 * not compile. `{name}` in a text is replaced by a value; numbers are written in the digits of
 * the language.
 */

import { LANGUAGES, settings, type Language } from '../settings';
import { en as common } from './en';
import { en as analyse } from '../analyse/texts/en';
import { en as learn } from '../learn/texts/en';
import { en as explore } from '../explore/texts/en';

/** English, with the texts that larger parts of the app keep with them. */
const en = {
  ...common,
  ...analyse,
  ...learn,
  ...explore,
};

export type Key = keyof typeof en;
/** What `ne.ts` and `ta.ts` hold. */
export type Texts = Record<keyof typeof common, string>;
type AllTexts = Record<Key, string>;
export { LANGUAGES, type Language };

/** The name of each language, in that language. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  ne: 'नेपाली',
  ta: 'தமிழ்',
};

const loaded: Partial<Record<Language, AllTexts>> = { en };
let texts: AllTexts = en;
let numbers = new Intl.NumberFormat('en');
let plurals = new Intl.PluralRules('en');

const loaders: Record<Language, () => Promise<AllTexts>> = {
  en: async () => en,
  ne: async () => ({
    ...(await import('./ne')).ne,
    ...(await import('../analyse/texts/ne')).ne,
    ...(await import('../learn/texts/ne')).ne,
    ...(await import('../explore/texts/ne')).ne,
  }),
  ta: async () => ({
    ...(await import('./ta')).ta,
    ...(await import('../analyse/texts/ta')).ta,
    ...(await import('../learn/texts/ta')).ta,
    ...(await import('../explore/texts/ta')).ta,
  }),
};

/** Loads the texts of a language and speaks it from now on. */
export async function speak(language: Language): Promise<void> {
  texts = loaded[language] ??= await loaders[language]();
  numbers = new Intl.NumberFormat(language);
  plurals = new Intl.PluralRules(language);
  document.documentElement.lang = language;
}

export type Values = Record<string, string | number>;

/** A text in the user's language. */
export function t(key: Key, values?: Values): string {
  const text = texts[key];
  if (!values) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? n(value) : value;
  });
}

/** A number in the digits of the user's language. */
export function n(value: number): string {
  return numbers.format(value);
}

type Counted = {
  [K in Key]: K extends `${infer Base}.one` ? Base : never;
}[Key];

/** A text that depends on a number: `key.one` or `key.other`, with `{count}` in it. */
export function count(base: Counted, value: number, values: Values = {}): string {
  const form = plurals.select(value) === 'one' ? 'one' : 'other';
  return t(`${base}.${form}` as Key, { ...values, count: value });
}

/** The language now. */
export function language(): Language {
  return settings.language;
}
