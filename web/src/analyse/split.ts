/** A text that may hold many things: where one ends and the next begins. It knows no rules. */

const RESULTS = ['tiger-win', 'goat-win', 'draw', '*'];

/** Whether a line looks like a position rather than like moves or tags. */
export function looksLikePosition(line: string): boolean {
  // Rows with slashes, a string of GamesCrafters, or rows without slashes before a turn.
  return /^\s*([TGBX\d]+\/)+[TGBX\d]+(\s|$)/i.test(line) || /^\s*[12]_[TG-]+\d{4}\s*$/i.test(line);
}

/**
 * The records in a text, one after the other: each ends with its result, or where the tags of the
 * next one begin. Comments and the texts of tags may hold anything.
 */
export function splitRecords(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let i = 0;
  let moves = false;
  const cut = (end: number) => {
    const part = text.slice(start, end).trim();
    if (part) parts.push(part);
    start = end;
    moves = false;
  };
  /** Just after the closing character, with backslashes that escape. */
  const after = (from: number, closing: string) => {
    let at = from;
    while (at < text.length && text[at] !== closing) at += text[at] === '\\' ? 2 : 1;
    return Math.min(at + 1, text.length);
  };
  while (i < text.length) {
    const c = text[i] ?? '';
    if (c === '{') i = after(i + 1, '}');
    else if (c === '"') i = after(i + 1, '"');
    else if (c === '[' && moves) cut(i);
    else if (/[\s[\]()]/.test(c)) i++;
    else {
      const word = /^[^\s()[\]{}"]+/.exec(text.slice(i, i + 100))?.[0] ?? c;
      const tag = /\[\s*$/.test(text.slice(start, i));
      i += word.length;
      if (!tag) moves = true;
      if (RESULTS.includes(word)) cut(i);
    }
  }
  cut(text.length);
  return parts;
}
