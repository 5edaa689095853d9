/** The opening explorer: how often moves were played in the user's own games, by position. */

import { playedGames, score, type PlayedGame } from '../play/history';
import { state as stateOf } from '../rules';
import type { Subject } from './boards';
import { keyOf } from './values';

export interface Played {
  games: number;
  won: number;
  drawn: number;
  lost: number;
}

/** Plies of each game that are looked at: openings, and a little of what follows. */
const DEEP = 40;

export class Explorer {
  /** By position and move. */
  private readonly moves = new Map<string, Map<string, Played>>();
  /** How many games there are of this board and these rules. */
  readonly games: number;

  constructor(subject: Subject) {
    const same = playedGames().filter((game) => isOf(game, subject));
    this.games = same.length;
    for (const game of same) this.add(game, subject);
  }

  private add(game: PlayedGame, subject: Subject): void {
    let positions: string[];
    try {
      const moves = game.moves.slice(0, DEEP);
      positions = stateOf(subject.ref, moves, game.start).positions;
    } catch {
      return;
    }
    const how = score(game);
    game.moves.slice(0, DEEP).forEach((move, i) => {
      const key = keyOf(positions[i] ?? '');
      const here = this.moves.get(key) ?? new Map<string, Played>();
      const played = here.get(move) ?? { games: 0, won: 0, drawn: 0, lost: 0 };
      played.games += 1;
      if (how) played[how] += 1;
      here.set(move, played);
      this.moves.set(key, here);
    });
  }

  /** What was played in a position, the most frequent first. */
  at(position: string): [string, Played][] {
    return [...(this.moves.get(keyOf(position)) ?? [])].sort((a, b) => b[1].games - a[1].games);
  }
}

function isOf(game: PlayedGame, { name, captures }: Subject): boolean {
  return game.game.name === name && game.game.captures === captures && !game.game.file;
}
