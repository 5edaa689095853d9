import decodeQR from 'qr/decode.js';
import { expect, it } from 'vitest';
import { qrCode } from './qr';

it('a code is read back as the text it was made of', () => {
  const link = 'https://bagh.example.org/online/c/aB3dE5gH7k';
  const { size, path } = qrCode(link);
  const scale = 4;
  const [width, height] = [size * scale, size * scale];
  const data = new Uint8Array(width * height * 3).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++) {
      const from = (row * width + Number(x) * scale) * 3;
      data.fill(0, from, from + Number(length) * scale * 3);
    }
  }
  expect(decodeQR({ width, height, data })).toBe(link);
});
