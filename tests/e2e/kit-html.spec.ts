import {
  allowedElements,
  foreignParts,
  hostileDescriptions,
} from '@tests/features/kits/hostile-descriptions';
import { expect, test } from '@tests/support/e2e';

const kits = [
  'Essential 2 Panel',
  'Standard 5 Panel',
  'Complete 10 Panel',
  'Three-Site Panel',
  'HIV & Syphilis Panel',
];

/** Groups of five, because the demo has five kits. */
const attacks = Object.values(hostileDescriptions);
const rounds = Array.from({ length: Math.ceil(attacks.length / kits.length) }, (_, round) =>
  attacks.slice(round * kits.length, (round + 1) * kits.length),
);

// Bypass the CSP, which would block the attacks: the sanitizer alone has to.
test.use({ bypassCSP: true });

for (const [round, descriptions] of rounds.entries()) {
  test(`hostile kit descriptions run nothing and leave only text, round ${round + 1}`, async ({ page }) => {
    await page.goto('.');
    await page.waitForFunction(() => '__mock' in window);
    await page.evaluate(async (given) => {
      const mock = window.__mock;
      if (mock === undefined) throw new Error('This build has no mock backend.');
      await mock.ready;
      const rows = mock.db.list('kits') as { id: string }[];
      for (const [position, description] of given.entries()) {
        await mock.db.patch('kits', rows[position]?.id ?? '', { description });
      }
      await mock.as('patient');
    }, descriptions);
    await page.getByRole('button', { name: 'About the kits' }).click();
    for (const name of kits.slice(0, descriptions.length)) {
      await page.getByRole('button', { name, exact: true }).click();
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
      const box = page.locator('.rich-text');
      await expect(box).toContainText('seen');
      expect(await box.evaluate(foreignParts, allowedElements)).toEqual([]);
      for (const control of await box.getByText('seen').all()) await control.click({ force: true });
    }
    await expect(page.getByRole('heading', { name: 'Kit Information' })).toBeVisible();
    expect(await page.evaluate(() => Reflect.get(window, 'attacked'))).toBeUndefined();
  });
}
