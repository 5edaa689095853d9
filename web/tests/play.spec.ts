import {
  click,
  expect,
  point,
  points,
  smallBoard,
  SMALL_REPETITION,
  SMALL_TRAPPED,
  test,
  TIGERS_WIN,
  twoPlayers,
} from './support';

test('a whole game by mouse, with clicks and drags', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Two players' }).click();
  for (const [ply, move] of TIGERS_WIN.entries()) {
    const [from, to] = points(move);
    if (from && to && ply % 4 === 1) {
      await point(page, from).dragTo(point(page, to));
    } else {
      await click(page, move);
    }
    const round = Math.floor(ply / 2) + 1;
    await expect(page.locator('.move-count')).toHaveText(`${round} move${round > 1 ? 's' : ''}`);
  }
  await expect(page.getByRole('heading', { name: 'Tigers win' })).toBeVisible();
  await expect(page.locator('.result')).toContainText('The tigers captured 5 goats.');
  await page.getByRole('link', { name: 'Review' }).click();
  await expect(page).toHaveURL(new RegExp(`/analyse/bagh-chal\\?moves=${TIGERS_WIN.join('_')}`));
});

test('a whole game by keyboard alone', async ({ page }) => {
  await page.goto('/');
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
  for (let i = 0; i < 20 && (await focused()) !== 'Two players'; i++) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/play');
  const label = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  for (let i = 0; i < 20 && !/^[A-E][1-5],/.test(await label()); i++) {
    await page.keyboard.press('Tab');
  }
  const go = async (name: string) => {
    const here = await label();
    const across = name.charCodeAt(0) - here.charCodeAt(0);
    const down = Number(name[1]) - Number(here[1]);
    for (let i = 0; i < Math.abs(across); i++) {
      await page.keyboard.press(across > 0 ? 'ArrowRight' : 'ArrowLeft');
    }
    for (let i = 0; i < Math.abs(down); i++) {
      await page.keyboard.press(down > 0 ? 'ArrowDown' : 'ArrowUp');
    }
    expect(await label()).toMatch(new RegExp(`^${name},`));
  };
  for (const move of TIGERS_WIN) {
    for (const [i, name] of points(move).entries()) {
      await go(name);
      if (i === 0 && points(move).length === 2) {
        // Escape lets go of the piece, and it can be chosen again.
        await page.keyboard.press('Space');
        expect(await label()).toContain('selected');
        await page.keyboard.press('Escape');
        expect(await label()).not.toContain('selected');
      }
      await page.keyboard.press('Enter');
    }
  }
  await expect(page.getByRole('heading', { name: 'Tigers win' })).toBeVisible();
  // What happened was said, too.
  await expect(page.locator('[aria-live]')).toContainText('Tigers win');
});

test('the goats win by trapping the tigers, on a board from a file', async ({ page }) => {
  await smallBoard(page);
  for (const move of SMALL_TRAPPED) await click(page, move);
  await expect(page.getByRole('heading', { name: 'Goats win' })).toBeVisible();
  await expect(page.locator('.result')).toContainText('All tigers are trapped.');
});

test('a game on a board from a file is reviewed by the engine', async ({ page }) => {
  await smallBoard(page);
  for (const move of SMALL_TRAPPED) await click(page, move);
  await page.getByRole('link', { name: 'Review' }).click();
  await expect(page).toHaveURL(/^[^?]*\/analyse\/small\?.*review=both/);
  await expect(page.locator('bagh-board')).toBeVisible();
  // The service of these tests does not know the board: the engine reviews the game.
  await expect(page.locator('.review')).toContainText('Engine estimate');
  await expect(page.locator('.tree')).toContainText('A1B1');
});

test('a draw by repetition is announced', async ({ page }) => {
  await smallBoard(page);
  for (const move of SMALL_REPETITION) await click(page, move);
  await expect(page.getByRole('heading', { name: 'Draw' })).toBeVisible();
  await expect(page.locator('.result')).toContainText('Draw by threefold repetition.');
});

