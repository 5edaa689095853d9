/** Random positions of Bagh Chal for the scripts that measure: the same for the same seed. */

export const GOATS = 20;
const POINTS = 25;
const TIGERS = 4;
const CAPTURES = 5;

/** Draws positions, from a seed on. */
export class Positions {
  #seed;

  constructor(seed) {
    this.#seed = seed;
  }

  /** A whole number below a bound. */
  below(bound) {
    this.#seed = (Math.imul(this.#seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#seed / 2 ** 32) * bound);
  }

  /**
   * A position after some placements, with `t` or `g` to move: each herd is as likely as any other.
   */
  draw(placed, turn) {
    const captured = [...Array(Math.min(CAPTURES, placed)).keys()];
    const all = captured.reduce((sum, c) => sum + herds(placed - c), 0);
    let rest = (this.below(2 ** 30) / 2 ** 30) * all;
    const gone = captured.find((c) => (rest -= herds(placed - c)) < 0) ?? 0;
    const points = Array(POINTS).fill('1');
    const free = [...points.keys()];
    const put = (piece) => (points[free.splice(this.below(free.length), 1)[0]] = piece);
    for (let i = 0; i < TIGERS; i++) put('T');
    for (let i = 0; i < placed - gone; i++) put('G');
    const rows = [0, 5, 10, 15, 20].map((row) => points.slice(row, row + 5).join(''));
    const text = rows.map((row) => row.replace(/1+/g, (run) => run.length)).join('/');
    return `${text} ${turn} g${GOATS - placed} c${gone} - -`;
  }
}

/** Herds of this many goats. */
function herds(goats) {
  const free = POINTS - TIGERS;
  let all = 1;
  for (let i = 0; i < goats; i++) all *= (free - i) / (i + 1);
  return all;
}
