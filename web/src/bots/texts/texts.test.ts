import { expect, it } from 'vitest';
import { en } from './en';
import { ne } from './ne';
import { ta } from './ta';

const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1]).sort();

for (const [language, texts] of Object.entries({ ne, ta })) {
  it(`the texts in ${language} say the same with the same values`, () => {
    for (const [key, text] of Object.entries(en)) {
      const other = texts[key as keyof typeof en];
      expect(holes(other), key).toEqual(holes(text));
      expect(other.trim(), key).not.toBe('');
      expect(other, key).not.toBe(text);
    }
  });
}
