import { expect, type Page } from '@playwright/test';
import * as job from '@tests/support/main-job';
import { openRoutes } from '@tests/support/routes';
import { specSections } from '@tests/support/sections';
import { idleLimits } from '@/contract/constants';

/** A screen of the product in a certain state. */
interface Screen {
  readonly name: string;
  /** Screens of one visit are opened one after the other, without loading the page again. Absent: it has its own. */
  readonly visit?: 'public' | 'provider' | 'patient';
  /** One per layout belongs to the smoke tests. */
  readonly isSmoke?: boolean;
  /** The path to open; absent for a dialog or a section of the dashboard. */
  readonly path?: string;
  /** It fixes the browser's clock, in every tab of its context. */
  readonly holdsClock?: boolean;
  /** It belongs to the mock backend, not to the product. */
  readonly isTool?: boolean;
  /** The heading of the dashboard's section. */
  readonly section?: string;
  open(page: Page): Promise<void>;
}

/** Waits for the page; behind a dialog its heading is attached, but hidden from assistive technology. */
const heading = (page: Page, name: string | RegExp) =>
  expect(page.locator('h1').filter({ hasText: name })).toBeAttached();

const dialogs = (page: Page) => page.locator('[role=dialog], [role=alertdialog], [role=menu]');

/** Opens a path: as a link does, except out of a dialog, which leaves the history a moment after it is closed. */
async function go(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank' || (await dialogs(page).count()) > 0) await page.goto(path);
  else
    await page.evaluate(
      (to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      },
      `/${path.replace('./', '')}`,
    );
}

const at = (name: string, path: string, title: string | RegExp, then?: Screen['open']): Screen => ({
  name,
  visit: 'public',
  path,
  async open(page) {
    await go(page, path);
    await heading(page, title);
    await then?.(page);
  },
});

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click();

const dialog = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('dialog', { name })).toBeVisible();

/** Presses a button that opens a dialog, and waits for it. */
const opens = (button: string | RegExp, title: string | RegExp) => async (page: Page) => {
  await press(button)(page);
  await dialog(page, title);
};

const publicPages: readonly Screen[] = [
  at('the landing page', './', /Care that comes/),
  at('the landing page with its menu', './', /Care that comes/, press('For Providers')),
  at('the chat', './', /Care that comes/, async (page) => {
    await press('For Patients: AI Diagnosis & Easy Provider Booking!')(page);
    await press('PROVIDER')(page);
    await page.getByLabel('Message').fill('How do I sign up?');
    await page.getByLabel('Message').press('Enter');
    await expect(page.getByRole('log')).toContainText('Choose Sign Up');
  }),
];

const signUpPages: readonly Screen[] = [
  at('Log In', 'login', 'Log In', async (page) => {
    await press('Log In')(page);
    await expect(page.getByText('Enter your email.').first()).toBeVisible();
  }),
  at('Reset Password', 'reset-password/some-token', /Reset Password/),
  at('Register as Provider', 'provider-signup', 'Register as Provider', async (page) => {
    await job.sendSignUp(page);
    await expect(page.getByText('Enter your email.').first()).toBeVisible();
  }),
  at('Register as Patient', 'patient-signup', 'Register as Patient', async (page) => {
    await job.sendSignUp(page);
    await expect(page.getByText('Enter your first name.').first()).toBeVisible();
  }),
  at('requesting a clinic', 'patient-signup', 'Register as Patient', async (page) => {
    await page.getByRole('checkbox', { name: /request/i }).click();
    await dialog(page, 'Request your clinic');
  }),
  at('Confirm Your Address', 'confirm-address/some-token', 'Confirm Your Address', async (page) => {
    await press('Confirm Address')(page);
    await expect(page.getByRole('alertdialog', { name: 'Confirm Action' })).toBeVisible();
  }),
  at('a payment that failed', 'payment-success?session_id=%3Cscript%3E', 'Failed to process payment!'),
];