test('a wrong board file is refused with a reason', async ({ page }) => {
  await page.goto('/play');
  await page.locator('input[type=file]').setInputFiles({
    name: 'wrong.toml',
    mimeType: 'text/plain',
    buffer: Buffer.from('name = "x"\ntigers = 0\n'),
  });
  await expect(page.getByRole('alert')).toContainText('Line 1: “rows” is missing');
});

test('the computer answers, helps, and moves are taken back', async ({ page }) => {
  await page.goto('/play?side=goat');
  await click(page, 'C1');
  await expect(page.getByText('Your turn: place a goat')).toBeVisible();
  await expect(page.locator('.move-count')).toHaveText('1 move');
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.locator('bagh-board .mark-hint')).toBeVisible();
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(page.locator('.move-count')).toHaveText('0 moves');
  await expect(page.getByRole('button', { name: 'Take back' })).toBeDisabled();
});

test('the computer begins where tigers are placed, and one can give up', async ({ page }) => {
  await page.goto('/play?side=goat&game=aadu-puli');
  await expect(page.getByText('Your turn: place a goat')).toBeVisible();
  await expect(page.locator('.move-count')).toHaveText('1 move');
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Resign' }).click();
  await expect(page.getByRole('heading', { name: 'You lost' })).toBeVisible();
  await expect(page.locator('.result')).toContainText('You resigned.');
});

test('after a click on the board arrow keys step, and after Tab they go from point to point', async ({
  page,
}) => {
  await twoPlayers(page);
  for (const move of TIGERS_WIN.slice(0, 3)) await click(page, move);
  const here = page.locator('.move-list [aria-current=true]');
  await page.keyboard.press('ArrowLeft');
  await expect(here).toHaveText('A1B1');
  await page.keyboard.press('Home');
  await expect(point(page, 'D3')).toHaveAccessibleName(/empty/);
  await page.keyboard.press('End');
  await expect(here).toHaveText('E4');
  // By keyboard the arrows belong to the board.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowLeft');
  await expect(point(page, 'D4')).toBeFocused();
  await expect(here).toHaveText('E4');
});

test('a game goes on after a reload, and is not lost by a link', async ({ page }) => {
  await twoPlayers(page);
  for (const move of TIGERS_WIN.slice(0, 5)) await click(page, move);
  await page.reload();
  await expect(page.locator('.move-count')).toHaveText('3 moves');
  await expect(point(page, 'E3')).toHaveAccessibleName(/tiger/);
  await page.goto('/play?side=goat');
  await page.getByRole('button', { name: 'Resume game' }).click();
  await expect(page.locator('.move-count')).toHaveText('3 moves');
});

test('all games in progress can be listed', async ({ page }) => {
  await twoPlayers(page);
  await click(page, 'C3');
  await page.evaluate(() => {
    const name = Object.keys(localStorage).find((key) => key.startsWith('bagh.game.'))!;
    const saved = JSON.parse(localStorage.getItem(name)!) as object;
    for (let i = 0; i < 6; i++) {
      localStorage.setItem(`bagh.game.x${i}`, JSON.stringify({ ...saved, id: `x${i}` }));
    }
  });
  await page.getByRole('button', { name: 'New game' }).click();
  await expect(page.locator('.waiting li')).toHaveCount(5);
  await page.getByRole('button', { name: 'Show all 7' }).click();
  await expect(page.locator('.waiting li')).toHaveCount(7);
});

test('other captures to win end the game sooner', async ({ page }) => {
  await page.goto('/play');
  await page.getByRole('radio', { name: 'A friend on this device' }).check();
  await page.getByText('More options').click();
  await page.getByLabel('Captures to win').selectOption('1');
  await page.getByRole('button', { name: 'Start' }).click();
  for (const move of TIGERS_WIN.slice(0, 4)) await click(page, move);
  await expect(page.getByRole('heading', { name: 'Tigers win' })).toBeVisible();
});

