import type { Locator, Page } from '@playwright/test';
import {
  expect,
  type Noise,
  testInSharedContext as test,
  test as testInOwnContext,
} from '@tests/support/e2e';
import { openRoom, rowsOf } from '@tests/support/mock-control';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.setTimeout(120_000);

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

/** The beginning of a caption, and what it is about. */
type Step = readonly [caption: string, subject: (page: Page) => Locator];

const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => (page: Page) => page.getByRole('heading', { name });
const row = (text: string) => (page: Page) => page.getByRole('row').filter({ hasText: text });
const missing = (what: string) => (page: Page) =>
  page.getByRole('status').filter({ hasText: `Still missing: ${what}.` });
const setUp = (page: Page) => page.getByRole('region', { name: 'Set up your clinic' });
const station = (name: string) => (page: Page) =>
  page
    .getByRole('region', { name: 'Kit Tracking Status' })
    .getByRole('list')
    .filter({ hasText: `${name} (reached)` });
const chosen = (summary: string) => (page: Page) =>
  page.getByRole('dialog', { name: 'Order Kit' }).getByRole('status').filter({ hasText: summary });
const requested = row('Address confirmation requested');

interface Story {
  readonly id: string;
  readonly title: string;
  readonly steps: readonly Step[];
  /** The failures that it shows. */
  readonly fails?: (noise: Noise) => void;
}

const stories: readonly Story[] = [
  {
    id: 'first-day',
    title: 'A clinic’s first day',
    steps: [
      ['Harbor Street Clinic has just joined.', setUp],
      ['First the lab', (page) => page.getByRole('tabpanel').getByRole('button', { name: 'Save' })],
      ['Saved.', heading('Update Lab Data')],
      ['Next the card.', button('Pay with the test card')],
      ['The card is stored', heading('Payment method saved successfully!')],
      ['You bring your patients', button('Save All')],
      ['Save All, and', (page) => page.getByRole('listitem').filter({ hasText: '0 of 8 authorized' })],
      ['You select them all', button('Not authorized 0')],
      ['Lab, card and patients', button('Place Order')],
      ['The first order is out', requested],
    ],
  },
  {
    id: 'card-declined',
    title: 'Card declined',
    steps: [
      ['You are a new clinic.', missing('card details and lab details')],
      ['You add the card', button('Pay with a card that is declined')],
      ['The card is declined.', (page) => page.getByRole('alert').filter({ hasText: 'declined' })],
      ['You cancel instead.', heading('Payment Cancelled')],
      ['Back on the dashboard', missing('card details and lab details')],
      ['You try once more', heading('Payment method saved successfully!')],
      ['Only the lab', missing('lab details')],
    ],
  },
  {
    id: 'not-authorized',
    title: 'Patient not authorized',
    steps: [
      ['The red dots', row('Mary Swift-Klein')],
      ['You order a kit', (page) => page.getByRole('status').filter({ hasText: 'isn’t authorized yet' })],
      [
        'The server rejects',
        (page) =>
          page.getByRole('dialog').getByRole('alert').filter({ hasText: 'Patient is not authorized.' }),
      ],
      ['You authorize Mary', button('Place Order')],
      ['This time it goes through', requested],
    ],
    fails: (noise) => noise.allowStatus(403),
  },
  {
    id: 'network-lost',
    title: 'Network lost during Save All',
    steps: [
      ['Here you add new patients', button('Import Patients from File')],
      ['You import two patients', button('Save All')],
      ['You press Save All', button('Check again')],
      [
        'The network is back',
        (page) => page.getByRole('status').filter({ hasText: 'The response was lost, but we checked' }),
      ],
      ['In your list', row('Ava Thompson')],
    ],
    fails: (noise) => noise.allowNetworkFailure(),
  },
  {
    id: 'kit-followed-home',
    title: 'Kit followed home',
    steps: [
      ['You are Harbor Street Clinic.', row('Robin Ellis')],
      ['One press on the cart', chosen('Standard 5 Panel, Every 3 Months. Price: $129')],
      ['You place the order, and the terms come first.', button('I agree')],
      ['You agree, and the order waits', requested],
      [
        'Robin gets an email',
        (page) =>
          page
            .getByRole('dialog', { name: 'Demo data' })
            .getByRole('listitem')
            .filter({ hasText: 'To patient@kitwell.test' }),
      ],
      ['Robin opens the link.', button('Confirm Address')],
      ['Robin confirms.', heading('Address Confirmed')],
      ['Now you are Robin', station('Order placed')],
      ['A day later', station('Kit shipped')],
      ['Two days later', station('Kit delivered')],
      ['The sample is back', station('Sample received')],
      ['The results are ready', station('Results ready')],
    ],
  },
];

