import type { Locator, Page } from '@playwright/test';
import { expect, type Noise, test } from '@tests/support/e2e';

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
      ['Press Next to go on.', setUp],
      ['First the lab', (page) => page.getByRole('tabpanel').getByRole('button', { name: 'Save' })],
      ['Saved.', heading('Update Lab Data')],
      ['Next the card.', button('Pay with the test card')],
      ['The card is stored', heading('Payment method saved successfully!')],
      ['You bring your patients', button('Save All')],
      ['Save All, and', button('Authenticate them now')],
      ['You select them all', button('Not authorized 0')],
      ['Lab, card and patients', button('Place Order')],
      ['The first order is out', requested],
    ],
  },
  {
    id: 'card-declined',
    title: 'Card declined',
    steps: [
      ['Press Next to go on.', missing('card details and lab details')],
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
      ['Press Next to go on.', row('Mary Swift-Klein')],
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
      ['Press Next to go on.', button('Import Patients from File')],
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
      ['Press Next to go on;', row('Robin Ellis')],
      ['One press on the cart', button('Place Order')],
      ['You agree to the terms', requested],
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

/** Whether the whole subject is in view, the bar beside it, and the outline around it. */
async function isPresented(page: Page, subject: Locator): Promise<boolean> {
  const [bar, shown, outline, size] = [
    await barOf(page).boundingBox(),
    await subject.boundingBox(),
    await page.locator('[data-story-outline]').boundingBox(),
    page.viewportSize(),
  ];
  if (!bar || !shown || !outline || !size || overlap(bar, shown)) return false;
  const isInView = shown.y >= 0 && shown.y + shown.height <= size.height;
  return isInView && overlap(outline, shown) && Math.abs(outline.height - shown.height) <= 10;
}

/** Waits for a step, counted from 0, and checks what the audience sees. */
async function expectStep(page: Page, { title, steps }: Story, index: number): Promise<void> {
  const [caption, subject] = steps[index] ?? [];
  if (caption === undefined || subject === undefined) throw new Error(`There is no step ${index}.`);
  const bar = page.getByRole('region', { name: `Story: ${title}` });
  await expect(bar).toContainText(`Step ${index + 1} of ${steps.length}`);
  await expect(bar).toContainText(caption);
  await expect(bar).not.toContainText('preparing');
  await expect(bar.getByRole('button', { name: /^(Next|Finish)$/ })).not.toHaveAttribute('aria-disabled');
  const shown = subject(page).first();
  await expect(shown).toBeVisible();
  await expect.poll(() => isPresented(page, shown), { message: `step ${index + 1} is presented` }).toBe(true);
}

/** Checks that the caption leaves the subject free on a phone as well. */
async function expectBothWidths(page: Page, story: Story, index: number): Promise<void> {
  await page.setViewportSize(phone);
  await expectStep(page, story, index);
  await page.setViewportSize(desktop);
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
    const focus = (name: string) =>
      expect(barOf(page).getByRole('button', { name, exact: true })).toBeFocused();
    for (const index of story.steps.keys()) {
      await expectStep(page, story, index);
      texts.push(await settledText(page));
      await expectBothWidths(page, story, index);
      await focus(index === story.steps.length - 1 ? 'Finish' : 'Next');
      if (index < story.steps.length - 1) await page.keyboard.press('Enter');
    }
    for (const index of [...story.steps.keys()].reverse().slice(1)) {
      await barOf(page).getByRole('button', { name: 'Back' }).press('ArrowLeft');
      await expectStep(page, story, index);
      await expect.poll(() => visibleText(page), { message: `step ${index + 1}` }).toBe(texts[index]);
    }
  });
}

const kit = stories.find(({ id }) => id === 'kit-followed-home');

test('a story can be given on a phone, and its last button ends it', async ({ page }) => {
  if (!kit) throw new Error('The story is gone.');
  await page.setViewportSize(phone);
  await open(page, kit);
  for (const index of kit.steps.keys()) {
    await expectStep(page, kit, index);
    if (index < kit.steps.length - 1) await barOf(page).getByRole('button', { name: 'Next' }).click();
  }
  await barOf(page).getByRole('button', { name: 'Finish' }).click();
  await expect(barOf(page)).toHaveCount(0);
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
  const elsewhere = await browser.newContext({ viewport: desktop, ...(baseURL ? { baseURL } : {}) });
  const guest = await elsewhere.newPage();
  await guest.goto(link.replace('mock.step=2', 'mock.step=9'));
  await expectStep(guest, kit, 8);
  await guest.reload();
  await expectStep(guest, kit, 8);
  await elsewhere.close();
});

test('Play goes on by itself until Pause', async ({ page }) => {
  if (!kit) throw new Error('The story is gone.');
  await open(page, kit);
  await expectStep(page, kit, 0);
  await barOf(page).getByRole('button', { name: 'Play' }).click();
  await expectStep(page, kit, 1);
  // After the time that reading the caption takes.
  await expect(barOf(page)).toContainText('Step 3 of', { timeout: 20_000 });
  await barOf(page).getByRole('button', { name: 'Pause' }).click();
  await expectStep(page, kit, 2);
  await expect(barOf(page).getByRole('button', { name: 'Play' })).toBeVisible();
});

test('a story is started in the control room, and is usable from inside a dialog', async ({ page }) => {
  if (!kit) throw new Error('The story is gone.');
  await page.goto('login');
  await expect(page.getByRole('button', { name: 'Demo data' })).toBeVisible();
  await page.keyboard.press('Control+.');
  const room = page.getByRole('dialog', { name: 'Demo data' });
  await room.getByRole('tab', { name: 'Stories' }).click();
  await room.getByRole('button', { name: 'Start Kit followed home' }).click();
  await room.getByRole('button', { name: 'Yes, start kit followed home' }).click();
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
