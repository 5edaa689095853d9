/** What the service knows about its bots: who is here, ratings by side, latest games. */

import { get } from '../online/api';
import type { Account, GameRow, Player, Rating } from '../online/types';
import type { Side } from '../rules';

/** A bot of the list. */
export interface Listed {
  player: Player;
  /** Whether it can be challenged now. */
  here: boolean;
  ratings: Partial<Record<Side, Pick<Rating, 'rating' | 'deviation' | 'games'>>>;
  /** Whether a rating is still uncertain. */
  provisional: boolean;
}

interface Leader {
  id: string;
  name: string;
  rating: number;
  deviation: number;
  games: number;
}

interface Profile {
  player: Account;
  games: GameRow[];
}

/** Profiles are asked for one by one: of more bots only what the lists say is shown. */
const MOST_PROFILES = 12;
const MOST_GAMES = 12;

export interface Found {
  bots: Listed[];
  games: GameRow[];
}

/** All bots that play a game here, the best first. Fails if there is no online play. */
export async function botsOf(game: string): Promise<Found> {
  const leaders = (side: Side) => {
    const query = new URLSearchParams({ game, side, bots: 'true' }).toString();
    return get<{ players: Leader[] }>(`/leaderboard?${query}`);
  };
  const [{ bots: here }, tigers, goats] = await Promise.all([
    get<{ bots: Player[] }>('/bots'),
    leaders('tiger'),
    leaders('goat'),
  ]);
  const all = new Map<string, Listed>();
  for (const player of here) {
    all.set(player.id, { player, here: true, ratings: {}, provisional: false });
  }
  for (const [side, list] of [
    ['tiger', tigers.players],
    ['goat', goats.players],
  ] as const) {
    for (const { id, name, ...rating } of list) {
      const player = { id, name, bot: true };
      const unseen: Listed = { player, here: false, ratings: {}, provisional: false };
      const bot = all.get(id) ?? unseen;
      bot.ratings[side] = rating;
      all.set(id, bot);
    }
  }
  const profiles = await Promise.all([...all.values()].slice(0, MOST_PROFILES).map(profileOf));
  const games = new Map<string, GameRow>();
  for (const profile of profiles) {
    if (!profile) continue;
    const bot = all.get(profile.player.id);
    for (const rating of profile.player.ratings) {
      if (!bot || rating.game !== game || rating.games === 0) continue;
      bot.ratings[rating.side] ??= rating;
      bot.provisional ||= rating.provisional;
    }
    for (const row of profile.games) {
      if (row.setup.game === game && row.reason !== null) games.set(row.game, row);
    }
  }
  const latest = [...games.values()].sort((a, b) => b.updated - a.updated).slice(0, MOST_GAMES);
  return { bots: ranked([...all.values()]), games: latest };
}

/** What is known of a bot; nothing if the service does not say. */
async function profileOf({ player }: Listed): Promise<Profile | null> {
  try {
    // The names of the site's own bots have a space, which no one else's has.
    const key = player.name?.includes(' ') ? player.id : (player.name ?? player.id);
    return await get<Profile>(`/players/${encodeURIComponent(key)}`);
  } catch {
    return null;
  }
}

/** By the mean of the ratings of both sides; those without a rating come last, as they came. */
export function ranked(bots: Listed[]): Listed[] {
  const mean = ({ ratings }: Listed) => {
    const found = Object.values(ratings).map(({ rating }) => rating);
    return found.length ? found.reduce((a, b) => a + b, 0) / found.length : -Infinity;
  };
  return bots
    .map((bot) => ({ bot, worth: mean(bot) }))
    .sort((a, b) => (a.worth === b.worth ? 0 : b.worth - a.worth))
    .map(({ bot }) => bot);
}
