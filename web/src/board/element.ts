/**
 * `<bagh-board>`: any board from its data, by mouse, touch and keyboard.
 *
 * It is told everything through `config` (or `set(config)`) and answers with two events:
 * `board-move`, whose detail is one of the moves handed in, and `board-point` while editing, whose
 * detail is the index of the point. Where the board is `drawable`, a right click or a long press
 * draws, and `board-draw` has the two points.
 */

import type { Move } from '../rules/types';
import type { BoardConfig, Drawing, PointState } from './config';
import { isDirection, layout, nearestPoint, neighbour, type Layout, type Spot } from './geometry';
import { ground } from './ground';
import { Herd } from './herd';
import { arrows, lastMove, marks, targets } from './marks';
import { drawPieces } from './pieces';

const SVG = 'http://www.w3.org/2000/svg';
const STRAIGHT = { rotation: 0, mirrored: false };
/** How far a pointer goes before it drags, in pixels. */
const DRAG = 6;
/** How long a finger rests before it draws, in milliseconds. */
const REST = 500;

interface Press {
  pointer: number;
  point: number;
  x: number;
  y: number;
  dragging: boolean;
  /** Whether the piece was chosen before, so that a second click lets it go. */
  again: boolean;
}

export class BoardElement extends HTMLElement {
  private current: BoardConfig | undefined;
  private layout: Layout = { spots: [], width: 1, height: 1, zoom: 1, size: 1 };
  private drawn = '';
  private animals: BoardConfig['animals'];
  private selected: number | null = null;
  private focused = 0;
  private press: Press | null = null;
  /** Whether a finger has come down on a point. */
  private tapped = false;
  /** Where a drawing begins, and which pointer draws it. */
  private pen: { pointer: number; point: number; over: number | undefined } | null = null;
  private resting: ReturnType<typeof setTimeout> | undefined;
  private readonly svg = document.createElementNS(SVG, 'svg');
  private readonly layers: Record<'ground' | 'under' | 'pieces' | 'over' | 'points', SVGGElement>;
  private readonly herd: Herd;

  constructor() {
    super();
    const layer = (name: string) => {
      const g = document.createElementNS(SVG, 'g');
      g.setAttribute('class', name);
      if (name !== 'points') g.setAttribute('aria-hidden', 'true');
      this.svg.append(g);
      return g;
    };
    this.layers = {
      ground: layer('ground'),
      under: layer('under'),
      pieces: layer('pieces'),
      over: layer('over'),
      points: layer('points'),
    };
    this.herd = new Herd(this.layers.pieces);
    this.svg.setAttribute('role', 'group');
    this.svg.addEventListener('pointerdown', (event) => this.down(event));
    this.svg.addEventListener('pointermove', (event) => this.moved(event));
    this.svg.addEventListener('pointerup', (event) => this.up(event));
    this.svg.addEventListener('pointercancel', () => this.letGo());
    this.svg.addEventListener('contextmenu', (event) => {
      if (this.current?.drawable) event.preventDefault();
    });
    // A finger that is on a point drags or draws; browsers do not heed `touch-action` on every part
    // of a drawing, and would scroll. Beside the points the page scrolls.
    this.svg.addEventListener(
      'touchmove',
      (event) => {
        if ((this.press || this.pen) && event.cancelable) event.preventDefault();
      },
      { passive: false },
    );
    // The click that follows a tap would hit what has come under the finger since, such as a button
    // of the result that the tap brought about.
    this.svg.addEventListener('touchend', (event) => {
      if (this.tapped && event.cancelable) event.preventDefault();
      this.tapped = false;
    });
    this.svg.addEventListener('keydown', (event) => this.key(event));
    this.svg.addEventListener('focusin', (event) => {
      const index = this.indexOf(event.target as Element);
      if (index !== undefined) this.focused = index;
    });
  }

  connectedCallback(): void {
    drawPieces();
    if (!this.svg.isConnected) this.append(this.svg);
  }

  get config(): BoardConfig | undefined {
    return this.current;
  }

  set config(config: BoardConfig | undefined) {
    if (config) this.set(config);
  }

  /** Shows this, and only what changed is drawn again. */
  set(config: BoardConfig): void {
    const before = this.current;
    this.current = config;
    const view = config.view ?? STRAIGHT;
    if (this.animals !== config.animals) {
      // The same element may show another game.
      this.animals = config.animals;
      this.herd.clear();
    }
    const key = JSON.stringify([config.board.name, config.board.points, config.board.lines, view]);
    const names = Boolean(config.coordinates);
    if (this.drawn !== `${key}${names}`) {
      this.drawn = `${key}${names}`;
      this.layout = layout(config.board, view);
      this.redraw(config);
    }
    this.svg.setAttribute('aria-label', config.label);
    if (this.selected !== null && !this.movable(this.selected)) this.selected = null;
    // What was pressed in another position is not meant for this one.
    if (!this.press?.dragging && !(before && samePosition(before, config))) this.press = null;
    this.herd.sync(config, this.layout, config.animate ?? true);
    this.refresh();
  }

