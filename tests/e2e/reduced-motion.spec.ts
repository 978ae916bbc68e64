import { expect, test } from '@tests/support/e2e';

test.use({ viewport: { width: 390, height: 844 } });

test('with reduced motion nothing moves for longer than a blink, and the carousel does not move', async ({
  page,
}) => {
  await page.goto('.');
  await page.getByRole('heading', { name: /Providers Can Work/ }).scrollIntoViewIfNeeded();
  const carousel = page.getByRole('region', { name: 'Services' });
  await expect(carousel.getByRole('button').first()).toHaveAccessibleName('Play');
  await page.getByRole('button', { name: 'Menu' }).click();
  const slow = await page.evaluate(
    () =>
      document
        .getAnimations()
        .filter(({ effect, transitionProperty }: Animation & { transitionProperty?: string }) => {
          const end = effect?.getComputedTiming().endTime;
          return transitionProperty !== 'opacity' && Number(end) > 100;
        }).length,
  );
  expect(slow, 'animations longer than a blink').toBe(0);
});
