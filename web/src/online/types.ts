/** What the service says and takes in online play: see `docs/ONLINE.md`. */

import type { Outcome, Reason, Side } from '../rules';

export type TimeControl =
  | { type: 'unlimited' }
  | { type: 'increment'; base: number; increment: number }
  | { type: 'days'; days: number };

export interface Terms {
  game: string;
  captures?: number;
  time: TimeControl;
  rated: boolean;
}

export interface Player {
  id: string;
  name: string | null;
  guest?: boolean;
  bot?: boolean;
  /** In the game and on the side that is played, where it rests on any game. */
  rating?: number;
  provisional?: boolean;
  deleted?: boolean;
}

export type Players = Record<Side, Player | null>;

export type EndReason = Reason | 'timeout' | 'abandonment' | 'length' | 'aborted';

/** How a game ended. One that was aborted has no outcome. */
export interface Ending {
  outcome: Outcome | null;
  reason: EndReason;
}

/** What either side had left when the running clock was started at `since`. */
export interface Clocks extends Record<Side, number> {
  running: Side | null;
  since: number;
}

export interface Away {
  side: Side;
  since: number;
  /** From when on the opponent can claim the game, where that is possible. */
  claimable?: number;
}

/** The state of a game after an event: all that is shown, and all that the next event needs. */
export interface Snapshot {
  number: number;
  at: number;
  setup: Terms;
  seats: Partial<Record<Side, string>>;
  match?: { first?: string };
  position: string;
  moves: string[];
  ply: number;
  turn: Side;
  turn_since: number;
  furthest: number;
  credited?: number;
  clocks?: Clocks;
  deadline?: number;
  draw_offer?: Side;
  takeback?: Side;
  absent?: Away[];
  ending?: Ending;
}

export const PHRASES = [
  'hello',
  'good-luck',
  'well-played',
  'nice-move',
  'oops',
  'thinking',
  'back-soon',
  'bad-connection',
  'thanks',
  'sorry',
  'good-game',
  'play-again',
  'goodbye',
] as const;
export type Phrase = (typeof PHRASES)[number];

export type GameEvent = { number: number; at: number } & (
  | { type: 'created'; setup: Terms; seats: Snapshot['seats']; match?: { first?: string } }
  | { type: 'seat-taken'; side: Side; player: string; id: string }
  | { type: 'moved'; ply: number; move: string; id: string; lag?: number }
  | { type: 'draw-offered' | 'draw-declined'; side: Side; id: string }
  | { type: 'takeback-proposed' | 'takeback-declined'; side: Side; id: string }
  | { type: 'taken-back'; ply: number; side: Side; id: string }
  | { type: 'time-given'; side: Side; ms: number; id: string }
  | { type: 'said'; side: Side; phrase: Phrase; id: string }
  | { type: 'left'; side: Side; claimable?: number; id?: string }
  | { type: 'returned'; side: Side }
  | { type: 'credited'; from: number; until: number }
  | { type: 'ended'; outcome: Outcome | null; reason: EndReason; side?: Side; id?: string }
);

export type Command =
  | { type: 'move'; ply: number; move: string }
  | { type: 'offer-draw' | 'propose-takeback' | 'give-time' | 'resign' | 'abort' | 'leave' }
  | { type: 'answer-draw' | 'answer-takeback'; accept: boolean }
  | { type: 'claim'; claim: 'win' | 'draw' }
  | { type: 'say'; phrase: Phrase };

export interface Problem {
  code: string;
  message: string;
  field?: string;
  key?: string;
  /** Seconds after which the same may succeed. */
  seconds?: number;
  refusal?: { key: string };
}

export interface Challenge {
  id: string;
  kind: 'link' | 'direct' | 'open' | 'seek';
  by: Player;
  opponent: Player | null;
  setup: Terms;
  side: Side | null;
  rating: number;
  two_games: boolean;
  rematch_of: string | null;
  created: number;
  expires: number;
  game: string | null;
}

/** A game in a list. */
export interface GameRow {
  game: string;
  setup: Terms;
  players: Players;
  ply: number;
  turn: Side;
  created: number;
  updated: number;
  deadline: number | null;
  outcome: Outcome | null;
  reason: EndReason | null;
}

export interface Lobby {
  challenges: Challenge[];
  games: GameRow[];
  playing: number;
  here: number;
}

export interface StateMessage {
  game: string;
  you: Side | null;
  now: number;
  players: Players;
  state: Snapshot;
}

export interface EventsMessage {
  game: string;
  now: number;
  events: GameEvent[];
}

/** What comes over the socket. */
export type Incoming =
  | { type: 'hello'; player: string | null; name: string | null; now: number }
  | ({ type: 'state' } & StateMessage)
  | ({ type: 'events' } & EventsMessage)
  | { type: 'answer'; id: string; number?: number; repeated?: boolean; error?: Problem }
  | { type: 'started'; game: string }
  | { type: 'challenge'; challenge: Challenge }
  | { type: 'challenge-gone'; challenge: string }
  | { type: 'lobby'; lobby: Lobby }
  | { type: 'pong'; n: number; now: number }
  | { type: 'error'; error: Problem; game?: string };

export interface Rating {
  game: string;
  side: Side;
  rating: number;
  deviation: number;
  games: number;
  provisional: boolean;
  updated: number;
}

/** An account as its owner and others see it. */
export interface Account extends Player {
  created: number;
  ratings: Rating[];
}
