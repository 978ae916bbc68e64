import type { Locator, Page } from '@playwright/test';
import { firstName } from '@tests/support/at-the-keyboard';
import { tokenOf } from '@tests/support/kept';
import {
  draft,
  expect,
  firstClinic,
  type Live,
  logIn,
  logInHere,
  patientAccount,
  patientOfFirst,
  storedDrafts,
  test,
  typeDraft,
} from '@tests/support/live-app';
import * as job from '@tests/support/main-job';
import { html } from '@tests/support/proxy';

test.use({ actionTimeout: 10_000 });

type LoseArguments = Parameters<Live['proxy']['lose']>;
type Call = LoseArguments[0];

/** A write whose response is lost, and how to check that it was done exactly once. */
interface LostWrite {
  readonly call: Call;
  /** The read that shows the changed data, if there is one. */
  readonly read?: Call;
  /** From the login page to the completed form. */
  prepare(page: Page, live: Live): Promise<unknown>;
  send(page: Page): Promise<unknown>;
  /** The form, if it can still be sent again. */
  form(page: Page): Locator;
  /** The sign of success: the server's data, or the success message. */
  done(page: Page): Locator;
  /** The rows that the write created. */
  stored(live: Live): Promise<readonly unknown[]>;
  /** The response of a server that does not recognize the second attempt as a repeat. */
  readonly existsAlready?: { readonly status: number; readonly message: string };
}

const asClinic = (page: Page) => logIn(page, firstClinic);
const panel = (page: Page, name: string) => page.getByRole('tabpanel', { name });
const button = (around: Page | Locator, name: string) => around.getByRole('button', { name, exact: true });
const clickIn = (around: Page | Locator, name: string) => button(around, name).click();
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const slot = 'Whenever the lake is frozen';