const dashboard =
  (role: 'provider' | 'patient', title: string, then?: Screen['open']): Screen['open'] =>
  async (page) => {
    const first = role === 'provider' ? 'Patients' : 'Profile & Kit Setup';
    if (page.url() === 'about:blank') {
      await page.goto(`dashboard?mock.as=${role}`);
      await expect(page.getByText(/^Hey, /)).toBeVisible();
    } else {
      // Closes what the screen before has opened.
      while ((await dialogs(page).count()) > 0) await page.keyboard.press('Escape');
      await job.openSection(page, first);
    }
    await heading(page, first);
    await then?.(page);
    await heading(page, title);
  };

const inDashboard =
  (visit: 'provider' | 'patient') =>
  (name: string, title: string, then?: Screen['open']): Screen => ({
    name,
    visit,
    section: title,
    open: dashboard(visit, title, then),
  });
const provider = inDashboard('provider');
const patient = inDashboard('patient');

const steps =
  (...acts: readonly Screen['open'][]): Screen['open'] =>
  async (page) => {
    for (const act of acts) await act(page);
  };

const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();
const orders = (page: Page) => job.openSection(page, 'Booking / Order Kits');
const bookings = steps(orders, tab('Booked Appointments'));
const ordersTitle = 'Booking / Order Kits';
const clinicProfile = (page: Page) => job.chooseInAccountMenu(page, 'Profile');

/** Opens Order Kits for three patients of the demo: one who is not authorized, and two to order for. */
const orderKits = steps(
  orders,
  async (page) => {
    const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ });
    for (const position of [1, 2, 3]) await boxes.nth(position).check();
  },
  opens('Order kits', 'Order Kits'),
);

const orderKitsResults = steps(orderKits, async (page) => {
  await page.getByLabel('Frequency').selectOption({ index: 1 });
  await page.getByLabel('Kit Type').selectOption({ index: 1 });
  await opens('Place Order', 'Terms and Conditions')(page);
  await press('I agree')(page);
  await expect(page.getByRole('button', { name: 'Done', exact: true })).toBeVisible();
});

const providerScreens: readonly Screen[] = [
  provider('Add Patients', 'Patients', press('Save All')),
  provider('the address of a new patient', 'Patients', opens(/^Address, row 1:/, 'Address')),
  provider('importing a file', 'Patients', opens('Import Patients from File', 'Import Patients from File')),
  provider('the preview of a file', 'Patients', async (page) => {
    await press('Import Patients from File')(page);
    const chooser = page.waitForEvent('filechooser');
    await press('Upload File')(page);
    await (await chooser).setFiles('tests/fixtures/import/bad-cells.xlsx');
    await expect(page.getByRole('button', { name: /to the grid$/ })).toBeVisible();
  }),
  provider('Update Patients', 'Patients', steps(tab('Update Patients'), press('Edit Robin Ellis'))),
  provider('Authenticate', ordersTitle, steps(orders, press('Authenticate'))),
  provider(
    'Book Appointment',
    ordersTitle,
    steps(orders, opens(/^Book appointment for/, 'Book Appointment')),
  ),
  provider('Order Kit', ordersTitle, steps(orders, opens(/^Order kit for/, 'Order Kit'))),
  provider('Order Kits', ordersTitle, orderKits),
  provider('the results of Order Kits', ordersTitle, orderKitsResults),
  provider('the question about hidden patients', ordersTitle, async (page) => {
    await orders(page);
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('searchbox').fill('Robin Ellis');
    await expect(page.getByText(/^\d+ selected, \d+ hidden by your search/)).toBeVisible();
    await press('Authenticate')(page);
    await expect(page.getByRole('alertdialog', { name: /^Authenticate \d+ patients/ })).toBeVisible();
  }),
  provider('Booked Appointments', ordersTitle, bookings),
  provider('the clinic profile', 'Clinic Profile', clinicProfile),
  provider(
    'onboarding 100+ customers',
    'Clinic Profile',
    steps(clinicProfile, opens('About onboarding 100+ customers', 'Onboarding 100+ customers')),
  ),
  provider('the lab', 'Clinic Profile', steps(clinicProfile, tab('Sample Testing Lab'))),
  provider('Kit Information', 'Kit Information', (page) => job.chooseInAccountMenu(page, 'Kits Information')),
  provider('the account menu', 'Patients', press(/^Hey, /)),
];

