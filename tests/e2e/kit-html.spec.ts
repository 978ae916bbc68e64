import {
  allowedElements,
  foreignParts,
  hostileDescriptions,
} from '@tests/features/kits/hostile-descriptions';
import { openDashboard } from '@tests/support/at-the-keyboard';
import { expect, test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';

// Bypass the CSP, which would block the attacks: the sanitizer alone has to.
test.use({ bypassCSP: true });

test('hostile kit descriptions run nothing and leave only text', async ({ page }) => {
  await openDashboard(page);
  // One kit with all of them. What does not close its elements is the last.
  const { 'markup that is repaired into a script': unclosed = '', ...closed } = hostileDescriptions;
  const description = [...Object.values(closed), unclosed].map((attack) => `<div>${attack}</div>`).join('');
  await page.evaluate(async (html) => {
    const db = window.__mock?.db;
    for (const kit of (db?.list('kits') ?? []) as { id: string }[])
      await db?.patch('kits', kit.id, { description: html });
  }, description);
  await job.chooseInAccountMenu(page, 'Kits Information');
  await page.getByRole('button', { name: 'Essential 2 Panel', exact: true }).click();
  const box = page.locator('.rich-text');
  const seen = async () => (await box.innerText()).match(/seen/g)?.length;
  await expect.poll(seen).toBe(Object.keys(hostileDescriptions).length);
  expect(await box.evaluate(foreignParts, allowedElements)).toEqual([]);
  // All that a user can do to them, in one go. Links to other sites are allowed, and would leave the page.
  await box.evaluate((element) => {
    for (const part of element.querySelectorAll<HTMLElement>('*:not(a[href^="http"])'))
      for (const type of ['click', 'mouseover', 'pointerenter', 'focus', 'toggle', 'error', 'load'])
        part.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }));
  });
  await expect(page.getByRole('heading', { name: 'Kit Information' })).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'attacked'))).toBeUndefined();
});
