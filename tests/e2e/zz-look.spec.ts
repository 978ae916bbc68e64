import { test } from '@playwright/test';
import { openRoom } from '@tests/support/mock-control';
for (const [width, height] of [[390, 844], [768, 1024], [1440, 900]] as const)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`look ${width} ${colorScheme}`, async ({ browser }) => {
      test.setTimeout(180_000);
      const page = await (await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' })).newPage();
      const shot = (name: string, fullPage = false) => page.screenshot({ path: `/tmp/tools-shots/${name}-${width}-${colorScheme}.png`, fullPage });
      await page.goto('__mock/split');
      await page.frameLocator('iframe[name=mock-frame-patient]').getByText(/^Hey, /).waitFor({ timeout: 60_000 });
      await page.frameLocator('iframe[name=mock-frame-provider]').getByText(/^Hey, /).waitFor({ timeout: 60_000 });
      await shot('split', width < 1200);
      await page.goto('dashboard?mock.as=provider&mock.fail=POST /auth/login:500');
      const room = await openRoom(page, 'Scenarios');
      await room.getByRole('button', { name: 'Report a bug' }).click();
      await room.getByText('Show all of it').click();
      await page.waitForTimeout(500);
      await shot('report');
      await room.getByRole('group', { name: 'Report a bug' }).getByRole('button', { name: 'Close' }).click();
      await room.getByRole('heading', { name: 'Share' }).scrollIntoViewIfNeeded();
      await shot('scenarios');
      await room.getByRole('tab', { name: 'Machines' }).click();
      await page.waitForTimeout(1500);
      await shot('machines');
      if (colorScheme === 'light') {
        await page.goto('dashboard?mock.story=kit-followed-home&mock.step=2');
        await page.getByRole('button', { name: 'Next' }).waitFor();
        await page.waitForTimeout(2500);
        await shot('story');
      }
    });
