/** A board for a page: the position of a game, in the user's words and settings. */

import { html, nothing, type TemplateResult } from 'lit-html';
import type { Arrow, BoardConfig, Drawing, Mark, PointState } from '../board/config';
import { layout } from '../board/geometry';
import { isText, t } from '../i18n';
import type { Game, Move, State } from '../rules';
import { animated, change, settings } from '../settings';
import { item, popup } from './popup';
import { animals, say } from './words';

export interface BoardOptions {
  /** Called when the user makes one of `moves`. */
  play?: (move: Move) => void;
  /** The moves that the user may make: all legal ones if left out and `play` is given. */
  moves?: readonly Move[];
  marks?: readonly Mark[];
  arrows?: readonly Arrow[];
  /** Called with a point that is clicked, instead of moves: the board is edited. */
  edit?: (point: number) => void;
  /** Called with what the user draws by right click or long press. */
  draw?: (drawing: Drawing) => void;
  /** Overrides the user's settings, for pictures. */
  coordinates?: boolean;
  animate?: boolean;
  /** Whether the board is shown as its file draws it, however the user has turned it. */
  straight?: boolean;
  /** What lies over the board, such as the result of a game. */
  over?: TemplateResult | typeof nothing;
}

/** The name of a game; a board file brings its own. */
export function gameTitle(game: { name: string; title?: string }): string {
  const key = `game.${game.name}`;
  return isText(key) ? t(key) : (game.title ?? game.name);
}

function describe(game: Game, point: number, state: PointState): string {
  const name = game.points[point]?.name ?? '';
  const what = state.trapped
    ? say(game, 'board.point.trapped', { point: name })
    : say(game, `board.point.${state.piece ?? 'empty'}`, { point: name });
  if (state.selected) return t('board.point.selected', { what });
  if (state.target) return t(`board.point.${state.target}`, { what });
  return state.movable ? t('board.point.movable', { what }) : what;
}

/** The board element, in a frame that has its size before it is drawn. */
export function board(
  game: Game,
  state: Pick<State, 'tigers' | 'goats' | 'legal' | 'last_move' | 'trapped'>,
  options: BoardOptions = {},
): TemplateResult {
  const view = options.straight
    ? { rotation: 0, mirrored: false }
    : { rotation: settings.rotation, mirrored: settings.mirrored };
  const { width, height } = layout(game, view);
  const config: BoardConfig = {
    board: game,
    animals: animals(game),
    tigers: state.tigers,
    goats: state.goats,
    moves: options.moves ?? (options.play ? state.legal : []),
    lastMove: state.last_move,
    trapped: state.trapped,
    marks: options.marks ?? [],
    arrows: options.arrows ?? [],
    view,
    coordinates: options.coordinates ?? settings.coordinates,
    animate: options.animate ?? animated(),
    editing: options.edit !== undefined,
    drawable: options.draw !== undefined,
    label: t('board.label', { game: gameTitle(game) }),
    describe: (point, at) => describe(game, point, at),
  };
  return html`<div class="stage" style="--wide: ${width / height}; --ratio: ${width} / ${height}">
    <bagh-board
      .config=${config}
      @board-move=${(event: CustomEvent<Move>) => options.play?.(event.detail)}
      @board-draw=${(event: CustomEvent<Drawing>) => options.draw?.(event.detail)}
      @board-point=${(event: CustomEvent<number>) => options.edit?.(event.detail)}
    ></bagh-board>
    ${options.over ?? nothing}
  </div>`;
}

/** Ways to turn and mirror the board, behind one button. */
export function viewMenu(): TemplateResult {
  return popup(t('board.view'), 'turn', viewItems());
}

export function viewItems(): TemplateResult {
  return html`
    ${item('turn', t('board.rotate'), () => change({ rotation: (settings.rotation + 1) & 3 }))}
    ${item('flip', t('board.flip'), () => change({ rotation: (settings.rotation + 2) & 3 }))}
    ${item('mirror', t('board.mirror'), () => change({ mirrored: !settings.mirrored }))}
  `;
}

/** A move in words. */
export function moveInWords(game: Game, move: Move, side: 'tiger' | 'goat'): string {
  const name = (point: number | null) => (point === null ? '' : (game.points[point]?.name ?? ''));
  const values = { from: name(move.from), to: name(move.to), over: name(move.over) };
  if (move.from === null) return say(game, `move.place.${side}`, values);
  if (move.over !== null) return say(game, 'move.jump', values);
  return say(game, `move.slide.${side}`, values);
}