const barOf = (page: Page) => page.getByRole('region', { name: /^Story: / });

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Whether something that stays covers the upper or lower edge of an element; a toast closes by itself. */
const isCovered = (element: Locator): Promise<boolean> =>
  element.evaluate((shown) => {
    const { left, top, bottom, width } = shown.getBoundingClientRect();
    const isOwn = (each: Element) => shown.contains(each) || each.contains(shown);
    return [top + 2, bottom - 2].some((y) => {
      const [over] = document
        .elementsFromPoint(left + width / 2, y)
        .filter((each) => isOwn(each) || each.closest('.Toastify') === null);
      return over !== undefined && !isOwn(over);
    });
  });

/** Whether the whole subject is in view, the bar beside it, and the frame with the step's number around it. */
async function isPresented(page: Page, subject: Locator): Promise<boolean> {
  const [bar, shown, outline, size] = [
    await barOf(page).boundingBox(),
    await subject.boundingBox(),
    await page.locator('[data-story-outline]').boundingBox(),
    page.viewportSize(),
  ];
  if (!bar || !shown || !outline || !size || overlap(bar, shown)) return false;
  const isInView = shown.y >= 0 && shown.y + shown.height <= size.height;
  const isFramed = overlap(outline, shown) && Math.abs(outline.height - shown.height) <= 13;
  return isInView && isFramed && !(await isCovered(subject));
}

/** Waits for a step, counted from 0, and checks what the audience sees. */
async function expectStep(page: Page, { title, steps }: Story, index: number): Promise<void> {
  const [caption, subject] = steps[index] ?? [];
  if (caption === undefined || subject === undefined) throw new Error(`There is no step ${index}.`);
  const bar = page.getByRole('region', { name: `Story: ${title}` });
  await expect(bar).toContainText(`Step ${index + 1} of ${steps.length}`);
  await expect(bar).toContainText(caption);
  // Each step before it is done first.
  for (const at of steps.slice(0, index + 1).keys())
    await expect(bar).not.toContainText(`preparing ${at + 1} of`);
  await expect(bar.getByRole('button', { name: /^(Next|Finish)$/ })).not.toHaveAttribute('aria-disabled');
  const shown = subject(page).first();
  await expect(shown).toBeVisible();
  await expect.poll(() => isPresented(page, shown), { message: `step ${index + 1} is presented` }).toBe(true);
}

/** Checks that the caption leaves the subject free on a phone as well. Returns the sizes of the bar. */
async function expectBothWidths(page: Page, story: Story, index: number): Promise<Box[]> {
  const boxes: Box[] = [];
  for (const size of [desktop, phone]) {
    await page.setViewportSize(size);
    await expectStep(page, story, index);
    const box = await barOf(page).boundingBox();
    if (box) boxes.push(box);
  }
  await page.setViewportSize(desktop);
  return boxes;
}

/** The visible text of the page without toasts, which close by themselves, and without the story's bar. */
const visibleText = (page: Page) =>
  page.evaluate(() => {
    const spoken = document.querySelectorAll<HTMLElement>('.sr-only[role=status]');
    for (const region of spoken) region.hidden = true;
    const text = [...document.body.children]
      .filter((child) => !child.matches('aside, script') && child.querySelector('.Toastify') === null)
      .map((child) => (child instanceof HTMLElement ? child.innerText : ''))
      .join('\n');
    for (const region of spoken) region.hidden = false;
    return text;
  });

/** The visible text once calls in the background change it no longer. */
async function settledText(page: Page): Promise<string> {
  let last = '';
  const isSettled = async () => {
    const text = await visibleText(page);
    const isSame = text === last && !text.includes('Loading...');
    last = text;
    return isSame;
  };
  await expect.poll(isSettled, { intervals: [100] }).toBe(true);
  return last;
}

const open = (page: Page, story: Story, step = 1) =>
  page.goto(`dashboard?mock.story=${story.id}&mock.step=${step}`);

