import type { Locator, Page } from '@playwright/test';
import { expect, testInSharedContext as test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';

/** Slows down the closing animation, so that the test acts during it. */
async function closeSlowly(page: Page): Promise<void> {
  // A dialog that is still opening would close immediately.
  await expect(page.locator('.dialog-popup')).toHaveCSS('opacity', '1');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Animation.enable');
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 0.02 });
  await page.keyboard.press('Escape');
  await expect(backdrop(page)).toHaveAttribute('data-closed');
}

const backdrop = (page: Page) => page.locator('.dialog-backdrop');

/** Clicks the middle of a control, even if it is covered. */
async function clickAt(page: Page, control: Locator): Promise<void> {
  const box = await control.boundingBox();
  if (box === null) throw new Error(`${control} is not on the screen.`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

const stillFading = (page: Page) => expect(backdrop(page)).toBeVisible();

test.describe('while it fades out', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('a dialog lets a click through to the page, which keeps the focus', async ({ page }) => {
    await page.goto('dashboard?mock.as=provider');
    await job.openSection(page, 'Booking / Order Kits');
    await page.getByRole('button', { name: 'Book appointment for Robin Ellis' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await closeSlowly(page);
    const search = page.getByRole('searchbox').first();
    await clickAt(page, search);
    await stillFading(page);
    await page.keyboard.type('Robin');
    await expect(search).toHaveValue('Robin');
    await expect(search).toBeFocused();
  });
});

/** Times of a press in milliseconds after the one before; a press of an earlier gesture is longer ago. */
const quickly = 150;
const slowly = 700;

interface Presses {
  /** Presses in the same place, some time after the press before. The events carry the time, so the test does not wait. */
  again(after: number): Promise<void>;
}

/** Presses the middle of a control with the mouse, or taps it where the page is on a touch screen. */
async function press(page: Page, control: Locator, by: 'mouse' | 'touch'): Promise<Presses> {
  await control.scrollIntoViewIfNeeded();
  const box = await control.boundingBox();
  if (box === null) throw new Error(`${control} is not on the screen.`);
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const devtools = await page.context().newCDPSession(page);
  let time = Date.now() / 1000;
  let count = 0;
  const again = async (after: number) => {
    time += after / 1000;
    count = after === slowly ? 1 : count + 1;
    const timestamp = time;
    if (by === 'touch') {
      await devtools.send('Input.dispatchTouchEvent', {
        type: 'touchStart',
        touchPoints: [place],
        timestamp,
      });
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp });
      return;
    }
    const button = { ...place, button: 'left', clickCount: count, timestamp } as const;
    await devtools.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...button });
    await devtools.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...button });
  };
  await again(0);
  return { again };
}

const openDialogs = (page: Page) =>
  page.locator('[role="dialog"][data-open], [role="alertdialog"][data-open]');

/** Nothing may happen after a dropped press: a later one, elsewhere on the page, is handled first. */
async function typeInto(page: Page, field: Locator): Promise<void> {
  await field.click();
  await page.keyboard.type('Ann');
  await expect(field).toHaveValue('Ann');
}

const nameOfRow1 = (page: Page) => page.getByRole('textbox', { name: 'Name, row 1', exact: true });
const importDialog = (page: Page) => page.getByRole('dialog', { name: 'Import Patients from File' });

test.describe('the second press of a double click', () => {
  test('on Edit or Cancel of a row leaves the focus where the first has moved it, and elsewhere it counts', async ({
    page,
  }) => {
    await page.goto('dashboard?mock.as=provider');
    await page.getByRole('tab', { name: 'Update Patients' }).click();
    const edit = page.getByRole('button', { name: 'Edit Robin Ellis' });
    const name = page.getByRole('textbox', { name: 'Name' });
    const editing = await press(page, edit, 'mouse');
    await expect(name).toBeFocused();
    await editing.again(quickly);
    await page.keyboard.type('!');
    await expect(name).toHaveValue(/!/);
    await name.fill('Robin Ellis');
    const cancelling = await press(page, page.getByRole('button', { name: 'Cancel', exact: true }), 'mouse');
    await expect(edit).toBeFocused();
    await cancelling.again(quickly);
    await expect(name).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(name).toBeFocused();

    // One that comes later, or on a control that opens nothing, counts.
    const account = page.getByRole('button', { name: /^Hey, / });
    const menu = await press(page, account, 'mouse');
    await expect(page.getByRole('menu')).toBeVisible();
    await menu.again(quickly);
    await menu.again(slowly);
    await expect(page.getByRole('menu')).toBeHidden();
    await menu.again(slowly);
    await expect(page.getByRole('menu')).toBeVisible();
    // For more than a second.
    for (let times = 0; times < 7; times += 1) await menu.again(quickly);
    await expect(page.getByRole('menu')).toBeHidden();
    await job.openSection(page, 'Booking / Order Kits');
    const choice = page.getByRole('checkbox', { name: 'Select Robin Ellis' });
    const { again } = await press(page, choice, 'mouse');
    await expect(choice).toBeChecked();
    await again(quickly);
    await expect(choice).not.toBeChecked();
  });
});

test.describe('the second tap of a double tap', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('on Cancel or the cross of a dialog presses nothing below it', async ({ page }) => {
    await page.goto('dashboard?mock.as=provider');
    for (const name of ['Cancel', 'Close']) {
      await page.getByRole('button', { name: 'Import Patients from File' }).click();
      await expect(importDialog(page)).toHaveCSS('opacity', '1');
      const { again } = await press(page, importDialog(page).getByRole('button', { name }), 'touch');
      await expect(openDialogs(page)).toHaveCount(0);
      await again(quickly);
      await typeInto(page, nameOfRow1(page));
      await expect(page.getByText('Please enter all the details of patient.')).toHaveCount(0);
      await expect(page.getByRole('menu')).toHaveCount(0);
      await nameOfRow1(page).clear();
    }
  });

  test('on Update does not answer its question', async ({ page }) => {
    await page.goto('dashboard?mock.as=patient');
    await page.getByLabel('City').fill('Tacoma');
    const update = page.getByRole('main').getByRole('button', { name: 'Update' });
    const { again } = await press(page, update, 'touch');
    const question = page.getByRole('alertdialog');
    await expect(question).toHaveCSS('opacity', '1');
    await again(quickly);
    await question.getByRole('button', { name: 'Update' }).tap();
    await expect(page.getByText('Profile updated')).toBeVisible();
  });
});
