import type { Locator, Page } from '@playwright/test';
import { expect, type Noise, testInSharedContext as test } from '@tests/support/e2e';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.setTimeout(120_000);

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

/** The beginning of a caption, and what it is about. */
type Step = readonly [caption: string, subject: (page: Page) => Locator];

const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => (page: Page) => page.getByRole('heading', { name });
const row = (text: string) => (page: Page) => page.getByRole('row').filter({ hasText: text });
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

const open = (page: Page, story: Story, step = 1) =>
  page.goto(`dashboard?mock.story=${story.id}&mock.step=${step}`);

for (const story of stories) {
  test(`“${story.title}” is given by keyboard from one link, up to its end`, async ({ page, noise }) => {
    story.fails?.(noise);
    await page.setViewportSize(desktop);
    await open(page, story);
    const bar = barOf(page);
    const last = story.steps.length - 1;
    for (const index of story.steps.keys()) {
      await expectStep(page, story, index);
      const next = index === last ? 'Finish' : 'Next';
      await expect(bar.getByRole('button', { name: next, exact: true })).toBeFocused();
      await page.keyboard.press('Enter');
    }
    const end = bar.getByRole('heading', { name: /^You have seen/ });
    await expect(end).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await page.setViewportSize(phone);
    await expectStep(page, story, last);
    await bar.getByRole('button', { name: 'Back' }).press('ArrowLeft');
    await expectStep(page, story, last - 1);
  });
}

const kit = stories.find(({ id }) => id === 'kit-followed-home');

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