for (const story of stories) {
  test(`“${story.title}” is given by keyboard from one link, and Back shows each step as it was`, async ({
    page,
    noise,
  }) => {
    story.fails?.(noise);
    await page.setViewportSize(desktop);
    await open(page, story);
    const texts: string[] = [];
    const bars: Box[] = [];
    const focus = (name: string) =>
      expect(barOf(page).getByRole('button', { name, exact: true })).toBeFocused();
    for (const index of story.steps.keys()) {
      bars.push(...(await expectBothWidths(page, story, index)));
      await focus(index === story.steps.length - 1 ? 'Finish' : 'Next');
      texts.push(await settledText(page));
      if (index < story.steps.length - 1) await page.keyboard.press('Enter');
    }
    for (const { width, height } of bars) {
      // Beside an open mailbox it is narrower.
      const [first] = bars.filter((bar) => bar.width === width);
      expect(height, 'the bar is as high at each step').toBe(first?.height);
    }
    for (const index of [...story.steps.keys()].reverse().slice(1)) {
      await barOf(page).getByRole('button', { name: 'Back' }).press('ArrowLeft');
      await expectStep(page, story, index);
      await expect.poll(() => visibleText(page), { message: `step ${index + 1}` }).toBe(texts[index]);
    }
  });
}

const kit = stories.find(({ id }) => id === 'kit-followed-home');

const endOf = (page: Page) => barOf(page).getByRole('heading', { name: /^You have seen/ });