const patientScreens: readonly Screen[] = [patient('the patient profile', 'Profile & Kit Setup')];

const ownSections = new Set([...providerScreens, ...patientScreens].map(({ section }) => section));

/** The sections of the sidebar that are not listed above with a state of their own. */
const plainSections: readonly Screen[] = (['provider', 'patient'] as const).flatMap((role) =>
  specSections[role].flatMap(([, title, entry]) =>
    entry === null || ownSections.has(title)
      ? []
      : inDashboard(role)(title, title, (page) => job.openSection(page, entry)),
  ),
);

/** The first part of a path, such as `reset-password`. */
const pageOf = (path: string) => path.replace(/^[./]+/, '').split(/[/?]/)[0];

const ownPaths = new Set([...publicPages, ...signUpPages].map(({ path }) => pageOf(path ?? '')));

/** The routes that are not listed above with a state of their own. */
const plainPages: readonly Screen[] = openRoutes
  .filter(([path]) => !ownPaths.has(pageOf(path)))
  .map(([path, title, tab]) => at(tab.replace(/ · .*$/, ''), path.slice(1), title));

const phone = { width: 390, height: 844 };

/** Screens that exist only on phones, only after a delay, or only with other data. */
const rareScreens: readonly Screen[] = [
  at('the menu on a phone', './', /Care that comes/, async (page) => {
    await page.setViewportSize(phone);
    await press('Menu')(page);
  }),
  // The last one of its visit, because the router asks before it is left.
  at('the verification code', 'provider-signup', 'Register as Provider', async (page) => {
    await job.typeClinic(page);
    await job.sendSignUp(page);
    await expect(page.getByLabel('Verification Code')).toBeVisible();
  }),
  provider('the drawer on a phone', 'Patients', async (page) => {
    await page.setViewportSize(phone);
    await opens('Open navigation', 'Navigation')(page);
  }),
  {
    name: 'the first day of a clinic',
    async open(page) {
      await page.goto('dashboard?mock.preset=new-clinic&mock.as=provider');
      await heading(page, 'Patients');
      await expect(page.getByRole('region', { name: 'Set up your clinic' })).toBeVisible();
    },
  },
  {
    name: 'the idle warning over an open dialog',
    holdsClock: true,
    async open(page) {
      await page.clock.install();
      await dashboard('provider', 'Patients')(page);
      await opens(/^Address, row 1:/, 'Address')(page);
      await page.clock.fastForward(idleLimits.warnAfter);
      await dialog(page, 'Are you still there?');
      // Nothing covers it.
      await page.getByRole('button', { name: 'Stay logged in' }).click({ trial: true });
    },
  },
  {
    name: 'the mock checkout',
    async open(page) {
      await page.goto('__mock/checkout?session_id=cs_test_screen_1');
      await heading(page, /./);
    },
  },
  {
    name: 'the split screen',
    isTool: true,
    async open(page) {
      await page.goto('__mock/split');
      await heading(page, 'Split screen');
      await expect(page.frameLocator('iframe[name=mock-frame-provider]').getByText(/^Hey, /)).toBeVisible();
    },
  },
];

/** One of each layout: a page, a form, a grid, a dialog and a profile. */
const smoke = new Set([
  'the landing page',
  'Register as Provider',
  'Add Patients',
  'Order Kit',
  'the patient profile',
]);

/** Every page, and every dialog with content of its own: a question is one of `the question about hidden patients`. */
export const screens: readonly Screen[] = [
  ...plainPages,
  ...plainSections,
  ...publicPages,
  ...signUpPages,
  ...providerScreens,
  ...patientScreens,
  ...rareScreens,
].map((screen) => ({ ...screen, isSmoke: smoke.has(screen.name) }));
