/**
 * What the service says and takes in online play, as `docs/openapi.json` describes it under
 * shorter names: see `docs/ONLINE.md`.
 */

import type {
  GameStateAnswer,
  LobbyAnswer,
  MatchAnswer,
  OnlineAccount,
  OnlineAway,
  OnlineChallenge,
  OnlineClocks,
  OnlineCommand,
  OnlineEndReason,
  OnlineEnding,
  OnlineEvent,
  OnlineGameRow,
  OnlineMessage,
  OnlinePhrase,
  OnlinePlayer,
  OnlinePlayers,
  OnlineProblem,
  OnlineRating,
  OnlineState,
  OnlineTerms,
  OnlineTime,
} from '../api/schema';

export type TimeControl = OnlineTime;
export type Terms = OnlineTerms;
export type Player = OnlinePlayer;
export type Players = OnlinePlayers;
export type EndReason = OnlineEndReason;
/** How a game ended. One that was aborted has no outcome. */
export type Ending = OnlineEnding;
/** What either side had left when the running clock was started at `since`. */
export type Clocks = OnlineClocks;
export type Away = OnlineAway;
/** The state of a game after an event: all that is shown, and all that the next event needs. */
export type Snapshot = OnlineState;
export type GameEvent = OnlineEvent;
export type Command = OnlineCommand;
export type Problem = OnlineProblem;
export type Challenge = OnlineChallenge;
/** A game in a list. */
export type GameRow = OnlineGameRow;
export type Lobby = LobbyAnswer;
/** How a match of two games stands. */
export type Match = MatchAnswer;
export type StateMessage = GameStateAnswer;
export type EventsMessage = Omit<OnlineMessage & { type: 'events' }, 'type'>;
/** What comes over the socket. */
export type Incoming = OnlineMessage;
export type Rating = OnlineRating;
/** An account as its owner and others see it. */
export type Account = OnlineAccount;
export type Phrase = OnlinePhrase;

/** All phrases, in the order in which they are offered. */
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
] as const satisfies readonly Phrase[];
