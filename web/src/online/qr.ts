/** A QR code as a path of one SVG element. */

import encodeQR from 'qr';

export interface Code {
  /** How many modules it is wide and high, with the quiet zone around it. */
  size: number;
  path: string;
}

/** The quiet zone that readers expect. */
const BORDER = 4;

export function qrCode(text: string): Code {
  const rows = encodeQR(text, 'raw', { border: BORDER, ecc: 'medium' });
  const runs: string[] = [];
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      let end = x;
      while (row[end]) end++;
      runs.push(`M${x} ${y}h${end - x}v1h${x - end}z`);
      x = end;
    }
  });
  return { size: rows.length, path: runs.join('') };
}
