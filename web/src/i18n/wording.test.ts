/** How things are said: agreed phrases, one spelling for each word, plurals and digits. */

import { describe, expect, it } from 'vitest';
import { en } from './en';
import { PARTS } from './parts-for-tests';

type Language = 'en' | 'ne' | 'ta';

/** All texts of a language by their keys. */
const all = (language: Language): [string, string][] =>
  Object.values(PARTS).flatMap((texts) => Object.entries(texts[language]));

/** What people stumbled over, and what is said instead. */
const AGREED: Partial<Record<keyof typeof en, string>> = {
  'home.continue': 'Resume game',
  'reason.resigned.you': 'You resigned.',
  'reason.repetition': 'Draw by threefold repetition.',
  'home.analyse': 'Analyse any position',
  'home.explore': 'See how the games were solved',
  'settings.coordinates': 'Coordinates',
  'settings.animation': 'Animate moves',
};

/** Phrases that were replaced by better ones, and spellings of words that are spelt otherwise. */
const AVOIDED: Record<Language, RegExp[]> = {
  en: [
    /Go on with your game/,
    /A player gave up/,
    /stood for the third time/,
    /Pieces glide/,
    /No table at hand/,
    /out of reach/,
    /By its looks/,
    /a tiger never has to/,
    /captured in the end/,
    /\b[Cc]all(ed)? off\b/,
    /yours to decide/,
    /computed on this service/,
    /\b1 captures\b/,
    /any more\b/,
    /analyz/i,
    /\bemail\b/i,
    /\d %/,
    /Siam/,
  ],
  ne: [
    // लिङ्क, अङ्क, टुङ्गो, जित, महाजित, डाटा, चिह्न, कपी, बोर्ड, स्तर, अवस्था, पङ्क्ति
    /लिंक|अंक|टुंगो|जीत|महाविजय|डेटा|चिन्ह|प्रतिलिपि|पाटी|स्थिति|हरफ/,
    /(^|[\s“])तह/,
    // मूल्य: the value of a position or a move
    /सही मान|मान गुम/,
    // थुनिएको, मारिएको
    /खाएका|खान सकि/,
    // सोच्दै छ, आफैँ, सधैँ, औँला; नामबिना, सङ्ख्याअनुसार
    /दैछ|आफैं|सधैं|औंला| बिना| अनुसार/,
    /\d %|[०-९] %/,
  ],
  ta: [
    // ஆய்வு, மீளாய்வு, சமநிலை, மாபெரும் வெற்றி, மறு ஆட்டம், தரமதிப்பு, ஹாஷ், அடைபட்ட, தரப்பு, மட்டம்
    /அலசல்|மீள்பார்வை|பெருவெற்றி|மறுஆட்ட|மதிப்பீட்டு|ஹேஷ்|சிக்கிய/,
    /சமன்/,
    /நிலை \{level\}/,
    /பக்கம் மாற்றி|எந்தப் பக்கமும்/,
    /த்திற்கு/,
    /சவால் விடு/,
    /\} (மி\.)?வி\./,
    /\d %/,
  ],
};

it('the texts that people asked for are there', () => {
  expect(en).toMatchObject(AGREED);
  expect(en['about.rules.3']).toContain('One capture per turn, and capturing is optional.');
});

describe.each(['en', 'ne', 'ta'] as const)('in %s', (language) => {
  it('words have one spelling, and phrases that made people stumble are gone', () => {
    for (const [key, text] of all(language)) {
      for (const avoided of AVOIDED[language]) expect(text, key).not.toMatch(avoided);
    }
  });

  it('no text has two full stops, a space before one, two spaces, or spaces at its ends', () => {
    for (const [key, text] of all(language)) {
      expect(text, key).not.toMatch(/\.\.(?!\.)| [.,;।]|।।|। ।/);
      expect(text, key).toBe(text.replace(/  +/g, ' ').trim());
    }
  });

  it('what is counted has a text for one and a text for more', () => {
    const keys = new Set(all(language).map(([key]) => key));
    for (const key of keys) {
      const [, base, kaooa] = /^(.*)\.one(\.kaooa)?$/.exec(key) ?? [];
      if (base) expect([...keys], key).toContain(`${base}.other${kaooa ?? ''}`);
    }
  });
});

it('Nepali texts have Nepali digits, but for names of points and notations', () => {
  for (const [key, text] of all('ne')) {
    const plain = text.replace(/\{\w+\}/g, '').replace(/“[^”]*”|"[^"]*"/g, '');
    const words = plain.split(/[\s()×:,;।]+/).filter((word) => /^[\d.]+$/.test(word));
    expect(
      words.filter((word) => word !== '127.0.0.1' && word !== '2.0'),
      key,
    ).toEqual([]);
  }
});