  /** Lets go of the piece that is chosen. */
  deselect(): void {
    this.selected = null;
    this.refresh();
  }

  private redraw(config: BoardConfig): void {
    const { width, height, spots } = this.layout;
    this.svg.setAttribute('viewBox', `0 0 ${Math.round(width)} ${Math.round(height)}`);
    this.style.setProperty('--zoom', this.layout.zoom.toFixed(3));
    this.style.setProperty('--ratio', `${Math.round(width)} / ${Math.round(height)}`);
    this.layers.ground.innerHTML = ground(config, this.layout);
    this.layers.points.innerHTML = spots
      .map(
        (s, i) =>
          `<g class="point" role="button" data-point="${i}"><circle class="halo" cx="${s.x}" cy="${s.y}" r="46"/><circle class="hit" cx="${s.x}" cy="${s.y}" r="49"/></g>`,
      )
      .join('');
    if (this.focused >= spots.length) this.focused = 0;
  }

  /** Draws what depends on the choice of the user. */
  private refresh(): void {
    const config = this.current;
    if (!config) return;
    const to =
      this.selected === null
        ? config.moves.filter((m) => m.from === null)
        : this.from(this.selected);
    this.layers.under.innerHTML = lastMove(this.layout, config.lastMove);
    this.layers.over.innerHTML =
      targets(this.layout, this.selected, unmarked(to, config)) +
      arrows(this.layout, config.arrows ?? []) +
      marks(this.layout, config.marks ?? []) +
      this.sketch();
    for (const element of this.layers.points.children) this.name(element, config, to);
    for (const point of [...config.tigers, ...config.goats]) {
      const element = this.herd.at(point)?.element;
      element?.classList.toggle('trapped', config.trapped?.includes(point) ?? false);
      element?.classList.toggle('movable', this.movable(point));
    }
  }

  /** What is being drawn, so that it is seen before the pointer is let go. */
  private sketch(): string {
    if (!this.pen) return '';
    const { point: from, over: to } = this.pen;
    if (to === undefined) return '';
    return from === to
      ? marks(this.layout, [{ point: from, kind: 'circle', soft: true }])
      : arrows(this.layout, [{ from, to, kind: 'circle', soft: true }]);
  }

  private name(element: Element, config: BoardConfig, to: readonly Move[]): void {
    const point = this.indexOf(element) ?? 0;
    const target = to.find((move) => move.to === point);
    const state: PointState = {
      piece: config.tigers.includes(point) ? 'tiger' : config.goats.includes(point) ? 'goat' : null,
      trapped: config.trapped?.includes(point) ?? false,
      movable: this.movable(point),
      selected: point === this.selected,
      target: !target
        ? null
        : target.over !== null
          ? 'capture'
          : target.from === null
            ? 'place'
            : 'to',
    };
    const acts = state.movable || state.target !== null || Boolean(config.editing);
    element.setAttribute('aria-label', config.describe(point, state));
    element.setAttribute('aria-disabled', String(!acts));
    element.classList.toggle('acts', acts);
    element.setAttribute('tabindex', point === this.focused ? '0' : '-1');
  }

  private indexOf(element: Element): number | undefined {
    const text = element.closest<SVGGElement>('.point')?.dataset.point;
    return text === undefined ? undefined : Number(text);
  }

  private from(point: number): Move[] {
    return this.current?.moves.filter((move) => move.from === point) ?? [];
  }

  private movable(point: number): boolean {
    return this.current?.moves.some((move) => move.from === point) ?? false;
  }

  /** The move to a point, of the piece that is chosen or in hand. A capture counts first. */
  private moveTo(point: number): Move | undefined {
    const fitting = this.current?.moves.filter(
      (move) => move.from === this.selected && move.to === point,
    );
    return fitting?.find((move) => move.over !== null) ?? fitting?.[0];
  }

  private play(move: Move): void {
    this.selected = null;
    this.press = null;
    this.dispatchEvent(new CustomEvent('board-move', { detail: move, bubbles: true }));
  }

  /** What a click or the Enter key does. */
  private activate(point: number): void {
    if (this.current?.editing) {
      this.dispatchEvent(new CustomEvent('board-point', { detail: point, bubbles: true }));
      return;
    }
    const move = this.moveTo(point);
    if (move) return this.play(move);
    this.selected = this.movable(point) && this.selected !== point ? point : null;
    this.refresh();
  }

