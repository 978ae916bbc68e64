import type { Page } from '@playwright/test';
import { type MockProcess, startMockProcess } from '@tests/mocks/http/mock-process';
import { expect, test } from '@tests/support/e2e';
import * as job from '@tests/support/main-job';
import { demoProvider } from '@/mocks/kitwell/seeds/demo-accounts';
import { type ServedBuild, serveBuild } from '../../scripts/build/serve-build';
import { run } from '../../scripts/lib/run';

/** The production build with keys for Stripe and Maps, so that it could contact them. */
const BUILD = '.cache/dist-with-keys';
const keys = { VITE_STRIPE_PUBLISHABLE_KEY: 'pk_test_fake', VITE_GOOGLE_MAPS_API_KEY: 'fake-maps-key' };

/** Minimal stubs of the two services; nothing here reaches the network. */
const standIns: Readonly<Record<string, string>> = {
  'js.stripe.com': `window.Stripe = Object.assign(() => ({
    redirectToCheckout: async () => ({ error: { message: 'This session has expired.' } }),
  }), { version: 'basil' });`,
  'maps.googleapis.com': `window.google = { maps: { importLibrary: async () => ({
    AutocompleteSessionToken: class {},
    AutocompleteSuggestion: { fetchAutocompleteSuggestions: async () => ({ suggestions: [{ placePrediction: {
      placeId: '1', text: { text: '12 Pine Street' }, mainText: null, secondaryText: null,
    } }] }) },
  }) } }; window.__kitwellMapsLoaded();`,
};

const token = 'a-secret-of-a-mail';
/** The start page, those with an address search or a checkout, and those whose address is a secret. */
const paths = [
  '',
  'provider-signup',
  `payment-success?session_id=${token}`,
  `reset-password/${token}`,
  `confirm-address/${token}`,
];

let mock: MockProcess;
let app: ServedBuild;

// All tests share one build.
test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  const [started, built] = await Promise.all([
    startMockProcess({ PORT: '0' }),
    run('tsx', ['scripts/build.ts', '--out', BUILD], { env: { ...keys, VITE_API_URL: '/api' } }),
  ]);
  mock = started;
  expect(built.output).toContain('production build');
  app = await serveBuild({ dir: BUILD, compressed: false });
});

test.afterAll(async () => {
  await app?.close();
  await mock?.stop();
});

interface ForeignRequest {
  readonly url: URL;
  readonly referer: string;
}

/** Stubs the API and the two services, and records requests to other hosts. */
async function watch(page: Page): Promise<ForeignRequest[]> {
  const requests: ForeignRequest[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    const ours = url.origin === new URL(app.url).origin || !url.protocol.startsWith('http');
    if (!ours) requests.push({ url, referer: request.headers().referer ?? '' });
  });
  await page.route(`${app.url}api/**`, async (route) => {
    const response = await route.fetch({ url: route.request().url().replace(`${app.url}api`, mock.url) });
    await route.fulfill({ response });
  });
  for (const [host, body] of Object.entries(standIns))
    await page.route(`https://${host}/**`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body }),
    );
  return requests;
}

test.beforeEach(({ noise }) => {
  for (const start of [app.url, ...Object.keys(standIns).map((host) => `https://${host}/`)])
    noise.allow(new RegExp(`^foreign host contacted: [A-Z]+ ${start}`));
  // The visitor is signed out at first, and the invented mail tokens are rejected.
  noise.allowStatus(400, 401, 404);
});

async function logIn(page: Page): Promise<void> {
  await page.goto(`${app.url}login`);
  await job.typeLogin(page, demoProvider);
}

/** Notes on every page what listens for messages of other windows. Returns what reads the notes of the open page. */
async function watchMessageListeners(page: Page): Promise<() => Promise<unknown[]>> {
  await page.addInitScript(() => {
    const noted: unknown[] = [];
    const { addEventListener } = window;
    window.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      if (args[0] === 'message') noted.push(String(args[1]));
      addEventListener.apply(window, args);
    };
    Reflect.set(window, 'notedListeners', () => (onmessage === null ? noted : [...noted, String(onmessage)]));
  });
  return () => page.evaluate(() => Reflect.get(window, 'notedListeners')());
}

test('no page asks Stripe or Maps for anything by itself or listens to other windows, least of all one whose address is a secret', async ({
  page,
}) => {
  const requests = await watch(page);
  const messageListeners = await watchMessageListeners(page);
  for (const path of paths) {
    await page.goto(app.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // Pointer events trigger prefetching.
    await page.evaluate(() => {
      for (const link of document.querySelectorAll('a'))
        link.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    });
    if (path.includes(token)) await page.waitForLoadState('networkidle');
    if (path.startsWith('confirm-address')) {
      await page.getByRole('button', { name: 'Confirm Address' }).click();
      await page.getByRole('alertdialog').getByRole('button').last().click();
      await page.waitForLoadState('networkidle');
    }
    expect(requests, path).toEqual([]);
    expect(await messageListeners(), path).toEqual([]);
  }
  await logIn(page);
  await job.openUpdatePatients(page);
  await job.openSection(page, 'Booking / Order Kits');
  await page.getByRole('tab', { name: 'Booked Appointments' }).click();
  await job.chooseInAccountMenu(page, 'Kits Information');
  await job.chooseInAccountMenu(page, 'Profile');
  await page.getByRole('combobox', { name: 'Street' }).first().focus();
  await page.getByRole('button', { name: /^Hey, / }).click();
  await expect(page.getByRole('menuitem', { name: /Card Details$/ })).toBeVisible();
  expect(requests, 'in the dashboard').toEqual([]);
  expect(await messageListeners(), 'in the dashboard').toEqual([]);
});

test('Stripe is contacted when a user opens the checkout, and receives no more than the origin', async ({
  page,
}) => {
  const requests = await watch(page);
  await logIn(page);
  await page.getByRole('button', { name: /^Hey, / }).click();
  await page.getByRole('menuitem', { name: /Card Details$/ }).click();
  await expect(page.getByText('This session has expired.')).toBeVisible();
  expect(new Set(requests.map(({ url }) => url.host))).toEqual(new Set(['js.stripe.com']));
  for (const { referer } of requests) expect(referer).toBe(app.url);
});

test('Maps is contacted when a user types an address, and receives no more than the origin', async ({
  page,
}) => {
  const requests = await watch(page);
  await page.goto(`${app.url}provider-signup`);
  const street = page.getByLabel('Street', { exact: true });
  await street.focus();
  await page.getByLabel('Email', { exact: true }).fill('a@b.io');
  expect(requests).toEqual([]);
  await street.pressSequentially('12 Pine');
  await expect(page.getByRole('option', { name: '12 Pine Street' })).toBeVisible();
  expect(new Set(requests.map(({ url }) => url.host))).toEqual(new Set(['maps.googleapis.com']));
  for (const { referer } of requests) expect(referer).toBe(app.url);
});
