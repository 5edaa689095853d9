/** The end of a game and its review: what is seen first, what a mistake costs, and what comes next. */

import { REVIEWED, SCREENS } from './screens';
import { click, expect, point, test, TIGERS_WIN, twoPlayers } from './support';

/** Sizes of phones, with what the review must show there without scrolling. */
const PHONES = [
  {
    size: { width: 390, height: 844 },
    seen: ['.value-graph', '.coach-words', '.coach .row button'],
  },
  { size: { width: 320, height: 568 }, seen: ['.value-graph', '.coach-move', '.coach-words'] },
  { size: { width: 844, height: 390 }, seen: ['.value-graph', '.coach-move', '.coach-words'] },
];

for (const { size, seen } of PHONES) {
  test(`a phone of ${size.width}×${size.height} sees the review first`, async ({ page }) => {
    await page.setViewportSize(size);
    await SCREENS.review!(page);
    const tabs = (await page.locator('.pages').boundingBox())!;
    const bottom = tabs.y > 0 ? tabs.y : size.height;
    const board = (await page.locator('bagh-board').boundingBox())!;
    expect(board.y).toBeGreaterThanOrEqual(0);
    for (const part of seen) {
      for (const element of await page.locator(part).all()) {
        const box = (await element.boundingBox())!;
        expect(box.y + box.height, part).toBeLessThanOrEqual(bottom);
      }
    }
  });
}

test('the graph names its levels, tells every move, and goes where it is clicked', async ({
  page,
}) => {
  await SCREENS.review!(page);
  const graph = page.locator('.value-graph');
  await expect(graph.locator('.graph-level')).toHaveCount(7);
  await expect(graph.locator('.graph-name')).toHaveText(['×0', '×1', '×2', '×3', '×4']);
  const names = await graph.locator('.graph-name').evaluateAll((all) =>
    all.map((name) => {
      const { top, bottom } = name.getBoundingClientRect();
      return { top, bottom };
    }),
  );
  for (const [i, name] of names.slice(1).entries()) {
    expect(name.bottom, `name ${i + 1}`).toBeLessThanOrEqual(names[i]!.top + 4);
  }
  await expect(graph.locator('.graph-move title')).toHaveCount(TIGERS_WIN.length);
  await expect(graph.locator('.graph-mistake')).toHaveCount(2);
  await expect(graph.locator('.graph-mistake title').first()).toHaveText(
    '2. E4?!: Draw · tigers take 3 → Draw · tigers take 4',
  );
  const first = (await graph.locator('.graph-move').first().boundingBox())!;
  await page.mouse.click(first.x + first.width / 2, first.y + first.height / 2);
  await expect(page.locator('.tree [aria-current]')).toHaveText('D3');
  // A move that is no mistake is judged, too.
  await expect(page.locator('.coach-move')).toContainText('1. D3');
  await expect(page.locator('.coach-move')).toContainText('tigers take 3');
});

test('a mistake says what it costs, is refuted move by move, and a better move is played', async ({
  page,
}) => {
  await SCREENS.review!(page);
  await expect(page.locator('.coach-words')).toHaveText(
    /^The tiger on [A-E][1-5] takes E4, and 4 goats are lost instead of 3\.$/,
  );
  const goats = page.locator('bagh-board .piece.goat');
  const before = await goats.count();
  await page.getByRole('button', { name: 'Show why' }).click();
  const next = page.getByRole('button', { name: 'Next', exact: true });
  await next.click();
  await expect(page.locator('.why-steps')).toContainText(/[A-E][1-5]/);
  await expect(goats).toHaveCount(before - 1);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(goats).toHaveCount(before);
  const better = page.locator('.better .chip').first();
  const move = (await better.textContent())!.trim();
  await better.click();
  await expect(page.locator('.tree [aria-current]')).toContainText(move);
});

test('without a connection the engine reviews, and says so', async ({ page }) => {
  await page.route('**/api/v1/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
  );
  await page.goto(REVIEWED);
  await expect(page.locator('.review-source')).toContainText('Engine estimate');
  await page.getByText('How accuracy is counted').click();
  await expect(page.locator('.review')).toContainText('Moves that could not go wrong');
  await expect(page.locator('.graph-move')).toHaveCount(TIGERS_WIN.length);
  await expect(page.locator('.coach-words')).not.toHaveText('…');
});

test('the result tells the accuracy and shows the turning point', async ({ page }) => {
  await SCREENS.result!(page);
  const facts = page.locator('.result-facts');
  await expect(facts.locator('.fact', { hasText: 'Accuracy' })).toContainText('100%');
  await expect(facts.locator('.fact', { hasText: 'Moves' })).toContainText('6');
  await facts.getByRole('button', { name: '4. E2' }).click();
  await expect(page.locator('.move-list [aria-current]')).toHaveText('E2');
  await expect(page.locator('.over-board')).toHaveCount(0);
});

