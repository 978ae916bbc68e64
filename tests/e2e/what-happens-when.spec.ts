import type { Locator, Page } from '@playwright/test';
import { firstName, holdEnter } from '@tests/support/at-the-keyboard';
import { tokenOf } from '@tests/support/kept';
import {
  draft,
  expect,
  firstClinic,
  type Live,
  logIn,
  patientAccount,
  patientOfFirst,
  storedDrafts,
  test,
  typeDraft,
} from '@tests/support/live-app';
import * as job from '@tests/support/main-job';
import { html } from '@tests/support/proxy';

test.use({ actionTimeout: 10_000 });

type Call = Parameters<Live['proxy']['hold']>[0];

const always = { times: Number.POSITIVE_INFINITY } as const;
const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();

/** A read, the screen that shows it, and the message if it fails. */
interface Read {
  readonly call: Call;
  open(page: Page): Promise<unknown>;
  readonly message: string | RegExp;
  loaded(page: Page): Locator;
}

const clinicReads: readonly Read[] = [
  {
    call: 'GET /patient/fetch-patients',
    async open(page) {
      await job.openSection(page, 'Patients');
      await job.openUpdatePatients(page);
    },
    message: 'We couldn’t load your patients.',
    loaded: (page) => job.patientTable(page).getByText(patientOfFirst),
  },
  {
    call: 'GET /payment/check-payment-details',
    open: (page) => job.openSection(page, 'Booking / Order Kits'),
    message: 'We couldn’t check your card details and lab details.',
    loaded: (page) => page.getByRole('checkbox', { name: `Select ${patientOfFirst}` }),
  },
  {
    call: 'GET /booking/fetch-appointments',
    open: (page) => openTab(page, 'Booked Appointments'),
    message: /fetch(ing)? appointments/,
    loaded: (page) => page.getByRole('link', { name: /Join/ }).first(),
  },
  {
    call: 'GET /clinic/fetch-clinic-profile',
    open: (page) => job.chooseInAccountMenu(page, 'Profile'),
    message: 'We couldn’t load your profile.',
    loaded: (page) => page.getByLabel('Provider Name'),
  },
  {
    call: 'GET /clinic/fetch-labs',
    open: (page) => openTab(page, 'Sample Testing Lab'),
    message: 'We couldn’t load your lab.',
    loaded: (page) => page.getByRole('heading', { name: 'Update Lab Data' }),
  },
  {
    call: 'GET /shopify/fetch-products',
    open: (page) => job.chooseInAccountMenu(page, 'Kits Information'),
    message: 'We couldn’t load the kits.',
    loaded: (page) => page.getByRole('button', { name: 'Essential 2 Panel', exact: true }),
  },
];

const visitors: readonly {
  readonly name: string;
  enter(page: Page): Promise<unknown>;
  readonly reads: readonly Read[];
}[] = [
  { name: 'a clinic', enter: (page) => logIn(page, firstClinic), reads: clinicReads },
  {
    name: 'a patient',
    enter: (page) => logIn(page, patientAccount),
    reads: [
      {
        call: 'GET /patient/fetch-patient-profile',
        open: async () => undefined,
        message: 'We couldn’t load your profile.',
        loaded: (page) => page.getByLabel('Street'),
      },
    ],
  },
  {
    name: 'a visitor who signs up',
    enter: (page) => page.goto('patient-signup'),
    reads: [
      {
        call: 'GET /clinic/fetch-clinics',
        open: async () => undefined,
        message: 'We couldn’t load the providers.',
        loaded: (page) => page.getByRole('option', { name: firstClinic.name }),
      },
    ],
  },
];

for (const { name: kind, status } of [
  { name: 'a captive portal answers HTML with 200', status: 200 },
  { name: 'a proxy answers HTML with 502', status: 502 },
])
  for (const { name, enter, reads } of visitors)
    test(`${kind}, to every read of ${name}: each shows what is missing, and Retry loads it`, async ({
      page,
      live,
    }) => {
      test.setTimeout(90_000);
      for (const { call } of reads) live.proxy.answer(call, { status, body: html }, always);
      await enter(page);
      for (const { call, open, message } of reads)
        await test.step(call, async () => {
          await open(page);
          await expect(page.getByText(message).first()).toBeVisible();
          expect(live.proxy.calls(call).length).toBeGreaterThanOrEqual(status === 502 ? 2 : 1);
        });
      live.proxy.clear();
      for (const { call, open, loaded } of reads)
        await test.step(`${call}, once it is answered again`, async () => {
          await open(page);
          const retry = page.getByRole('button', { name: /^(retry|try again)$/i });
          await expect(retry.or(loaded(page)).first()).toBeAttached();
          if (await retry.first().isVisible()) await retry.first().click();
          await expect(loaded(page).first()).toBeAttached();
        });
    });

