/** The pieces on the board: which of them moved, came or went, and how that looks. */

import type { Side } from '../rules/types';
import type { Layout, Spot } from './geometry';

const SVG = 'http://www.w3.org/2000/svg';

interface Piece {
  side: Side;
  point: number;
  element: SVGGElement;
}

interface Wanted {
  animals?: 'tiger-goat' | 'vulture-crow';
  tigers: readonly number[];
  goats: readonly number[];
  lastMove?: { from: number | null; to: number; over: number | null } | null | undefined;
}

const GLIDE = 230;
const LEAP = 360;

export class Herd {
  private pieces: Piece[] = [];
  private drawn: Record<Side, string> = { tiger: 'tiger', goat: 'goat' };

  constructor(private readonly layer: SVGGElement) {}

  /** The piece on a point. */
  at(point: number): { side: Side; element: SVGGElement } | undefined {
    return this.pieces.find((piece) => piece.point === point);
  }

  /** Removes all pieces at once. */
  clear(): void {
    this.pieces.forEach((piece) => piece.element.remove());
    this.pieces = [];
  }

  /** Makes the pieces stand as they should. */
  sync(wanted: Wanted, layout: Layout, animate: boolean): void {
    const bird = wanted.animals === 'vulture-crow';
    this.drawn = bird ? { tiger: 'vulture', goat: 'crow' } : { tiger: 'tiger', goat: 'goat' };
    const first = this.pieces.length === 0;
    const gone: Piece[] = [];
    const come: { side: Side; point: number }[] = [];
    for (const side of ['tiger', 'goat'] as const) {
      const points = side === 'tiger' ? wanted.tigers : wanted.goats;
      const there = this.pieces.filter((piece) => piece.side === side);
      gone.push(...there.filter((piece) => !points.includes(piece.point)));
      come.push(
        ...points
          .filter((point) => there.every((piece) => piece.point !== point))
          .map((point) => ({ side, point })),
      );
    }
    for (const { side, point } of come) {
      const mover = this.mover(gone, side, point, wanted);
      if (mover) {
        gone.splice(gone.indexOf(mover), 1);
        this.move(mover, point, layout, animate);
      } else {
        this.add(side, point, layout, animate && !first);
      }
    }
    for (const piece of gone) this.remove(piece, animate);
    // After a turn of the board all pieces have new places.
    for (const piece of this.pieces) this.settle(piece, layout);
  }

  /** Which of the pieces that are gone went to a point. */
  private mover(gone: Piece[], side: Side, point: number, wanted: Wanted): Piece | undefined {
    const same = gone.filter((piece) => piece.side === side);
    const last = wanted.lastMove;
    if (last && last.to === point && last.from !== null) {
      const mover = same.find((piece) => piece.point === last.from);
      if (mover) return mover;
    }
    // A step back in a game: a single piece that went from one point to another.
    return same.length === 1 ? same[0] : undefined;
  }

  private add(side: Side, point: number, layout: Layout, animate: boolean): void {
    const element = document.createElementNS(SVG, 'g');
    element.setAttribute('class', `piece ${side}`);
    element.innerHTML = `<ellipse class="shadow" cx="3" cy="${side === 'tiger' ? 32 : 36}" rx="${side === 'tiger' ? 38 : 24}" ry="11"/><use href="#piece-${this.drawn[side]}" x="-46" y="-46" width="92" height="92"/>`;
    element.style.setProperty('--size', layout.size.toFixed(3));
    this.layer.append(element);
    const piece: Piece = { side, point, element };
    this.pieces.push(piece);
    this.settle(piece, layout);
    if (animate) {
      const at = element.style.transform;
      element.animate(
        [
          { transform: `${at} translateY(-26px) scale(1.25)`, opacity: 0 },
          { transform: at, opacity: 1 },
        ],
        { duration: GLIDE, easing: 'cubic-bezier(.3,0,.4,1)' },
      );
    }
  }

  private move(piece: Piece, point: number, layout: Layout, animate: boolean): void {
    const { element } = piece;
    const from = element.style.transform;
    const start = layout.spots[piece.point];
    piece.point = point;
    const dragged = element.dataset.dragged !== undefined;
    delete element.dataset.dragged;
    this.settle(piece, layout);
    this.layer.append(element);
    const end = layout.spots[point];
    if (!animate || dragged || !start || !end) return;
    const to = element.style.transform;
    const far = Math.hypot(end.x - start.x, end.y - start.y) > 160;
    const half: Spot = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 - (far ? 24 : 0) };
    const middle = `translate(${half.x}px, ${half.y}px) scale(${far ? 1.22 : 1.05})`;
    element.animate([{ transform: from }, { transform: middle }, { transform: to }], {
      duration: far ? LEAP : GLIDE,
      easing: 'cubic-bezier(.3,0,.3,1)',
    });
  }

  private remove(piece: Piece, animate: boolean): void {
    this.pieces.splice(this.pieces.indexOf(piece), 1);
    const { element } = piece;
    if (!animate) return element.remove();
    const at = element.style.transform;
    const fall = element.animate(
      [
        { transform: at, opacity: 1, offset: 0 },
        { transform: at, opacity: 1, offset: 0.4 },
        { transform: `${at} translate(10px, 34px) rotate(70deg) scale(.6)`, opacity: 0, offset: 1 },
      ],
      { duration: 620, easing: 'ease-in' },
    );
    // The layer is emptied of it even if the page is hidden and nothing is drawn.
    fall.finished.then(
      () => element.remove(),
      () => element.remove(),
    );
  }

  private settle(piece: Piece, layout: Layout): void {
    const spot = layout.spots[piece.point];
    if (spot) piece.element.style.transform = `translate(${spot.x}px, ${spot.y}px)`;
  }

  /** Moves a piece with the pointer; without a place it goes back. */
  drag(point: number, place: Spot | null, layout: Layout): void {
    const piece = this.pieces.find((p) => p.point === point);
    if (!piece) return;
    if (place) {
      if (piece.element.dataset.dragged === undefined) this.layer.append(piece.element);
      piece.element.dataset.dragged = '';
      piece.element.style.transform = `translate(${place.x}px, ${place.y}px) scale(1.1)`;
    } else {
      delete piece.element.dataset.dragged;
      this.settle(piece, layout);
    }
  }
}