test('a result fits its board and a phone, with every button in sight', async ({ page }) => {
  for (const size of [
    { width: 390, height: 844 },
    { width: 320, height: 568 },
    { width: 844, height: 390 },
  ]) {
    await page.setViewportSize(size);
    await SCREENS.result!(page);
    const tabs = (await page.locator('.pages').boundingBox())!;
    const bottom = tabs.y > 0 ? tabs.y : size.height;
    for (const button of await page.locator('.result-actions > *').all()) {
      const box = (await button.boundingBox())!;
      expect(box.y + box.height, `at ${size.width}×${size.height}`).toBeLessThanOrEqual(bottom);
      expect(box.x + box.width).toBeLessThanOrEqual(size.width);
    }
  }
});

test('petals fall for every win, and for no defeat', async ({ page }) => {
  await twoPlayers(page);
  for (const move of TIGERS_WIN) await click(page, move);
  await expect(page.locator('.result')).toContainText('Tigers win');
  await expect(page.locator('.petals')).toBeAttached();
  await page.goto('/play?side=goat');
  for (let i = 0; i < 2; i++) await page.getByRole('button', { name: 'Resign' }).click();
  await expect(page.locator('.result')).toContainText('You resigned.');
  await expect(page.locator('.petals')).toHaveCount(0);
});

test('a small phone shows every action of a game without scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await SCREENS.playing!(page);
  const tabs = (await page.locator('.pages').boundingBox())!;
  for (const action of await page.locator('.actions > *').all()) {
    const box = (await action.boundingBox())!;
    expect(box.y + box.height).toBeLessThanOrEqual(tabs.y);
  }
});

test('the opening explorer has values, and how own games with each move ended', async ({
  page,
}) => {
  await SCREENS.history!(page);
  await page.goto('/analyse/bagh-chal');
  await page.locator('.explorer summary').click();
  await expect(page.locator('.explorer')).toContainText('From 12 games of yours');
  const [row] = await page.locator('.explorer-table tbody tr').all();
  await expect(row!.getByRole('button')).toHaveText('D3');
  await expect(row!.locator('th')).toContainText('mirror images: C2, B3, C4');
  await expect(row!).toContainText('Draw · tigers take 3');
  await expect(row!.locator('.results i')).toHaveText(['8', '4']);
  await expect(row!.locator('.explorer-own')).toContainText('8 won, 0 drawn, 4 lost');
  await row!.getByRole('button', { name: 'D3' }).click();
  await expect(point(page, 'D3')).toHaveAccessibleName(/goat/);
  await page.locator('.explorer-table').getByRole('button', { name: 'A1B1' }).click();
  await expect(page.locator('.explorer-table tbody th').first()).toContainText('E4');
  // All moves are listed when that is wanted, and the way back is named.
  await expect(page.locator('.explorer-table tbody tr')).toHaveCount(12);
  await page
    .getByRole('button', { name: /^\d+ more moves$/ })
    .last()
    .click();
  expect(await page.locator('.explorer-table tbody tr').count()).toBeGreaterThan(12);
  const path = page.locator('.explorer-path');
  await expect(path.locator('[aria-current]')).toHaveText('A1B1');
  await path.getByRole('button', { name: 'Start' }).click();
  await expect(point(page, 'D3')).toHaveAccessibleName(/empty/);
  await expect(path).toHaveCount(0);
});

test('a game that began with a mirror image stands in the same row', async ({ page }) => {
  await page.addInitScript(() => {
    const played = (id: string, moves: string[], outcome: string) => ({
      id,
      game: { name: 'bagh-chal' },
      moves,
      outcome,
      reason: 'resignation',
      own: 'goat',
      level: 2,
      hints: 0,
      takenBack: 0,
      when: 1,
    });
    const games = [
      played('1', ['C1', 'E1D1'], 'goat-win'),
      played('2', ['A3', 'A1A2'], 'tiger-win'),
    ];
    localStorage.setItem('bagh.history', JSON.stringify(games));
  });
  await page.goto('/analyse/bagh-chal');
  await page.locator('.explorer summary').click();
  const rows = page.locator('.explorer-table tbody tr');
  await expect(rows).toHaveCount(5);
  await expect(rows.first().locator('.explorer-own')).toContainText('1 won, 0 drawn, 1 lost');
});

test('help tells how to draw with a mouse and with a finger, and opens at its top', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto('/analyse/bagh-chal');
  await page.getByRole('button', { name: 'Help' }).click();
  const help = page.getByRole('dialog', { name: 'Help' });
  await expect(help.getByRole('heading', { name: 'Help' })).toBeInViewport();
  const text = help.locator('.hand');
  await expect(text).toContainText('Right-click it, or hold your finger on it.');
  await expect(text).toContainText(
    'Drag with the right mouse button, or hold your finger and slide.',
  );
  await help.getByRole('button', { name: 'Close' }).click();
  await expect(help).toBeHidden();
});