const busyNow = { status: 429, body: { message: 'Too many requests' }, headers: { 'retry-after': '1' } };

test('429 with Retry-After to a read: it is asked again, not before its time', async ({ page, live }) => {
  await logIn(page, firstClinic);
  live.proxy.clearLog();
  live.proxy.answer('GET /patient/fetch-patients', busyNow);
  await job.openUpdatePatients(page);
  await expect(job.patientTable(page)).toContainText(patientOfFirst);
  const [first, second, ...more] = live.proxy.calls('GET /patient/fetch-patients').map(({ at }) => at);
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(1000);
  expect(more).toEqual([]);
});

test('429 with Retry-After to a write: it is not repeated, and its message is shown', async ({
  page,
  live,
}) => {
  await page.clock.install();
  await logIn(page, firstClinic);
  await typeDraft(page);
  live.proxy.answer('POST /patient/add-patients', busyNow);
  await job.saveAll(page);
  await expect(page.getByText('Failed to add patients. Please try again later.').first()).toBeVisible();
  await page.clock.fastForward(4000);
  await expect(firstName(page)).toHaveValue(draft.name);
  expect(live.proxy.calls('POST /patient/add-patients')).toHaveLength(1);
  await job.saveAll(page);
  await expect(page.getByText('Patients added successfully')).toBeVisible();
  expect(await storedDrafts(live)).toHaveLength(1);
});

test('a read is answered after 30 s: from 20 s on it counts as unanswered', async ({ page, live }) => {
  await page.clock.install();
  await logIn(page, firstClinic);
  const held = live.proxy.hold('GET /patient/fetch-patients');
  await job.openUpdatePatients(page);
  await held.arrived;
  await page.clock.fastForward(20_000);
  await expect(page.getByText('We couldn’t load your patients.')).toBeVisible();
  await page.clock.fastForward(10_000);
  held.release();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(job.patientTable(page)).toContainText(patientOfFirst);
});

test('a write is answered after 30 s: from 20 s on its outcome is unknown, and it is not done twice', async ({
  page,
  live,
}) => {
  await page.clock.install();
  await logIn(page, firstClinic);
  await typeDraft(page);
  const held = live.proxy.hold('POST /patient/add-patients');
  await job.saveAll(page);
  const { at } = await held.arrived;
  await page.clock.fastForward(20_000);
  const again = page.getByRole('button', { name: 'Save All' });
  await expect(
    page
      .getByText(/may or may not/i)
      .or(again)
      .first(),
  ).toBeVisible();
  await page.clock.fastForward(10_000);
  held.release();
  await expect
    .poll(() => live.proxy.calls('GET /patient/fetch-patients').filter((call) => call.at > at).length)
    .toBeGreaterThan(0);
  await expect(again).toBeEnabled();
  if ((await firstName(page).inputValue()) === draft.name) await again.click();
  await expect(firstName(page)).toHaveValue('');
  expect(await storedDrafts(live)).toHaveLength(1);
});

/** A button that sends a write, for pressing it several times. */
interface Pressed {
  readonly call: Call;
  readonly name: string;
  prepare(page: Page): Promise<unknown>;
  button(page: Page): Locator;
  done(page: Page): Locator;
}

