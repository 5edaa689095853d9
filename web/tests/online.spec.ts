/** Online play with two and three browsers, against the running service. */

import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { accessible, click, expect, test, watch } from './support';

/** A whole game of Kaooa: the vulture begins, and wins with its fourth capture. */
const KAOOA = 'B3 C3 B3D2 C3 D2B3 C3 B3D2 C3 D2B3'.split(' ');

/** What the browser itself says about a network that is gone. */
const NETWORK = /ERR_INTERNET_DISCONNECTED|WebSocket connection|Failed to load resource/;

const unique = () => `t${Math.random().toString(36).slice(2, 12)}`;

/** A person with a separate browser. Errors on the page fail the test. */
class Person {
  readonly errors: string[] = [];
  private constructor(readonly page: Page) {
    watch(page, this.errors);
  }

  static async arrive(
    browser: Browser,
    { language = 'en', ...options }: BrowserContextOptions & { language?: string } = {},
  ): Promise<Person> {
    const context = await browser.newContext(options);
    await context.addInitScript(
      (settings) => {
        localStorage.setItem('bagh.settings', JSON.stringify(settings));
      },
      { language },
    );
    return new Person(await context.newPage());
  }

  /** Ends the visit: nothing may have gone wrong, but for the network where it was cut. */
  async leave({ cut = false } = {}): Promise<void> {
    await this.page.context().close();
    expect(this.errors.filter((text) => !cut || !NETWORK.test(text))).toEqual([]);
  }

  async played(moves: number): Promise<void> {
    await expect(this.page.locator('.move-list button')).toHaveCount(moves);
  }

  /** Keeps a name; the recovery codes are put aside. */
  async register(): Promise<{ name: string; code: string }> {
    const name = unique();
    await this.page.goto('/online/account');
    await this.page.getByLabel('Name').fill(name);
    await this.page.getByLabel('Password').fill('chautari 123');
    await this.page.getByRole('button', { name: 'Register', exact: true }).click();
    await expect(this.page.locator('.online-codes li')).toHaveCount(8);
    const code = await this.page.locator('.online-codes li').first().innerText();
    await this.page.getByRole('button', { name: 'I have written them down' }).click();
    await expect(this.page.getByRole('heading', { name, exact: true })).toBeVisible();
    return { name, code };
  }
}

interface Terms {
  game?: string;
  side?: string;
  clock?: string;
  rated?: boolean;
  twoGames?: boolean;
}

/** Chooses terms on a form that is open. */
async function choose(page: Page, terms: Terms): Promise<void> {
  const { game = 'kaooa', side, clock, rated, twoGames } = terms;
  await page.locator('.online-form select').selectOption(game);
  if (side) await page.getByRole('radio', { name: side }).check();
  if (clock) await page.getByRole('radio', { name: clock, exact: true }).check();
  if (twoGames) await page.getByRole('checkbox', { name: 'Two games' }).check();
  if (rated) await page.getByRole('checkbox', { name: 'Rated game' }).check();
}

/** Makes a challenge by link, and gives the link. */
async function makeLink(page: Page, terms: Terms = { side: 'Vulture' }): Promise<string> {
  await page.goto('/online/friend');
  await choose(page, terms);
  await page.getByRole('button', { name: 'Make a link' }).click();
  return page.getByLabel('Link to your game').inputValue();
}