test('the board turns, mirrors, and takes moves from every side', async ({ page }) => {
  await twoPlayers(page);
  const place = async (name: string) => (await point(page, name).boundingBox())!;
  const before = await place('A1');
  await page.getByLabel('More', { exact: true }).click();
  await page.getByRole('button', { name: 'Rotate the board' }).click();
  expect((await place('A1')).x).toBeGreaterThan(before.x);
  await page.getByLabel('More', { exact: true }).click();
  await page.getByRole('button', { name: 'Mirror' }).click();
  await click(page, 'C1');
  await click(page, 'A1B1');
  await expect(point(page, 'B1')).toHaveAccessibleName(/tiger/);
});

test('a grand win is celebrated: Dandee, from a position in the address', async ({ page }) => {
  const position = 'T1G1G/GTGGG/GGTGG/GGGTG/GGGGG g g1 c0 - -';
  await page.goto(`/play?with=friend&position=${encodeURIComponent(position)}`);
  await click(page, 'B1');
  const ended = page.locator('.result');
  await expect(ended).toContainText('Goats win');
  await expect(ended).toContainText('Dandee');
  await expect(ended).toContainText('worth 12 games');
  await expect(page.locator('.petals')).toBeAttached();
  await page.getByRole('link', { name: 'Review' }).click();
  await expect(page).toHaveURL(/position=T1G1G.*moves=B1/);
});

test('no petals fall where motion is not wanted', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const position = 'T1G1G/GTGGG/GGTGG/GGGTG/GGGGG g g1 c0 - -';
  await page.goto(`/play?with=friend&position=${encodeURIComponent(position)}`);
  await click(page, 'B1');
  await expect(page.locator('.result')).toContainText('Dandee');
  await expect(page.locator('.petals')).toHaveCount(0);
});

test('the switch turns sound off and on, and is remembered', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { knocks: 0 });
    window.AudioContext = class extends AudioContext {
      override createBufferSource() {
        (window as unknown as { knocks: number }).knocks += 1;
        return super.createBufferSource();
      }
    };
  });
  const knocks = () => page.evaluate(() => (window as unknown as { knocks: number }).knocks);
  const more = page.getByLabel('More', { exact: true });
  await twoPlayers(page);
  await click(page, 'C3');
  await expect.poll(knocks).toBeGreaterThan(0);
  await more.click();
  await page.getByRole('button', { name: 'Turn sound off' }).click();
  const before = await knocks();
  for (const move of ['A1B1', 'D3']) await click(page, move);
  await expect(page.locator('.move-count')).toHaveText('2 moves');
  expect(await knocks()).toBe(before);
  await page.reload();
  await more.click();
  await page.getByRole('button', { name: 'Turn sound on' }).click();
  await click(page, 'B1C1');
  await expect.poll(knocks).toBeGreaterThan(0);
});

test('the perfect player plays a move that the tables call best', async ({ page, request }) => {
  const start = 'T3T/5/5/5/T3T g g20 c0 - 0';
  const probe = async (position: string) =>
    (await (await request.get('/api/v1/bagh-chal/probe', { params: { position } })).json()) as {
      known: boolean;
      moves: { move: string; outcome: string; captures: number }[];
    };
  const known = await probe(start);
  test.skip(!known.known, 'the service has no tables of Bagh Chal');
  await page.goto('/play');
  await page.getByRole('radio', { name: 'Tigers' }).check();
  await page.getByRole('radio', { name: 'Perfect' }).check();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText('Your turn: move a tiger')).toBeVisible();
  const first = await page.locator('.move-list button').first().innerText();
  const best = known.moves.filter((m) => m.captures === known.moves[0]?.captures);
  expect(best.map((m) => m.move)).toContain(first.trim());
});
