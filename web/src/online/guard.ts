/**
 * The player's running rated games: the page does not analyse their positions. Kept in the
 * browser, so that every tab knows.
 */

import * as v from 'valibot';
import { game as describeGame, readPosition, state as stateOf, type GameRef } from '../rules';
import { formOf as arrangement } from '../rules/forms';
import { short, whole } from '../rules/schema';
import { keep, recall, recordOf, type Reads } from '../store';
import type { OnlineSession } from './session';

interface Guarded {
  game: string;
  /** The position as it is on the board, without what depends on the moves before it. */
  position: string;
  /** When this was noted. */
  at: number;
}

const schema: Reads<Record<string, Guarded>> = recordOf(
  v.object({ game: short, position: short, at: whole }),
);
const NAME = 'online.rated';
/** A game that was not looked at for longer is over, or will be. */
const FORGET = 30 * 86_400_000;

const keyOf = (position: string) => position.split(' ').slice(0, 4).join(' ');

/** The same text for all mirror images of a position; the text itself if it cannot be read. */
function formOf(game: GameRef, position: string): string {
  const key = keyOf(position);
  try {
    const form = arrangement(describeGame(game), readPosition(game, key).state);
    // The rest of the text: whose turn it is, goats in hand, captures.
    return [form, ...key.split(' ').slice(1)].join(' ');
  } catch {
    return key;
  }
}

function all(): Record<string, Guarded> {
  const found = recall(NAME, schema) ?? {};
  const recent = Object.entries(found).filter(([, one]) => Date.now() - one.at < FORGET);
  return Object.fromEntries(recent);
}

/** Notes where a game stands, or that it is over. */
export function guardRated(session: Pick<OnlineSession, 'snapshot' | 'you' | 'id'>): void {
  const { snapshot, you, id } = session;
  if (!snapshot || !you || !snapshot.setup.rated) return;
  const { [id]: before, ...others } = all();
  if (snapshot.ending) {
    if (before) keep(NAME, others);
    return;
  }
  const position = keyOf(snapshot.position);
  if (before?.position === position) return;
  keep(NAME, { ...others, [id]: { game: snapshot.setup.game, position, at: Date.now() } });
}

/** The running rated games of a name, each by the form of its position. */
function running(name: string, ref: GameRef): Set<string> {
  const games = Object.values(all()).filter((one) => one.game === name);
  return new Set(games.map((one) => formOf(ref, one.position)));
}

/**
 * Whether a position is left to the players of a running rated game: it, or a mirror image of it,
 * is on the board of one of the player's, or a move away from being so. What is said of the moves
 * of a position tells what the positions after them are worth. The name is the service's; `ref` is
 * how the rules know the game.
 */
export function isGuarded(name: string, ref: GameRef, position: string): boolean {
  const forms = running(name, ref);
  if (forms.size === 0) return false;
  if (forms.has(formOf(ref, position))) return true;
  if (![...forms].some((form) => mayFollow(keyOf(position), form))) return false;
  try {
    const { legal } = stateOf(ref, [], keyOf(position));
    return legal.some(({ text }) => {
      const after = stateOf(ref, [text], keyOf(position)).position;
      return forms.has(formOf(ref, after));
    });
  } catch {
    return false;
  }
}

/** Whether a form can be one move after a position, by the turn and the goats in hand and lost. */
function mayFollow(position: string, form: string): boolean {
  const [turn, hand, lost] = position.split(' ').slice(1);
  const [nextTurn, nextHand, nextLost] = form.split(' ').slice(-3);
  const step = (from?: string, to?: string) =>
    Math.abs(Number(to?.slice(1)) - Number(from?.slice(1))) <= 1;
  return turn !== nextTurn && step(hand, nextHand) && step(lost, nextLost);
}

/** A line as far as it may be shown: no move of it was made in a guarded position. */
export function untilGuarded(
  name: string,
  ref: GameRef,
  start: string | undefined,
  before: readonly string[],
  line: readonly string[],
): string[] {
  const forms = running(name, ref);
  if (forms.size === 0) return [...line];
  try {
    const { positions } = stateOf(ref, [...before, ...line], start);
    const on = positions.slice(before.length).findIndex((one) => forms.has(formOf(ref, one)));
    return on < 0 ? [...line] : line.slice(0, on);
  } catch {
    // A line that cannot be followed cannot be judged.
    return [];
  }
}