/** Two people at a table; the first has the vulture. */
async function sitDown(one: Person, two: Person, terms: Terms = { side: 'Vulture' }) {
  const link = await makeLink(one.page, terms);
  await two.page.goto(link);
  await two.page.getByRole('button', { name: 'Play', exact: true }).click();
  for (const { page } of [one, two]) {
    await expect(page).toHaveURL(/\/online\/game\//);
    await expect(page.locator('.play bagh-board')).toBeVisible();
  }
  return link;
}

async function resign(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Resign' }).click();
  const sure = page.getByRole('group', { name: 'Resign this game?' });
  await sure.getByRole('button', { name: 'Resign' }).click();
}

/** Plays moves in turn; each is on the other's board before the next. */
async function play(players: [Person, Person], moves: string[], from = 0): Promise<void> {
  for (const [i, move] of moves.entries()) {
    const ply = from + i;
    const mover = players[ply % 2]!;
    await mover.played(ply);
    await click(mover.page, move);
    for (const player of players) await player.played(ply + 1);
  }
}

test('guests play a whole game by link; one goes offline and reloads, a third watches', async ({
  browser,
}) => {
  const [maya, tenzin, watcher] = await Promise.all([
    Person.arrive(browser),
    Person.arrive(browser),
    Person.arrive(browser),
  ]);
  const link = await sitDown(maya, tenzin);
  await watcher.page.goto(link);
  await expect(watcher.page.getByText('You are watching.')).toBeVisible();
  await play([maya, tenzin], KAOOA.slice(0, 3));
  // After a click on the board arrow keys step through the game.
  const shown = maya.page.locator('.move-list [aria-current=true]');
  await maya.page.keyboard.press('ArrowLeft');
  await expect(shown).toHaveText(KAOOA[1]!);
  await maya.page.keyboard.press('End');
  await expect(shown).toHaveText(KAOOA[2]!);

  // A move without a network waits, and the page says so.
  await tenzin.page.context().setOffline(true);
  await expect(tenzin.page.locator('.online-lost')).toContainText('No connection');
  await click(tenzin.page, KAOOA[3]!);
  await expect(tenzin.page.locator('.strip.active')).toContainText('Sending your move');
  await maya.played(3);
  // Neither a reload nor a second connection loses it, or plays it twice.
  await tenzin.page.context().setOffline(false);
  await tenzin.page.reload();
  for (const person of [maya, tenzin, watcher]) await person.played(4);

  await play([maya, tenzin], KAOOA.slice(4), 4);
  await expect(maya.page.getByRole('heading', { name: 'You win!' })).toBeVisible();
  await expect(tenzin.page.getByRole('heading', { name: 'You lost' })).toBeVisible();
  await expect(watcher.page.getByRole('heading', { name: 'The vulture wins' })).toBeVisible();
  // Both sides' accuracy, and the way to the review.
  await expect(watcher.page.locator('.result-facts')).toContainText('%');
  await expect(watcher.page.getByRole('link', { name: 'Review' })).toHaveAttribute(
    'href',
    new RegExp(`/analyse/kaooa\\?moves=${KAOOA.join('_')}`),
  );

  // A rematch, with the sides swapped.
  await maya.page.getByRole('button', { name: 'Rematch' }).click();
  await tenzin.page.getByRole('button', { name: 'Accept the rematch' }).click();
  for (const person of [maya, tenzin]) await person.played(0);
  await click(tenzin.page, 'B3');
  await maya.played(1);
  await Promise.all([maya.leave(), tenzin.leave({ cut: true }), watcher.leave()]);
});

test('offers, take-back, phrases, premoves, resigning, in a match of two games', async ({
  browser,
}) => {
  const [maya, tenzin] = await Promise.all([Person.arrive(browser), Person.arrive(browser)]);
  const players: [Person, Person] = [maya, tenzin];
  await sitDown(maya, tenzin, { side: 'Vulture', twoGames: true });
  await play(players, KAOOA.slice(0, 2));
  const [m, t] = [maya.page, tenzin.page];

  await m.getByRole('button', { name: 'Offer draw' }).click();
  await expect(m.getByText('You offered a draw.')).toBeVisible();
  await t.getByRole('button', { name: 'Decline' }).click();
  await expect(m.getByText('You offered a draw.')).toBeHidden();

  await t.getByRole('button', { name: 'Take back' }).click();
  await m.getByRole('button', { name: 'Accept' }).click();
  for (const player of players) await player.played(1);
  await click(t, 'C3');
  for (const player of players) await player.played(2);

  await t.getByLabel('Say something').click();
  await t.getByRole('button', { name: 'Nice move!' }).click();
  await expect(m.locator('.online-said')).toHaveText('Nice move!');

  // A premove is held here, and played when the opponent has moved.
  await click(t, 'C3');
  await expect(t.locator('.online-premove')).toContainText('Next: C3');
  await maya.played(2);
  await click(m, 'B3D2');
  for (const player of players) await player.played(4);

  // One that is not possible any more is dropped.
  await click(t, 'C3');
  await expect(t.locator('.online-premove')).toBeVisible();
  await click(m, 'D2C2');
  await expect(t.locator('.online-premove')).toBeHidden();
  for (const player of players) await player.played(5);

  await resign(t);
  await expect(m.getByRole('heading', { name: 'You win!' })).toBeVisible();
  await expect(m.locator('.result')).toContainText('Guest resigned.');

  // The second game of the match has the sides swapped, and then the match is decided.
  for (const page of [m, t]) {
    await expect(page.locator('.result')).toContainText('Game 1 of 2.');
    await page.getByRole('link', { name: 'Next game' }).click();
  }
  // A look at another page is not the end: the game goes on, and calls.
  await maya.played(0);
  await m.getByRole('navigation', { name: 'Pages' }).getByText('Learn').click();
  await expect(m.getByRole('heading', { name: 'Learn' })).toBeVisible();
  await tenzin.played(0);
  await click(t, KAOOA[0]!);
  await expect(m.locator('.toast')).toHaveText('Your turn');
  await m.goBack();
  await play([tenzin, maya], KAOOA.slice(1, 2), 1);
  await resign(m);
  await expect(t.locator('.result')).toContainText(
    'Match: Guest 1 (0 captured), Guest 1 (1 captured)',
  );
  await Promise.all(players.map((player) => player.leave()));
});

test('a rated game between accounts changes ratings, and is not analysed while it runs', async ({
  browser,
}) => {
  const [maya, tenzin] = await Promise.all([Person.arrive(browser), Person.arrive(browser)]);
  const [{ name: first, code }, { name: second }] = await Promise.all([
    maya.register(),
    tenzin.register(),
  ]);
  await maya.page.goto(`/online/friend?to=${second}`);
  await choose(maya.page, { side: 'Vulture', rated: true });
  await tenzin.page.goto('/online');
  await expect(tenzin.page.locator('.online-here')).toContainText('here');
  await maya.page.getByRole('button', { name: 'Challenge', exact: true }).click();
  // A player who is online is notified.
  await expect(tenzin.page.locator('.online-notice')).toContainText(`${first} challenges you.`);
  await tenzin.page.locator('.online-notice').getByRole('link', { name: 'Open' }).click();
  await expect(tenzin.page.locator('.online-form')).toContainText('rated');
  await tenzin.page.getByRole('button', { name: 'Play', exact: true }).click();
  await play([maya, tenzin], KAOOA.slice(0, 5));

  // Neither the position itself nor the one before it, whose moves would tell what it is worth.
  for (const plies of [5, 4]) {
    const line = KAOOA.slice(0, plies).join('_');
    await maya.page.goto(`/analyse/kaooa?moves=${line}`);
    await expect(maya.page.getByText('This belongs to your rated game')).toBeVisible();
    await maya.page.goBack();
  }

  await play([maya, tenzin], KAOOA.slice(5), 5);
  await expect(maya.page.getByRole('heading', { name: 'You win!' })).toBeVisible();
  await maya.page.goto(`/online/player/${second}`);
  const rating = maya.page.locator('.online-rating');
  await expect(rating).toContainText('Crows');
  await expect(rating).toContainText('1 rated game');

  // Blocking; signing out, and in again with a recovery code.
  await maya.page.getByRole('button', { name: 'Block' }).click();
  await expect(maya.page.getByRole('button', { name: 'Unblock' })).toBeVisible();
  await maya.page.goto('/online/account');
  await expect(maya.page.getByRole('listitem').filter({ hasText: second })).toBeVisible();
  await maya.page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await maya.page.getByRole('button', { name: 'Sign in' }).click();
  await maya.page.getByLabel('Name').fill(first);
  await maya.page.getByLabel('Password').fill('not the password');
  await maya.page.locator('button[type=submit]').click();
  await expect(maya.page.getByRole('alert')).toHaveText('The name or the password is wrong.');
  await maya.page.getByRole('button', { name: 'Forgot the password?' }).click();
  await maya.page.getByLabel('Name').fill(first);
  await maya.page.getByLabel('Recovery code').fill(code);
  await maya.page.getByLabel('New password').fill('chautari 456');
  await maya.page.locator('button[type=submit]').click();
  await expect(maya.page.getByRole('heading', { name: first, exact: true })).toBeVisible();

  // Everything can be taken along, and deleted.
  const download = maya.page.waitForEvent('download');
  await maya.page.getByRole('button', { name: 'Download everything' }).click();
  expect((await download).suggestedFilename()).toBe(`bagh-${first}.json`);
  await maya.page.getByLabel('Name').fill(first);
  await maya.page.getByRole('button', { name: 'Delete the account' }).click();
  await expect(maya.page.getByRole('heading', { name: 'Account' })).toBeVisible();
  // The wrong password was refused, which the browser notes.
  await Promise.all([maya.leave({ cut: true }), tenzin.leave()]);
});

test('a correspondence game waits in the list of games', async ({ browser }) => {
  const [maya, tenzin] = await Promise.all([Person.arrive(browser), Person.arrive(browser)]);
  await sitDown(maya, tenzin, { side: 'Vulture', clock: '3 days per move' });
  await click(maya.page, 'B3');
  await tenzin.played(1);
  // Both go away, and come back another day.
  await tenzin.page.goto('/online/games');
  const yours = tenzin.page.locator('section', { hasText: 'Your turn' });
  await expect(yours).toContainText('left');
  await yours.locator('.online-game').click();
  await tenzin.played(1);
  await expect(tenzin.page).toHaveTitle(/Your turn/);
  await click(tenzin.page, 'C3');
  await maya.played(2);
  await maya.page.goto('/online/games');
  await expect(maya.page.locator('.your-turn')).toHaveCount(1);
  await Promise.all([maya.leave(), tenzin.leave()]);
});

test('two who look for an opponent find each other', async ({ browser }) => {
  const [maya, tenzin] = await Promise.all([Person.arrive(browser), Person.arrive(browser)]);
  // A game that no other test looks for.
  for (const { page } of [maya, tenzin]) {
    await page.goto('/online/find');
    await choose(page, { game: 'pulijudamu' });
  }
  await maya.page.locator('button[type=submit]').click();
  await expect(maya.page.getByText('Looking for an opponent')).toBeVisible();
  await tenzin.page.locator('button[type=submit]').click();
  for (const { page } of [maya, tenzin]) await expect(page).toHaveURL(/\/online\/game\//);

  // What stands in the lobby can be taken by anyone, and the game can be watched.
  await maya.page.goto('/online/find');
  await choose(maya.page, { game: 'len-choa' });
  await maya.page.getByRole('button', { name: 'Post it in the lobby' }).click();
  await tenzin.page.goto('/online');
  const offer = tenzin.page.locator('li', { hasText: 'Len Choa' }).getByRole('button');
  await offer.first().click();
  for (const { page } of [maya, tenzin]) await expect(page).toHaveURL(/\/online\/game\//);
  await Promise.all([maya.leave(), tenzin.leave()]);
});

test('the computer is offered when no opponent comes', async ({ browser }) => {
  const maya = await Person.arrive(browser);
  const { page } = maya;
  await page.clock.install();
  await page.goto('/online/find');
  // A game that no other test looks for.
  await choose(page, { game: 'aadu-puli-fixed' });
  await page.locator('button[type=submit]').click();
  await expect(page.getByText('Looking for an opponent')).toBeVisible();
  await page.clock.runFor(16_000);
  await page.getByRole('button', { name: 'Level 2' }).click();
  await expect(page).toHaveURL('/play');
  await expect(page.locator('.game-line')).toContainText('level 2');
  await maya.leave();
});

test('a level is challenged from the lobby, and plays by itself', async ({ browser }) => {
  const maya = await Person.arrive(browser);
  const { page } = maya;
  await page.goto('/online');
  await page.getByRole('link', { name: 'Challenge Level 1', exact: true }).click();
  await choose(page, { game: 'kaooa', side: 'Crow' });
  await page.locator('button[type=submit]').click();
  await expect(page).toHaveURL(/\/online\/game\//);
  // The vulture begins.
  await maya.played(1);
  await expect(page.getByRole('group', { name: 'Vulture' })).toContainText('Level 1');
  await page.goto('/online/player/level-1');
  await expect(page.getByRole('heading', { name: 'Level 1', exact: true })).toBeVisible();
  await maya.leave();
});

test('in Nepali, on a phone', async ({ browser }) => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
  const maya = await Person.arrive(browser, { ...phone, language: 'ne' });
  const tenzin = await Person.arrive(browser, { ...phone, language: 'ta' });
  const { page } = maya;
  await page.goto('/');
  await page.getByRole('link', { name: 'साथीसँग अनलाइन खेल्नुहोस्' }).click();
  await page.locator('.online-form select').selectOption('kaooa');
  await page.locator('input[name=side]').nth(1).check();
  await page.locator('button[type=submit]').click();
  const link = await page.locator('.online-link input').inputValue();
  await expect(page.locator('.online-code path')).toHaveAttribute('d', /^M4 4h7/);
  await accessible(page, 'the link in Nepali');
  await tenzin.page.goto(link);
  await accessible(tenzin.page, 'the invitation in Tamil');
  await tenzin.page.locator('.online-form .wide-button').click();
  for (const person of [maya, tenzin]) await person.played(0);
  await page.locator('bagh-board').getByRole('button', { name: /^B3/ }).tap();
  await tenzin.played(1);
  await tenzin.page.locator('bagh-board').getByRole('button', { name: /^C3/ }).tap();
  await maya.played(2);
  await expect(page.locator('.strip.active .status-text')).toContainText('पालो');
  await accessible(page, 'the game in Nepali');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await accessible(page, 'the game in the dark', ['color-contrast']);
  // Nothing is wider than the screen.
  for (const person of [maya, tenzin]) {
    const wide = await person.page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(360);
  }
  // A phrase is read in each player's own language.
  await tenzin.page.locator('.online-phrases summary').click();
  await tenzin.page.getByRole('button', { name: 'வணக்கம்!' }).click();
  await expect(page.locator('.online-said')).toHaveText('नमस्ते!');
  await Promise.all([maya.leave(), tenzin.leave()]);
});

test('every screen is accessible', async ({ browser }) => {
  const maya = await Person.arrive(browser);
  const { name } = await maya.register();
  for (const path of [
    '',
    '/friend',
    '/find',
    '/games',
    '/leaders',
    '/account',
    '/stored',
    `/player/${name}`,
    '/player/no-such-player',
    '/c/nothing',
    '/game/nothing',
  ]) {
    // As a link within the app does, which is quicker than a reload.
    await maya.page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, `/online${path}`);
    await expect(maya.page).toHaveURL(`/online${path}`);
    await expect(maya.page.locator('.online h1')).not.toHaveText('');
    await expect(maya.page.getByText('Opening …')).toHaveCount(0);
    await accessible(maya.page, path);
  }
  await maya.leave({ cut: true });
});

test('a site without online play says so, and offers what works', async ({ browser }) => {
  const maya = await Person.arrive(browser);
  const { page } = maya;
  await page.route('**/api/online/**', (route) => route.fulfill({ status: 404, body: 'nothing' }));
  await page.routeWebSocket('**/api/online/socket', (socket) => socket.close());
  await page.goto('/online');
  await expect(page.getByRole('heading', { name: 'No online play here' })).toBeVisible();
  await accessible(page, 'no online play');
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('link', { name: 'Two players' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Play a friend online' })).toHaveCount(0);
  await maya.leave({ cut: true });
});