const writes: readonly LostWrite[] = [
  {
    call: 'POST /patient/add-patients',
    read: 'GET /patient/fetch-patients',
    async prepare(page) {
      await asClinic(page);
      await typeDraft(page);
    },
    send: job.saveAll,
    // The row is in the grid and the button is enabled.
    form: (page) =>
      page
        .locator('main')
        .filter({ has: button(page, 'Save All') })
        .filter({ has: page.locator(`input[value="${draft.name}"]`) }),
    done: (page) =>
      page
        .locator('main')
        .filter({ has: button(page, 'Save All') })
        .filter({ hasNot: page.locator(`input[value="${draft.name}"]`) }),
    stored: storedDrafts,
  },
  {
    call: 'POST /clinic/add-lab',
    read: 'GET /clinic/fetch-labs',
    async prepare(page, live) {
      await live.remove('labs', 'C001');
      await asClinic(page);
      await job.fillInLab(page);
    },
    send: job.saveLab,
    form: (page) => button(panel(page, 'Sample Testing Lab'), 'Save'),
    done: (page) => page.getByRole('heading', { name: 'Update Lab Data' }),
    stored: (live) => live.rows('labs', { clinic_id: 'C001' }),
    existsAlready: { status: 409, message: 'This clinic has a lab already' },
  },
  {
    call: 'PUT /patient/update-patient/{id}',
    read: 'GET /patient/fetch-patients',
    async prepare(page) {
      await asClinic(page);
      await job.openUpdatePatients(page);
      await clickIn(page, `Edit ${patientOfFirst}`);
      await job.patientTable(page).getByLabel('Phone').fill('+1 206 555 0199');
    },
    send: (page) => clickIn(job.patientTable(page), 'Save'),
    form: (page) => button(job.patientTable(page), 'Save'),
    done: (page) => job.patientTable(page).getByText('+1 206 555 0199'),
    stored: (live) => live.rows('patients', { patient_phone: '+1 206 555 0199' }),
  },
  {
    call: 'POST /clinic/update-clinic-profile',
    read: 'GET /clinic/fetch-clinic-profile',
    async prepare(page) {
      await asClinic(page);
      await job.chooseInAccountMenu(page, 'Profile');
      const phone = panel(page, 'Profile').getByLabel('Phone');
      await expect(phone).not.toHaveValue('');
      await phone.fill('+1 206 555 0177');
    },
    send: (page) => clickIn(panel(page, 'Profile'), 'Update'),
    form: (page) => button(panel(page, 'Profile'), 'Update'),
    done: (page) => page.getByText('Profile updated successfully').first(),
    stored: async (live) =>
      (await live.rows('clinics', { clinic_id: 'C001' })).filter(({ phone_number }) =>
        /0177$/.test(String(phone_number)),
      ),
  },
  {
    call: 'POST /patient/update-patient-profile',
    read: 'GET /patient/fetch-patient-profile',
    async prepare(page) {
      await logIn(page, patientAccount);
      await expect(page.getByLabel('Street')).not.toHaveValue('');
      await page.getByLabel('Street').fill('1 New Street');
    },
    async send(page) {
      await clickIn(page, 'Update');
      await clickIn(page.getByRole('alertdialog'), 'Update');
    },
    form: (page) => button(page, 'Update'),
    done: (page) => page.getByText('Profile updated successfully').first(),
    stored: (live) => live.rows('patients', { patient_street: '1 New Street' }),
  },
  {
    call: 'POST /patient/authenticate',
    read: 'GET /patient/fetch-patients',
    async prepare(page, live) {
      const [known] = await live.rows('patients', { patient_name: patientOfFirst });
      await live.insert('patients', {
        ...known,
        patient_id: 'P-9001',
        id: 9901,
        account_id: null,
        authorized: 0,
        patient_name: draft.name,
        patient_email: draft.email,
      });
      await asClinic(page);
      await job.openSection(page, 'Booking / Order Kits');
      await page.getByLabel(/^Search/).fill(draft.email);
      await page.getByRole('checkbox', { name: `Select ${draft.name}` }).check();
    },
    async send(page) {
      await page.getByRole('checkbox', { name: `Select ${draft.name}` }).check();
      await job.authorize(page);
    },
    form: (page) => page.getByRole('row', { name: draft.name }).filter({ hasText: 'Not authorized' }),
    done: (page) =>
      page.getByRole('row', { name: draft.name }).getByText('Authorized', { exact: true }).first(),
    stored: (live) => live.rows('patients', { patient_name: draft.name, authorized: 1 }),
  },
  {
    call: 'POST /booking/send-invitation',
    read: 'GET /booking/fetch-appointments',
    async prepare(page) {
      await asClinic(page);
      await job.openSection(page, 'Booking / Order Kits');
      await page.getByRole('tab', { name: 'Booked Appointments' }).click();
      await clickIn(page, `Book ${patientOfFirst}`);
      await job.fillIn(dialog(page, 'Book Appointment'), [
        ['Provider Type', 'Physician'],
        ['Time Slot', slot],
        ['Meet Link', 'https://meet.example.com/once'],
      ]);
    },
    send: (page) => clickIn(dialog(page, 'Book Appointment'), 'Send Invitation'),
    form: (page) => button(dialog(page, 'Book Appointment'), 'Send Invitation'),
    done: (page) => page.locator('main').getByText(slot),
    stored: (live) => live.rows('appointments', { time_slot: slot }),
  },
  {
    call: 'POST /alert/request-address-confirmation-single-patient',
    async prepare(page, live) {
      for (const { order_id } of await live.rows('orders')) await live.remove('orders', String(order_id));
      for (const { token } of await live.rows('confirmations'))
        await live.remove('confirmations', String(token));
      const [known] = await live.rows('patients', { patient_name: patientOfFirst });
      await live.remove('patients', String(known?.patient_id));
      await live.insert('patients', { ...known, authorized: 1 });
      await asClinic(page);
      await job.openSection(page, 'Booking / Order Kits');
      await clickIn(page, `Order kit for ${patientOfFirst}`);
      await job.chooseKit(page);
    },
    send: job.placeOrder,
    form: (page) => button(dialog(page, 'Order Kit'), 'Place Order'),
    done: (page) => page.getByText(/We emailed .* to confirm the delivery address/).first(),
    stored: (live) => live.rows('confirmations'),
  },
];

const mayOrMayNot = (page: Page) => page.getByText(/may or may not/i).first();

/** Waits until the response was lost; returns the time of the call. */
async function lostCall(live: Live, call: Call): Promise<number> {
  await expect.poll(() => live.proxy.calls(call).map(({ end }) => end)).toContain('lost');
  return live.proxy.calls(call)[0]?.at ?? 0;
}

for (const { call, read, prepare, send, form, done, stored, existsAlready } of writes)
  test(`${call}: its answer gets lost, and it is neither done twice nor a dead end`, async ({
    page,
    live,
  }) => {
    await prepare(page, live);
    live.proxy.clearLog();
    live.proxy.lose(call);
    if (existsAlready)
      live.proxy.answer(call, { status: existsAlready.status, body: { message: existsAlready.message } });
    await send(page);
    const lostAt = await lostCall(live, call);
    await test.step('the screen says so, or shows it as done', async () => {
      await expect(mayOrMayNot(page).or(done(page)).first()).toBeVisible();
    });
    if (read !== undefined)
      await test.step('what the server has now is asked for', async () => {
        await expect
          .poll(() => live.proxy.calls(read).filter(({ at }) => at > lostAt).length)
          .toBeGreaterThan(0);
      });
    await test.step('another try ends well', async () => {
      await expect(form(page).or(done(page)).first()).toBeVisible();
      // A screen that has already found the result may still be closing its form.
      if (!(await done(page).isVisible())) await send(page);
      await expect(done(page)).toBeVisible();
    });
    expect(await stored(live)).toHaveLength(1);
  });

