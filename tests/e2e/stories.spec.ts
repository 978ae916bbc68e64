import type { Locator, Page } from '@playwright/test';
import { expect, testInSharedContext as test } from '@tests/support/e2e';

test.setTimeout(120_000);

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

/** The beginning of a caption, and what it is about. */
type Step = readonly [caption: string, subject: (page: Page) => Locator];

const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true });
const row = (text: string) => (page: Page) => page.getByRole('row').filter({ hasText: text });
const station = (name: string) => (page: Page) =>
  page
    .getByRole('region', { name: 'Kit Tracking Status' })
    .getByRole('list')
    .filter({ hasText: `${name} (reached)` });
const requested = row('Address confirmation requested');

interface Story {
  readonly id: string;
  readonly title: string;
  /** How many steps it has. */
  readonly length: number;
  /** The steps that are looked at, by their number. */
  readonly steps: Readonly<Record<number, Step>>;
}

const notAuthorized: Story = {
  id: 'not-authorized',
  title: 'Patient not authorized',
  length: 5,
  steps: {
    1: ['The red dots', row('Mary Swift-Klein')],
    2: ['You order a kit', (page) => page.getByRole('status').filter({ hasText: 'isn’t authorized yet' })],
    3: [
      'The server rejects',
      (page) => page.getByRole('dialog').getByRole('alert').filter({ hasText: 'Patient is not authorized.' }),
    ],
    4: ['You authorize Mary', button('Place Order')],
    5: ['This time it goes through', requested],
  },
};

const kit: Story = {
  id: 'kit-followed-home',
  title: 'Kit followed home',
  length: 12,
  steps: {
    2: [
      'One press on the cart',
      (page) =>
        page
          .getByRole('dialog', { name: 'Order Kit' })
          .getByRole('status')
          .filter({ hasText: 'Standard 5 Panel, Every 3 Months. Price: $129' }),
    ],
    12: ['The results are ready', station('Results ready')],
  },
};

const firstDay: Story = {
  id: 'first-day',
  title: 'A clinic’s first day',
  length: 10,
  steps: { 10: ['The first order is out', requested] },
};

const networkLost: Story = {
  id: 'network-lost',
  title: 'Network lost during Save All',
  length: 5,
  steps: { 5: ['In your list', row('Ava Thompson')] },
};

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

/** Waits for a step, and checks what the audience sees. */
async function expectStep(page: Page, { title, length, steps }: Story, number: number): Promise<void> {
  const [caption, subject] = steps[number] ?? [];
  if (caption === undefined || subject === undefined) throw new Error(`There is no step ${number}.`);
  const bar = page.getByRole('region', { name: `Story: ${title}` });
  await expect(bar).toContainText(`Step ${number} of ${length}`);
  await expect(bar).toContainText(caption);
  // Each step before it is done first.
  for (let before = 1; before <= number; before += 1)
    await expect(bar).not.toContainText(`preparing ${before} of`);
  await expect(bar.getByRole('button', { name: /^(Next|Finish)$/ })).not.toHaveAttribute('aria-disabled');
  const presented = subject(page).first();
  await expect(presented).toBeVisible();
  await expect
    .poll(() => isPresented(page, presented), { message: `step ${number} is presented` })
    .toBe(true);
}

const open = (page: Page, story: Story, step = 1) =>
  page.goto(`dashboard?mock.story=${story.id}&mock.step=${step}`);

test('a story is given by keyboard from one link, up to its end', async ({ page, noise }) => {
  noise.allowStatus(403);
  await page.setViewportSize(desktop);
  await open(page, notAuthorized);
  const bar = barOf(page);
  const last = notAuthorized.length;
  for (let number = 1; number <= last; number += 1) {
    await expectStep(page, notAuthorized, number);
    const next = number === last ? 'Finish' : 'Next';
    await expect(bar.getByRole('button', { name: next, exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
  }
  await expect(bar.getByRole('heading', { name: /^You have seen/ })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.setViewportSize(phone);
  await expectStep(page, notAuthorized, last);
  await bar.getByRole('button', { name: 'Back' }).press('ArrowLeft');
  await expectStep(page, notAuthorized, last - 1);
});

// The accessibility of its end covers the fifth story, "Card declined".
for (const story of [firstDay, networkLost, kit])
  test(`“${story.title}” gets from a link to its last step`, async ({ page, noise }) => {
    noise.allowNetworkFailure();
    await page.setViewportSize(desktop);
    await open(page, story, story.length);
    await expectStep(page, story, story.length);
  });

test('a step’s link shows that step to anyone, and leaves the address', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.setViewportSize(phone);
  await open(page, kit, 2);
  await expectStep(page, kit, 2);
  expect(page.url()).not.toContain('mock.');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await barOf(page).getByRole('button', { name: 'Copy link to this step' }).click();
  await expect(barOf(page)).toContainText('Copied');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const otherBrowser = await browser.newContext({ viewport: desktop, ...(baseURL ? { baseURL } : {}) });
  const guest = await otherBrowser.newPage();
  await guest.goto(link);
  await expectStep(guest, kit, 2);
  await otherBrowser.close();
});
