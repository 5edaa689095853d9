/**
 * Words in the user's language.
 *
 * English is the model: its keys are the type of the other languages, so that a missing text does
 * not compile. A page loads its texts in one language, beside its code: see `router.ts`. `{name}` in a text is replaced by a value; numbers are written in the digits of
 * the language.
 */

import { LANGUAGES, settings, type Language } from '../settings';

type Common = typeof import('./en').en;
type Analyse = typeof import('../analyse/texts/en').en;
type Learn = typeof import('../learn/texts/en').en;
type Explore = typeof import('../explore/texts/en').en;
type Online = typeof import('../online/texts/en').en;
type Bots = typeof import('../bots/texts/en').en;
type Rules = typeof import('../rules/texts/en').en;

export type Key = keyof (Common & Analyse & Learn & Explore & Online & Bots & Rules);
/** What `ne.ts` and `ta.ts` hold. */
export type Texts = Record<keyof Common, string>;
type SomeTexts = Partial<Record<Key, string>>;
export { LANGUAGES, type Language };

/** The name of each language, in that language. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  ne: 'नेपाली',
  ta: 'தமிழ்',
};

/** Larger parts of the app keep their texts with them, and bring them when they are opened. */
export type Part = 'common' | 'analyse' | 'learn' | 'explore' | 'online' | 'bots' | 'rules';

const loaders: Record<Part, Record<Language, () => Promise<SomeTexts>>> = {
  common: {
    en: async () => (await import('./en')).en,
    ne: async () => (await import('./ne')).ne,
    ta: async () => (await import('./ta')).ta,
  },
  analyse: {
    en: async () => (await import('../analyse/texts/en')).en,
    ne: async () => (await import('../analyse/texts/ne')).ne,
    ta: async () => (await import('../analyse/texts/ta')).ta,
  },
  learn: {
    en: async () => (await import('../learn/texts/en')).en,
    ne: async () => (await import('../learn/texts/ne')).ne,
    ta: async () => (await import('../learn/texts/ta')).ta,
  },
  explore: {
    en: async () => (await import('../explore/texts/en')).en,
    ne: async () => (await import('../explore/texts/ne')).ne,
    ta: async () => (await import('../explore/texts/ta')).ta,
  },
  online: {
    en: async () => (await import('../online/texts/en')).en,
    ne: async () => (await import('../online/texts/ne')).ne,
    ta: async () => (await import('../online/texts/ta')).ta,
  },
  bots: {
    en: async () => (await import('../bots/texts/en')).en,
    ne: async () => (await import('../bots/texts/ne')).ne,
    ta: async () => (await import('../bots/texts/ta')).ta,
  },
  rules: {
    en: async () => (await import('../rules/texts/en')).en,
    ne: async () => (await import('../rules/texts/ne')).ne,
    ta: async () => (await import('../rules/texts/ta')).ta,
  },
};

const loaded: Record<Language, Partial<Record<Part, SomeTexts>>> = {
  en: {},
  ne: {},
  ta: {},
};
const wanted = new Set<Part>(['common']);
let spoken: Language = 'en';
let texts: SomeTexts = {};
/**
 * The locales that write numbers, dates and plurals. Some browsers know no Nepali: there Hindi
 * writes the same digits.
 */
const LOCALES: Record<Language, string[]> = {
  en: ['en'],
  ne: ['ne-u-nu-deva', 'hi-u-nu-deva'],
  ta: ['ta'],
};

let numbers = new Intl.NumberFormat('en');
let plurals = new Intl.PluralRules('en');

async function fetchTexts(language: Language, parts: Iterable<Part>): Promise<void> {
  const load = async (part: Part) => {
    loaded[language][part] ??= await loaders[part][language]();
  };
  await Promise.all([...parts].map(load));
  texts = Object.assign({}, ...Object.values(loaded[spoken])) as SomeTexts;
}

/** Loads the texts of a language and speaks it from now on. */
export async function speak(language: Language): Promise<void> {
  await fetchTexts(language, wanted);
  // Another may have been chosen meanwhile.
  if (language !== settings.language) return;
  spoken = language;
  await fetchTexts(language, wanted);
  numbers = new Intl.NumberFormat(LOCALES[language]);
  plurals = new Intl.PluralRules(LOCALES[language]);
  document.documentElement.lang = language;
}

/** The language of the texts that are shown, also while those of another one are on their way. */
export function spokenLanguage(): Language {
  return spoken;
}

/** Loads the texts of a part of the app, in whatever language is chosen. */
export async function want(part: Part): Promise<void> {
  wanted.add(part);
  await fetchTexts(settings.language, [part]);
}

export type Values = Record<string, string | number>;

/** Whether there is such a text, in the parts that are loaded. */
export function isText(key: string): key is Key {
  return Object.hasOwn(texts, key);
}

/** A text in the user's language. */
export function t(key: Key, values?: Values): string {
  const text = texts[key] ?? key;
  if (!values) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? n(value) : value;
  });
}

/** A day in the user's language: short, and with the year only where it is another one. */
export function date(milliseconds: number): string {
  const when = new Date(milliseconds);
  const year = when.getFullYear() === new Date().getFullYear() ? {} : { year: 'numeric' as const };
  // Names of months in another language would be worse than numbers.
  const month = settings.language === 'ne' ? ('numeric' as const) : ('short' as const);
  return when.toLocaleDateString(LOCALES[settings.language], { day: 'numeric', month, ...year });
}

/** A number with a limited number of decimals. */
export function decimal(value: number, digits: number): string {
  const options = { maximumFractionDigits: digits };
  return new Intl.NumberFormat(LOCALES[settings.language], options).format(value);
}

/** A share of one as a percentage in the user's language. */
export function percent(share: number, digits = 0): string {
  const options = { style: 'percent' as const, maximumFractionDigits: digits };
  return new Intl.NumberFormat(LOCALES[settings.language], options).format(share);
}

/** How much of something is done: 100% only at the end. */
export function done(share: number): string {
  return percent(Math.floor(100 * share) / 100);
}

/** An accuracy as a percentage; 100% is kept for games without a mistake. */
export function accuracy(share: number): string {
  return percent(share < 1 ? Math.min(share, 0.99) : 1);
}

/** A number in the digits of the user's language. */
export function n(value: number): string {
  return numbers.format(value);
}

/** A text with its digits in those of the user's language. */
export function digits(text: string): string {
  return text.replace(/\d/g, (digit) => n(Number(digit)));
}

export type Counted = {
  [K in Key]: K extends `${infer Base}.one` ? Base : never;
}[Key];

/** Which of two texts a number takes in the user's language. */
export function plural(value: number): 'one' | 'other' {
  return plurals.select(value) === 'one' ? 'one' : 'other';
}

/** A text that depends on a number: `key.one` or `key.other`, with `{count}` in it. */
export function count(base: Counted, value: number, values: Values = {}): string {
  return t(`${base}.${plural(value)}` as Key, { ...values, count: value });
}

/** The language now. */
export function language(): Language {
  return settings.language;
}