/** After the message that the account may exist, the form or the code screen offers to continue. */
const goOn = (page: Page) => button(page, 'Sign Up').or(button(page, 'Try again')).click();

const signUps = [
  {
    call: 'POST /auth/clinic-signup',
    email: job.clinic.email,
    fillIn: (page: Page) => job.fillInProviderForm(page),
    existsAlready: { status: 400, message: 'This email is already registered' },
  },
  {
    call: 'POST /auth/patient-signup',
    email: 'ada.marsh@example.com',
    async fillIn(page: Page) {
      await page.goto('patient-signup');
      await job.fillIn(page, [
        ['First Name', 'Ada'],
        ['Last Name', 'Marsh'],
        ['Email', 'ada.marsh@example.com'],
        ['Phone', '+1 617 555 0199'],
        ['Password', 'Marsh1!aa'],
        ['Confirm Password', 'Marsh1!aa'],
      ]);
      await page.getByLabel('Provider').selectOption({ label: firstClinic.name });
      await page.getByRole('checkbox', { name: /I agree to the Terms/ }).click();
      await clickIn(dialog(page, 'Terms and Conditions'), 'I agree');
    },
    existsAlready: { status: 409, message: 'This email is already registered' },
  },
] as const;

for (const { call, email, fillIn, existsAlready } of signUps)
  test(`${call}: its answer gets lost, and the next try leads to Log In`, async ({ page, live }) => {
    await fillIn(page);
    await job.sendSignUp(page);
    await expect(page.getByLabel('Verification Code')).toBeVisible();
    await page.getByLabel('Verification Code').fill(await live.codeFor(email));
    live.proxy.lose(call);
    live.proxy.answer(call, { status: existsAlready.status, body: { message: existsAlready.message } });
    await job.verify(page);
    await lostCall(live, call);
    await expect(mayOrMayNot(page)).toBeVisible();
    await goOn(page);
    await expect(page.getByRole('heading', { name: 'You may already be registered' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Log In' }).first()).toBeVisible();
    expect(await live.rows('accounts', { email })).toHaveLength(1);
    expect(
      await live.rows('customers', {
        identity: `${email === job.clinic.email ? 'provider' : 'patient'}:${email}`,
      }),
    ).toHaveLength(1);
  });

test('POST /auth/login: its answer gets lost, and the next try logs in', async ({ page, live }) => {
  await page.goto('login');
  live.proxy.lose('POST /auth/login');
  await job.fillIn(page, [
    ['Email', firstClinic.email],
    ['Password', firstClinic.password],
  ]);
  await clickIn(page, 'Log In');
  await lostCall(live, 'POST /auth/login');
  await expect(page.getByText('Server error. Please try again later').first()).toBeVisible();
  expect(await tokenOf(page)).toBeNull();
  await logInHere(page, firstClinic);
  expect(live.proxy.calls('POST /auth/login')).toHaveLength(2);
});

test('Save All whose rows the server has already takes them out of the grid, also after a reload', async ({
  page,
  live,
}) => {
  await asClinic(page);
  await typeDraft(page);
  live.proxy.lose('POST /patient/add-patients');
  await job.saveAll(page);
  await lostCall(live, 'POST /patient/add-patients');
  await page.reload();
  await expect(page.getByText(/^Hey, /)).toBeVisible();
  // Either the page has already found the saved row, or Save All finds it.
  await expect(firstName(page)).toBeVisible();
  if ((await firstName(page).inputValue()) === draft.name) await job.saveAll(page);
  await expect(firstName(page)).toHaveValue('');
  expect(await storedDrafts(live)).toHaveLength(1);
});

for (const status of [502, 504])
  test(`Save All whose answer a gateway replaces by ${status} counts as saved where the server has the rows`, async ({
    page,
    live,
  }) => {
    await asClinic(page);
    await typeDraft(page);
    live.proxy.lose('POST /patient/add-patients', { instead: { status, body: html } });
    await job.saveAll(page);
    await expect(firstName(page)).toHaveValue('');
    expect(await storedDrafts(live)).toHaveLength(1);
    expect(live.proxy.calls('POST /patient/add-patients')).toHaveLength(1);
  });
