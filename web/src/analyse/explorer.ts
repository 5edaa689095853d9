/**
 * The opening explorer: which moves a position has, and how often they were played in the user's
 * own games. Moves that are mirror images of each other are one.
 */

import { historyText, playedGames, score, type PlayedGame } from '../play/history';
import { state as stateOf, type Game, type Move, type Side, type State } from '../rules';
import { formOf, type Pieces } from '../rules/forms';
import type { Subject } from './boards';

export interface Played {
  games: number;
  won: number;
  drawn: number;
  lost: number;
}

/** Moves that lead to the same, but for a symmetry of the board; the first stands for them. */
export interface Row {
  moves: string[];
  played: Played | null;
}

/** Plies of each game that are looked at: openings, and a little of what follows. */
const DEEP = 40;

/** A position as games go through it, without what a form does not tell. */
interface Place extends Pieces {
  turn: Side;
  captured: number;
}

export class Explorer {
  /** By the form of a position and that of the next one. */
  private readonly steps = new Map<string, Played>();
  /** How often each move was played as it is written, by step and move. */
  private readonly texts = new Map<string, number>();
  /** How many games there are of this board and these rules. */
  readonly games: number;
  /** The history that was read. */
  private readonly read = historyText();

  constructor(private readonly subject: Subject) {
    const same = playedGames().filter((game) => isOf(game, subject));
    this.games = same.length;
    const replay = new Replay(subject.game);
    const starts = new Map<string | undefined, State | null>();
    for (const game of same) {
      if (!starts.has(game.start)) starts.set(game.start, startOf(subject, game.start));
      const start = starts.get(game.start);
      if (start) this.add(game, replay.forms(start, game.moves.slice(0, DEEP)));
    }
  }

  /** Whether it is still right: for the same board and rules, and the same games. */
  fits({ name, captures }: Subject): boolean {
    const { subject, read } = this;
    return subject.name === name && subject.captures === captures && read === historyText();
  }

  private add(game: PlayedGame, forms: readonly string[]): void {
    const how = score(game);
    const steps = forms.slice(1).map((form, i) => `${forms[i]} ${form}`);
    // A game that comes to the same position again counts once.
    for (const step of new Set(steps)) {
      const played = this.steps.get(step) ?? { games: 0, won: 0, drawn: 0, lost: 0 };
      played.games += 1;
      if (how) played[how] += 1;
      this.steps.set(step, played);
    }
    steps.forEach((step, i) => {
      const text = `${step} ${game.moves[i]}`;
      this.texts.set(text, (this.texts.get(text) ?? 0) + 1);
    });
  }

  /**
   * The moves of a position: those that were played first, the most frequent before others; then
   * as they are ordered, such as by their value.
   */
  at(state: State, order: readonly string[] = []): Row[] {
    const { game } = this.subject;
    const before = placeForm(game, state);
    const rows = new Map<string, Row>();
    const place = (text: string) => {
      const at = order.indexOf(text);
      return at < 0 ? order.length : at;
    };
    const legal = [...state.legal].sort((a, b) => place(a.text) - place(b.text));
    for (const move of legal) {
      const step = `${before} ${placeForm(game, after(state, move))}`;
      const row = rows.get(step);
      if (row) row.moves.push(move.text);
      else rows.set(step, { moves: [move.text], played: this.steps.get(step) ?? null });
    }
    // Of mirror images the one that the player plays stands first.
    for (const [step, { moves, played }] of rows) {
      const times = (move: string) => this.texts.get(`${step} ${move}`) ?? 0;
      if (played) moves.sort((a, b) => times(b) - times(a));
    }
    return [...rows.values()].sort((a, b) => (b.played?.games ?? 0) - (a.played?.games ?? 0));
  }
}

function isOf(game: PlayedGame, { name, captures }: Subject): boolean {
  return game.game.name === name && game.game.captures === captures && !game.game.file;
}

function startOf({ ref }: Subject, start: string | undefined): State | null {
  try {
    return stateOf(ref, [], start);
  } catch {
    return null;
  }
}

function placeForm(game: Game, place: Place): string {
  return `${formOf(game, place)} ${place.turn} ${place.captured}`;
}

function after(place: Place, { from, to, over }: Pick<Move, 'from' | 'to' | 'over'>): Place {
  const moved = (points: readonly number[]) => [...points.filter((point) => point !== from), to];
  if (place.turn === 'goat') return { ...place, goats: moved(place.goats), turn: 'tiger' };
  return {
    tigers: moved(place.tigers),
    goats: place.goats.filter((point) => point !== over),
    turn: 'goat',
    captured: place.captured + (over === null ? 0 : 1),
  };
}

/** Follows moves by their texts: to ask the rules for every position of every game takes long. */
class Replay {
  private readonly points: Map<string, number>;
  /** The points that are jumped over, by from and to. */
  private readonly jumped = new Map<string, number>();

  constructor(private readonly game: Game) {
    this.points = new Map(game.points.map(({ name }, i) => [name, i]));
    for (const line of [...game.lines, ...game.diagonals]) {
      line.forEach((from, i) => {
        const [over, to] = [line[i + 1], line[i + 2]];
        if (over === undefined || to === undefined) return;
        this.jumped.set(`${from} ${to}`, over);
        this.jumped.set(`${to} ${from}`, over);
      });
    }
  }

  /** The forms of the position before the first move, and after each. */
  forms(start: State, moves: readonly string[]): string[] {
    let place: Place = start;
    const forms = [placeForm(this.game, place)];
    for (const text of moves) {
      const points = (text.match(/[A-Z]+\d+/g) ?? []).map((name) => this.points.get(name));
      const to = points.at(-1);
      const from = points.length > 1 ? points[0] : null;
      if (to === undefined || from === undefined) break;
      const between = this.jumped.get(`${from} ${to}`);
      const over = between !== undefined && place.goats.includes(between) ? between : null;
      place = after(place, { from, to, over: place.turn === 'tiger' ? over : null });
      forms.push(placeForm(this.game, place));
    }
    return forms;
  }
}