const pressed: readonly Pressed[] = [
  {
    name: 'Save All',
    call: 'POST /patient/add-patients',
    async prepare(page) {
      await logIn(page, firstClinic);
      await typeDraft(page);
    },
    button: (page) => page.getByRole('button', { name: 'Save All' }),
    done: (page) => page.getByText('Patients added successfully'),
  },
  {
    name: 'Log In',
    call: 'POST /auth/login',
    async prepare(page) {
      await page.goto('login');
      await job.fillIn(page, [
        ['Email', firstClinic.email],
        ['Password', firstClinic.password],
      ]);
    },
    button: (page) => page.getByRole('button', { name: 'Log In', exact: true }),
    done: (page) => page.getByText(/^Hey, /),
  },
  {
    name: 'Sign Up',
    call: 'POST /auth/send-otp',
    prepare: (page) => job.fillInProviderForm(page),
    button: (page) => page.getByRole('button', { name: 'Sign Up', exact: true }),
    done: (page) => page.getByLabel('Verification Code'),
  },
  {
    name: 'I agree, of Place Order',
    call: 'POST /alert/request-address-confirmation-single-patient',
    async prepare(page) {
      await logIn(page, firstClinic);
      await job.openSection(page, 'Booking / Order Kits');
      await page.getByRole('button', { name: `Order kit for ${patientOfFirst}` }).click();
      const dialog = page.getByRole('dialog', { name: 'Order Kit' });
      await job.chooseKit(page);
      await dialog.getByRole('button', { name: 'Place Order' }).click();
    },
    button: (page) =>
      page.getByRole('dialog', { name: 'Terms and Conditions' }).getByRole('button', { name: 'I agree' }),
    // The server may accept or reject this patient.
    done: (page) => page.locator('.notice, [role=alert], .Toastify__toast').first(),
  },
];

const presses = [
  { how: 'clicked twice', press: (button: Locator) => button.dblclick() },
  {
    how: 'pressed by a held Enter',
    async press(button: Locator) {
      await button.focus();
      await holdEnter(button.page());
    },
  },
] as const;

for (const { name, call, prepare, button, done } of pressed)
  for (const { how, press } of presses)
    test(`${name}, ${how}: one call`, async ({ page, live }) => {
      await prepare(page);
      const held = live.proxy.hold(call);
      await press(button(page));
      await held.arrived;
      held.release();
      await expect(done(page)).toBeVisible();
      expect(live.proxy.calls(call)).toHaveLength(1);
    });

test('Place Order, pressed by a held Enter: the terms are not agreed to by the same press', async ({
  page,
  live,
}) => {
  const [order] = pressed.filter(({ name }) => name.startsWith('I agree'));
  await logIn(page, firstClinic);
  await job.openSection(page, 'Booking / Order Kits');
  await page.getByRole('button', { name: `Order kit for ${patientOfFirst}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Order Kit' });
  await job.chooseKit(page);
  await dialog.getByRole('button', { name: 'Place Order' }).focus();
  await holdEnter(page);
  await expect(page.getByRole('dialog', { name: 'Terms and Conditions' })).toBeVisible();
  expect(live.proxy.calls(order?.call ?? 'GET *')).toEqual([]);
});

test('many calls are under way at logout: all end without an error, and none carries the token afterwards', async ({
  page,
  context,
  live,
}) => {
  /** Calls made with a token, recorded when the page makes them, because the browser may delay sending. */
  const made: string[] = [];
  page.on('request', (request) => {
    if (request.headers().authorization !== undefined)
      made.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  const token = await logIn(page, firstClinic);
  const second = await context.newPage();
  await second.goto('dashboard');
  await expect(second.getByText(/^Hey, /)).toBeVisible();
  const errors: string[] = [];
  for (const tab of [page, second]) tab.on('pageerror', (error) => errors.push(String(error)));
  const held = live.proxy.hold('GET *');
  for (const tab of [page, second]) for (const { open } of clinicReads) await open(tab);
  await held.arrived;
  expect(held.calls.length).toBeGreaterThan(1);
  await expect.poll(() => made).toEqual(expect.arrayContaining(clinicReads.map(({ call }) => call)));
  made.length = 0;
  await job.chooseInAccountMenu(page, 'Logout');
  for (const tab of [page, second]) await expect(tab.getByRole('heading', { name: 'Log In' })).toBeVisible();
  held.release();
  await expect.poll(() => held.calls.filter(({ end }) => end === 'pending')).toEqual([]);
  await expect.poll(() => live.rows('sessions', { token })).toEqual([]);
  for (const tab of [page, second]) {
    await expect(tab.getByRole('heading', { name: 'Log In' })).toBeVisible();
    await expect(tab.locator('[role=alert], .Toastify__toast')).toHaveCount(0);
    expect(await tokenOf(tab)).toBeNull();
  }
  expect(made).toEqual(['POST /auth/logout']);
  expect(errors).toEqual([]);
});
