/** What Play tells of the rules of each board. */

import { expect, test, twoPlayers } from './support';

test('the rules are those of the board', async ({ page }) => {
  const rules = page.locator('.aims ol');
  const told = async (game: string) => {
    await twoPlayers(page, game);
    await page.getByText('Aims and rules').click();
    return rules;
  };
  await expect(await told('bagh-chal')).toContainText('The goats begin.');
  await expect(rules).toContainText('Grand wins');
  await page.evaluate(() => localStorage.clear());
  await expect(await told('aadu-puli')).toContainText('The tigers begin. Both sides place');
  await expect(rules).not.toContainText('Grand wins');
  await page.evaluate(() => localStorage.clear());
  await expect(await told('pulijudamu')).toContainText('The goats begin.');
  await page.evaluate(() => localStorage.clear());
  await expect(await told('kaooa')).toContainText('The vulture begins: it is placed');
  await expect(rules).toContainText('One capture per turn, and capturing is optional.');
  await expect(rules).not.toContainText('goat');
});