  private key(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { key } = event;
    if (isDirection(key)) this.focusPoint(neighbour(this.layout.spots, this.focused, key));
    else if (key === 'Home') this.focusPoint(0);
    else if (key === 'End') this.focusPoint(this.layout.spots.length - 1);
    else if (key === 'Enter' || key === ' ') this.activate(this.focused);
    else if (key === 'Escape' && this.selected !== null) this.deselect();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Puts the focus on a point. */
  focusPoint(point: number): void {
    const all = this.layers.points.children;
    all[this.focused]?.setAttribute('tabindex', '-1');
    this.focused = point;
    const element = all[point] as SVGGElement | undefined;
    element?.setAttribute('tabindex', '0');
    element?.focus();
  }

  private place(event: PointerEvent): Spot {
    const box = this.svg.getBoundingClientRect();
    return {
      x: ((event.clientX - box.left) / box.width) * this.layout.width,
      y: ((event.clientY - box.top) / box.height) * this.layout.height,
    };
  }

  private down(event: PointerEvent): void {
    const point = nearestPoint(this.layout.spots, this.place(event));
    if (event.button === 2 && this.current?.drawable && point !== undefined) {
      this.takePen(event, point);
      return;
    }
    if (event.button !== 0 || this.press) return;
    if (this.current?.drawable && event.pointerType === 'touch' && point !== undefined) {
      clearTimeout(this.resting);
      this.resting = setTimeout(() => {
        if (!this.press || this.press.dragging) return;
        this.letGo();
        this.selected = null;
        this.takePen(event, point);
      }, REST);
    }
    if (point === undefined) {
      if (this.selected !== null) this.deselect();
      return;
    }
    this.focused = point;
    this.tapped = event.pointerType === 'touch';
    const again = this.selected === point;
    if (this.movable(point) && !this.current?.editing) {
      this.selected = point;
      this.refresh();
    }
    this.press = {
      pointer: event.pointerId,
      point,
      x: event.clientX,
      y: event.clientY,
      dragging: false,
      again,
    };
    this.capture(event);
  }

  /** A test's pointer, or one that has just left, cannot be captured: then it is not dragged. */
  private capture(event: PointerEvent): void {
    if (this.svg.setPointerCapture && event.isTrusted) this.svg.setPointerCapture(event.pointerId);
  }

  private takePen(event: PointerEvent, point: number): void {
    this.pen = { pointer: event.pointerId, point, over: point };
    // A finger is captured already, and may be gone by now.
    if (event.pointerType !== 'touch') this.capture(event);
    this.refresh();
  }

  private moved(event: PointerEvent): void {
    const { press, pen } = this;
    if (pen && pen.pointer === event.pointerId) {
      const over = nearestPoint(this.layout.spots, this.place(event));
      if (over === pen.over) return;
      pen.over = over;
      this.refresh();
      return;
    }
    if (!press || event.pointerId !== press.pointer) return;
    if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAG) {
      clearTimeout(this.resting);
    }
    const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAG;
    if (!press.dragging && !(far && this.selected === press.point)) return;
    press.dragging = true;
    this.classList.add('dragging');
    this.herd.drag(press.point, this.place(event), this.layout);
  }

  private up(event: PointerEvent): void {
    clearTimeout(this.resting);
    const { pen } = this;
    if (pen && pen.pointer === event.pointerId) {
      this.pen = null;
      const to = nearestPoint(this.layout.spots, this.place(event));
      this.refresh();
      if (to === undefined) return;
      const detail: Drawing = { from: pen.point, to };
      this.dispatchEvent(new CustomEvent('board-draw', { detail, bubbles: true }));
      return;
    }
    const press = this.press;
    if (!press || event.pointerId !== press.pointer) return;
    const point = nearestPoint(this.layout.spots, this.place(event));
    this.classList.remove('dragging');
    this.press = null;
    if (press.dragging) {
      const move = point === undefined ? undefined : this.moveTo(point);
      if (move) return this.play(move);
      this.herd.drag(press.point, null, this.layout);
      return;
    }
    // A finger that slid off the point did not mean it.
    if (point !== press.point) return;
    if (this.movable(point) && !this.current?.editing) {
      // Chosen on the way down already.
      if (press.again) this.deselect();
      return;
    }
    this.activate(point);
  }

  private letGo(): void {
    clearTimeout(this.resting);
    if (this.pen) {
      this.pen = null;
      this.refresh();
    }
    if (this.press?.dragging) this.herd.drag(this.press.point, null, this.layout);
    this.classList.remove('dragging');
    this.press = null;
  }
}

/** Whether two configurations show the same position, with the same moves to make. */
function samePosition(a: BoardConfig, b: BoardConfig): boolean {
  const key = ({ board, tigers, goats, moves, view }: BoardConfig) =>
    JSON.stringify([board.name, tigers, goats, moves, view]);
  return key(a) === key(b);
}

/** Where a value stands, the dot that says a piece may be placed there would shine through. */
function unmarked(to: readonly Move[], config: BoardConfig): readonly Move[] {
  return to.filter(
    (move) => move.from !== null || !config.marks?.some((mark) => mark.point === move.to),
  );
}

customElements.define('bagh-board', BoardElement);

declare global {
  interface HTMLElementTagNameMap {
    'bagh-board': BoardElement;
  }
  interface HTMLElementEventMap {
    'board-move': CustomEvent<Move>;
    'board-point': CustomEvent<number>;
    'board-draw': CustomEvent<Drawing>;
  }
}
