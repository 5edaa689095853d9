import { expect, it } from 'vitest';
import { decode, encode } from './base64url';

it('writes bytes as base64url and reads them back', () => {
  for (let length = 0; length < 40; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 89 + 251) % 256);
    const text = encode(bytes.buffer);
    expect(text).toMatch(/^[\w-]*$/);
    expect([...decode(text)]).toEqual([...bytes]);
  }
  expect(encode(Uint8Array.of(0xfb, 0xff, 0xfe).buffer)).toBe('-__-');
});