test('the last button ends a story: with what was shown, and ways to go on from there by keyboard', async ({
  page,
}) => {
  if (!kit) throw new Error('The story is gone.');
  const last = kit.steps.length - 1;
  await page.setViewportSize(phone);
  await open(page, kit, last + 1);
  await expectStep(page, kit, last);
  await expect(barOf(page).getByRole('button', { name: 'Finish' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(endOf(page)).toBeFocused();
  await expect(endOf(page)).toHaveText('You have seen “Kit followed home”');
  await expect(barOf(page).getByRole('list', { name: 'What was shown' }).getByRole('listitem')).toHaveCount(
    3,
  );

  await test.step('back to the last step, and to the end again', async () => {
    await page.keyboard.press('ArrowLeft');
    await expectStep(page, kit, last);
    await expect(barOf(page).getByRole('button', { name: 'Finish' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(endOf(page)).toBeFocused();
  });

  await test.step('the next story', async () => {
    await barOf(page).getByRole('button', { name: 'Next story: A clinic’s first day' }).press('Enter');
    await expect(page.getByRole('region', { name: 'Story: A clinic’s first day' })).toContainText(
      'Step 1 of 10',
    );
  });

  await test.step('exploring, with the data and the focus where the story was', async () => {
    await open(page, kit, last + 1);
    await expectStep(page, kit, last);
    await barOf(page).getByRole('button', { name: 'Finish' }).press('Enter');
    await expect(endOf(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(barOf(page)).toHaveCount(0);
    await expect(station('Results ready')(page)).toBeFocused();
    await page.reload();
    await expect(station('Results ready')(page)).toBeVisible();
    await expect(barOf(page)).toHaveCount(0);
  });
});

test('played again, a story begins with its first data', async ({ page, noise }) => {
  const story = stories.find(({ id }) => id === 'network-lost');
  if (!story) throw new Error('The story is gone.');
  story.fails?.(noise);
  const saved = async () =>
    (await rowsOf(page, 'patients')).filter(({ patient_name }) => patient_name === 'Ava Thompson').length;
  await open(page, story, 5);
  await expectStep(page, story, 4);
  expect(await saved()).toBe(1);
  await barOf(page).getByRole('button', { name: 'Finish' }).click();
  await barOf(page).getByRole('button', { name: 'Play again' }).click();
  await expectStep(page, story, 0);
  expect(await saved()).toBe(0);
});

test('Next pressed very often does each step once', async ({ page, noise }) => {
  const story = stories.find(({ id }) => id === 'not-authorized');
  if (!story) throw new Error('The story is gone.');
  story.fails?.(noise);
  await open(page, story);
  await expectStep(page, story, 0);
  await expect(async () => {
    for (let press = 0; press < 10; press += 1) await page.keyboard.press('Enter');
    await expect(endOf(page)).toBeVisible({ timeout: 100 });
  }).toPass({ timeout: 60_000, intervals: [0] });
  const order = 'POST /alert/request-address-confirmation-single-patient';
  const sent = await page.evaluate(() =>
    (window.__mock?.log.list() ?? [])
      .filter(({ operation }) => operation.startsWith('POST '))
      .map(({ operation, status }) => `${operation} ${status}`),
  );
  expect(sent).toEqual([`${order} 403`, 'POST /patient/authenticate 200', `${order} 200`]);
});

test('a page used by hand meanwhile is noticed, and the step can be shown again', async ({ page }) => {
  if (!kit) throw new Error('The story is gone.');
  await open(page, kit);
  await expectStep(page, kit, 0);
  await page.getByRole('button', { name: 'Order kit for Robin Ellis' }).click();
  await expect(page.getByRole('dialog', { name: 'Order Kit' })).toBeVisible();
  await barOf(page).getByRole('button', { name: 'Next' }).click();
  await expect(barOf(page).getByRole('alert')).toContainText('Waiting for the page...');
  await barOf(page).getByRole('button', { name: 'Show this step again' }).click();
  await expectStep(page, kit, 1);
});

test('the open control room and the caption leave the subject free', async ({ page }) => {
  if (!kit) throw new Error('The story is gone.');
  await page.setViewportSize(desktop);
  await open(page, kit, 2);
  await expectStep(page, kit, 1);
  await page.keyboard.press('Control+.');
  await expect(page.getByRole('dialog', { name: 'Demo data' })).toBeVisible();
  await expectStep(page, kit, 1);
  await barOf(page).getByRole('button', { name: 'Next' }).click();
  await expectStep(page, kit, 2);
});

test('a step’s link shows that step to anyone, and leaves the address', async ({
  page,
  browser,
  baseURL,
}) => {
  if (!kit) throw new Error('The story is gone.');
  await page.setViewportSize(phone);
  await open(page, kit, 2);
  await expectStep(page, kit, 1);
  expect(page.url()).not.toContain('mock.');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await barOf(page).getByRole('button', { name: 'Copy link to this step' }).click();
  await expect(barOf(page)).toContainText('Copied');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const otherBrowser = await browser.newContext({ viewport: desktop, ...(baseURL ? { baseURL } : {}) });
  const guest = await otherBrowser.newPage();
  await guest.goto(link.replace('mock.step=2', 'mock.step=9'));
  await expectStep(guest, kit, 8);
  await guest.reload();
  await expectStep(guest, kit, 8);
  await otherBrowser.close();
});

test('Play goes on by itself until Pause', async ({ page }) => {
  if (!kit) throw new Error('The story is gone.');
  await open(page, kit);
  await expectStep(page, kit, 0);
  await expect(barOf(page)).toContainText('Press Next to go on, or Play');
  await barOf(page).getByRole('button', { name: 'Play' }).click();
  await expect(barOf(page)).toContainText('Step 2 of', { timeout: 20_000 });
  await barOf(page).getByRole('button', { name: 'Pause' }).click();
  await expectStep(page, kit, 1);
  await expect(barOf(page).getByRole('button', { name: 'Play' })).toBeVisible();
});

testInOwnContext('in the background Play waits for its audience, then ends', async ({ page }) => {
  if (!kit) throw new Error('The story is gone.');
  const last = kit.steps.length - 1;
  await open(page, kit, last);
  await expectStep(page, kit, last - 1);
  await page.clock.install();
  const setHidden = (isHidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value });
    }, isHidden);
  await barOf(page).getByRole('button', { name: 'Play' }).click();
  // Less than the time to read the caption.
  await page.clock.fastForward(3000);
  await expectStep(page, kit, last - 1);
  await page.clock.fastForward(60_000);
  await expectStep(page, kit, last);
  await setHidden(true);
  await page.clock.fastForward(60_000);
  await expectStep(page, kit, last);
  await expect(barOf(page).getByRole('button', { name: 'Pause' })).toBeEnabled();
  await setHidden(false);
  await page.clock.fastForward(60_000);
  await expect(endOf(page)).toBeVisible();
});

test('a story is started in the control room, and is usable from inside a dialog', async ({ page }) => {
  if (!kit) throw new Error('The story is gone.');
  await page.goto('login');
  const room = await openRoom(page, 'Stories');
  await room.getByRole('button', { name: 'Start “Kit followed home”' }).click();
  await room.getByRole('button', { name: 'Yes, start “Kit followed home”' }).click();
  await expectStep(page, kit, 0);
  await page.keyboard.press('Enter');
  await expectStep(page, kit, 1);
  await page.getByRole('dialog', { name: 'Order Kit' }).getByLabel('Frequency').focus();
  await page.keyboard.press('Control+Shift+Period');
  await expect(barOf(page).getByRole('button', { name: 'Next' })).toBeFocused();
  await barOf(page).getByRole('button', { name: 'Close the story' }).click();
  await expect(barOf(page)).toHaveCount(0);
  await expect(page.getByRole('dialog', { name: 'Order Kit' })).toBeVisible();
});

test('a link to other data ends the story', async ({ page }) => {
  if (!kit) throw new Error('The story is gone.');
  await open(page, kit, 2);
  await expectStep(page, kit, 1);
  await page.goto('dashboard?mock.preset=demo&mock.as=provider');
  await expect(page.getByText('Hey, Harbor Street Clinic')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Hey, Harbor Street Clinic')).toBeVisible();
  await expect(barOf(page)).toHaveCount(0);
});
