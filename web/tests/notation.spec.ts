/** Records, positions and lists: pasted, dropped, typed and exported. */

import { readFileSync } from 'node:fs';
import { expect, test, tree, position, open, notation, paste } from './analysis';
import { point, SMALL_BOARD } from './support';

test('a record is pasted, changed and exported', async ({ page }) => {
  const text = `[Game "bagh-chal"]
[Goats "Maya Rai"]
[Tigers "Hari Thapa"]
[Reason "resignation"]

{A game on the stone board.} 1. C1 E1D1 (1... A1B1 {too early} 2. B2) 2. B1 D1E1
3. D1 goat-win`;
  await open(page, '/analyse/aadu-puli');
  await paste(page, text);
  await expect(page).toHaveURL(/\/analyse\/bagh-chal/);
  await expect(tree(page).locator('.one-move')).toHaveCount(7);
  await expect(page.locator('.comment')).toHaveText(['A game on the stone board.', 'too early']);
  const record = page.locator('#record-text');
  expect((await record.inputValue()).trim()).toBe(text);
  // The variation becomes the main line, and the result goes with the old one.
  await tree(page).getByText('A1B1').click();
  await page.getByRole('button', { name: 'Promote' }).click();
  await expect(record).toHaveValue(/1\. C1 A1B1 \{too early\}/);
  await expect(record).toHaveValue(/\*\s*$/);
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(tree(page).locator('.one-move')).toHaveCount(5);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(tree(page).locator('.one-move')).toHaveCount(7);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).last().click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('bagh-chal.bagh');
  expect(readFileSync(await file.path(), 'utf8').trim()).toBe((await record.inputValue()).trim());
});

test('positions of the OBX manual become a game, and what was mended is said', async ({ page }) => {
  await open(page, '/analyse/bagh-chal');
  await paste(
    page,
    `T3T/5/5/5/T3T g g20 c0 - 0
T1G1T/5/5/5/T3T t g19 c0 mC1 1
T1GT1/5/5/5/T3T g g19 c0 mE1D1 2
TGGT1/5/5/5/T3T t g18 c0 mB2 3`,
  );
  await expect(tree(page).locator('.plain-move')).toHaveText(['Start', 'C1', 'E1D1', 'B1']);
  await expect(page.locator('.opened')).toContainText('Corrected while reading');
  await page.keyboard.press('End');
  await expect(position(page)).toHaveValue(/^TGGT1\/5\/5\/5\/T3T t g18 c0/);
});

test('positions and games that do not follow each other are a list', async ({ page }) => {
  await open(page, '/analyse/bagh-chal');
  await paste(
    page,
    `T3T/5/5/5/T3T g g20 c0 - 0
nonsense/5/5/5/5 g g20 c0
TXGTX/XGXXX/XXXXX/XXXXX/TXXXT t c0 mB2 3
G1G1T/2T2/5/5/T3T g g16 c2 - -`.replace('nonsense', 'T3T'),
  );
  const list = page.locator('.opened-list button');
  await expect(list).toHaveCount(3);
  await expect(page.getByRole('alert')).toContainText('T3T/5/5/5/5');
  await list.nth(1).click();
  await expect(position(page)).toHaveValue(/^T1GT1\/1G3\/5\/5\/T3T t g18 c0/);
  await page.keyboard.press('n');
  await expect(position(page)).toHaveValue(/^G1G1T\/2T2\/5\/5\/T3T g g16 c2/);
  await paste(page, '1. C1 E1D1 *\n\n[Game "aadu-puli"]\n1. B0 *');
  await expect(list).toHaveCount(2);
  await list.nth(1).click();
  await expect(page).toHaveURL(/\/analyse\/aadu-puli/);
  // A mistake in a text is explained with its place.
  await paste(page, '[Game "bagh-chal"]\n1. C1 E1D1 2. E5 *');
  await expect(page.getByRole('alert')).toContainText('E5 is occupied');
});

test('a position is pasted on the page, dropped as a file, and typed', async ({ page }) => {
  await open(page, '/analyse/bagh-chal');
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text', '1_T---T--G------------T---T1900');
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await expect(point(page, 'C2')).toHaveAccessibleName(/^C2, goat/);
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['G3T/2T2/5/5/T3T g g18 c1 - -'], 'a.obx', { type: 'text/plain' }));
    const event = { dataTransfer: data, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new DragEvent('dragover', event));
    document.body.dispatchEvent(new DragEvent('drop', event));
  });
  await expect(point(page, 'C2')).toHaveAccessibleName(/^C2, tiger/);
  await notation(page);
  await position(page).fill('T3T/5/2G2/5/T3T t g19 c0 mC3 1');
  await position(page).press('Enter');
  await expect(point(page, 'C3')).toHaveAccessibleName(/^C3, goat/);
  await expect(page).toHaveURL(/position=T3T/);
  // A board file brings its own game.
  await paste(page, readFileSync(SMALL_BOARD, 'utf8'));
  await expect(page).toHaveURL(/\/analyse\/small/);
  await expect(page.locator('bagh-board .point')).toHaveCount(9);
  await expect(page.locator('.unknown')).toContainText('does not know this board');
  await expect(page.locator('.estimates li').first()).toBeVisible();
  await page.reload();
  await expect(page.locator('bagh-board .point')).toHaveCount(9);
});
