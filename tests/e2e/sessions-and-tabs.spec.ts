import type { BrowserContext, Page } from '@playwright/test';
import { firstName } from '@tests/support/at-the-keyboard';
import { keptBy, tokenOf } from '@tests/support/kept';
import {
  type Account,
  draft,
  expect,
  firstClinic,
  type Live,
  logIn,
  logInHere,
  nameTab,
  openSecondClinic,
  patientOfFirst,
  patientOfSecond,
  storedDrafts,
  test,
  typeDraft,
} from '@tests/support/live-app';
import * as job from '@tests/support/main-job';
import { type ApiProxy, html } from '@tests/support/proxy';

test.use({ actionTimeout: 10_000 });

const minute = 60_000;

/** State of a page in the background, for checks right after it detects another token. */
declare global {
  interface Window {
    /** Suppresses storage events, as in a page that the browser has frozen. */
    asleep?: boolean;
    /** Runs as soon as the page detects another token. */
    atOnce?: () => void;
    /** The page's text two frames later. */
    shownThen?: string;
  }
}

/** Lets a test suspend the page, and inspect it right after it detects another token. */
const listenFirst = (page: Page) =>
  page.addInitScript(() => {
    const heard = () => {
      window.atOnce?.();
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          window.shownThen = document.body.innerText;
        }),
      );
    };
    window.addEventListener(
      'storage',
      (event) => {
        if (window.asleep) event.stopImmediatePropagation();
        else if (event.key === 'token' && event.newValue !== null) heard();
      },
      { capture: true },
    );
    for (const name of ['focus', 'pageshow']) {
      window.addEventListener(name, (event) => !event.isTrusted && heard(), { capture: true });
    }
  });

/** How the first tab detects that another account has logged in. */
interface Way {
  readonly name: string;
  /** Runs before the other tab logs in. */
  leave(page: Page): Promise<unknown>;
  comeBack(page: Page): Promise<unknown>;
}

const ways: readonly Way[] = [
  { name: 'a storage event', leave: async () => undefined, comeBack: async () => undefined },
  {
    name: 'getting the focus',
    leave: (page) =>
      page.evaluate(() => {
        window.asleep = true;
        window.dispatchEvent(new Event('blur'));
      }),
    comeBack: (page) =>
      page.evaluate(() => {
        window.asleep = false;
        window.dispatchEvent(new Event('focus'));
        document.dispatchEvent(new Event('visibilitychange'));
      }),
  },
  {
    // Debian's headless shell has no back/forward cache, so the test dispatches its events.
    name: 'the back/forward cache',
    leave: (page) =>
      page.evaluate(() => {
        window.asleep = true;
        window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
      }),
    comeBack: (page) =>
      page.evaluate(() => {
        window.asleep = false;
        window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      }),
  },
];

/** Opens tab A with the first clinic's dashboard. Tab B is the second clinic's. */
async function openA(page: Page): Promise<string> {
  await listenFirst(page);
  await nameTab(page, 'A');
  return logIn(page, firstClinic);
}

async function logInInOtherTab(context: BrowserContext, account: Account): Promise<string> {
  const other = await context.newPage();
  await nameTab(other, 'B');
  return logIn(other, account);
}

/** From the first call with the new token on, no call has the old one, and the first one verifies the user. */
function expectOneTokenAtATime(live: Live, before: string, after: string): void {
  const calls = live.proxy.log.filter(({ tab, authorization }) => tab === 'A' && authorization !== null);
  const turn = calls.findIndex(({ authorization }) => authorization !== before);
  expect(turn, 'tab A has asked under the other token').toBeGreaterThan(0);
  expect(calls[turn]?.call).toBe('GET /auth/verify-user');
  expect(calls.slice(turn).map(({ authorization }) => authorization)).toEqual(
    calls.slice(turn).map(() => after),
  );
}

test.describe('another account logs in, in another tab', () => {
  for (const way of ways)
    test(`the first tab never shows the old patients again, notified by ${way.name}`, async ({
      page,
      context,
      live,
    }) => {
      const second = await openSecondClinic(live);
      const before = await openA(page);
      await job.openUpdatePatients(page);
      await expect(job.patientTable(page)).toContainText(patientOfFirst);
      await way.leave(page);
      const after = await logInInOtherTab(context, second);
      await way.comeBack(page);
      await page.waitForFunction(() => window.shownThen !== undefined);
      expect(await page.evaluate(() => window.shownThen)).not.toContain(patientOfFirst);
      await expect(page.getByText(`Hey, ${second.name}`)).toBeVisible();
      await job.openUpdatePatients(page);
      await expect(job.patientTable(page)).toContainText(patientOfSecond);
      await expect(page.getByText(patientOfFirst)).toHaveCount(0);
      expectOneTokenAtATime(live, before, after);
    });

  for (const { name, leave, comeBack } of ways)
    test(`Save All at the earliest moment stores nothing into the other clinic, notified by ${name}`, async ({
      page,
      context,
      live,
    }) => {
      const second = await openSecondClinic(live);
      const before = await openA(page);
      await typeDraft(page);
      await page.evaluate(() => {
        window.atOnce = () =>
          [...document.querySelectorAll('button')]
            .find(({ textContent }) => textContent === 'Save All')
            ?.click();
      });
      await leave(page);
      const after = await logInInOtherTab(context, second);
      await comeBack(page);
      await expect(page.getByText(`Hey, ${second.name}`)).toBeVisible();
      await expect(firstName(page)).toHaveValue('');
      expect((await storedDrafts(live)).filter(({ clinic_id }) => clinic_id !== 'C001')).toEqual([]);
      expectOneTokenAtATime(live, before, after);
    });

  test('Save All before the first tab has heard of it stores nothing into the other clinic', async ({
    page,
    context,
    live,
  }) => {
    const second = await openSecondClinic(live);
    const before = await openA(page);
    await typeDraft(page);
    await page.evaluate(() => {
      window.asleep = true;
    });
    await logInInOtherTab(context, second);
    await page.evaluate(() => window.dispatchEvent(new Event('blur')));
    await job.saveAll(page);
    // It may save under its own token, or not at all.
    await expect(firstName(page)).toHaveValue('');
    expect((await storedDrafts(live)).filter(({ clinic_id }) => clinic_id !== 'C001')).toEqual([]);
    const sent = live.proxy.calls('POST /patient/add-patients');
    expect(sent.filter(({ authorization }) => authorization !== before)).toEqual([]);
  });
});

interface Failed {
  readonly name: string;
  treat(proxy: ApiProxy): void;
}

const verify = 'GET /auth/verify-user';
const always = { times: Number.POSITIVE_INFINITY } as const;
const answers = (name: string, status: number, body: unknown = { message: 'Not now' }): Failed => ({
  name,
  treat: (proxy) => proxy.answer(verify, { status, body }, always),
});

/** Responses that don't determine whether the token is valid. */
const unclear: readonly Failed[] = [
  answers('400', 400),
  answers('403', 403),
  answers('429', 429),
  answers('500', 500),
  answers('an HTML page with 200', 200, html),
  answers('202 for 200', 202, { status: true, user_name: firstClinic.name, role_id: '1' }),
  { name: 'a lost answer', treat: (proxy) => proxy.lose(verify, always) },
];

/** Responses that end the session. */
const denials: readonly Failed[] = [
  answers('401', 401),
  answers('a readable denial', 200, { status: false }),
];

const couldNotCheck = (page: Page) => page.getByText(/could not check|couldn.t (be )?check/i).first();
const retry = (page: Page) =>
  page
    .getByRole('button', { name: 'Retry' })
    .or(page.getByRole('link', { name: 'Retry' }))
    .first();
/** The notice about unsaved rows: on the login page, and once they are in the grid again. */
const unsaved = (page: Page) => page.getByText(/unsaved|restored|brought back|are back/i).first();

test.describe('the log-in can’t be checked', () => {
  for (const { name, treat } of unclear)
    test(`at the first load (${name}): the token and the rows stay, and it can be tried again`, async ({
      page,
      live,
    }) => {
      const token = await logIn(page, firstClinic);
      await typeDraft(page);
      treat(live.proxy);
      await page.goto('dashboard');
      await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
      expect(await tokenOf(page)).toBe(token);
      expect(await keptBy(page)).toContain(draft.name);
      await expect(couldNotCheck(page)).toBeVisible();
      live.proxy.clear();
      await retry(page).click();
      await expect(page.getByText(`Hey, ${firstClinic.name}`)).toBeVisible();
      await expect(firstName(page)).toHaveValue(draft.name);
    });

  for (const { name, treat } of unclear)
    test(`while a user works (${name}): nothing changes on the screen`, async ({ page, live }) => {
      const token = await logIn(page, firstClinic);
      await typeDraft(page);
      live.proxy.clearLog();
      treat(live.proxy);
      await askAgain(page, live);
      await job.openSection(page, 'Patients');
      await expect(firstName(page)).toHaveValue(draft.name);
      await expect(page.getByText(`Hey, ${firstClinic.name}`)).toBeVisible();
      expect(await tokenOf(page)).toBe(token);
    });
});

/** Makes another call return 401, so that the product verifies the user; resolves once the verification has ended. */
async function askAgain(page: Page, live: Live): Promise<void> {
  live.proxy.answer('GET /booking/fetch-appointments', { status: 401, body: { message: 'Who are you?' } });
  await job.openSection(page, 'Booking / Order Kits');
  await page.getByRole('tab', { name: 'Booked Appointments' }).click();
  await expect
    .poll(() => live.proxy.calls(verify).filter(({ end }) => end !== 'pending').length)
    .toBeGreaterThan(0);
}

/** Ends the session while there are unsaved rows. */
async function endSession(page: Page, live: Live, { treat }: Failed): Promise<void> {
  await logIn(page, firstClinic);
  await typeDraft(page);
  live.proxy.clearLog();
  treat(live.proxy);
  await askAgain(page, live);
  await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
  live.proxy.clear();
}

const byA401: Failed = answers('401', 401);

async function expectNothingKept(page: Page): Promise<void> {
  expect(await tokenOf(page)).toBeNull();
  const kept = await keptBy(page);
  for (const secret of [draft.name, draft.email, patientOfFirst]) expect(kept).not.toContain(secret);
}

async function expectRowsBack(page: Page): Promise<void> {
  await expect(firstName(page)).toHaveValue(draft.name);
  await expect(page.getByLabel('Email, row 1', { exact: true })).toHaveValue(draft.email);
  await expect(unsaved(page)).toBeVisible();
}

async function expectNoRows(page: Page): Promise<void> {
  await expect(firstName(page)).toHaveValue('');
  await expect(unsaved(page)).toHaveCount(0);
  expect(await keptBy(page)).not.toContain(draft.name);
}

test.describe('the session ends with unsaved rows', () => {
  for (const denial of denials) {
    test(`at the first load (${denial.name}): storage is empty, and the same account gets them back`, async ({
      page,
      live,
    }) => {
      await logIn(page, firstClinic);
      await typeDraft(page);
      denial.treat(live.proxy);
      await page.goto('dashboard');
      await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
      await expectNothingKept(page);
      await expect(unsaved(page)).toBeVisible();
      live.proxy.clear();
      await logInHere(page, firstClinic);
      await expectRowsBack(page);
    });

    test(`while a user works (${denial.name}): storage is empty, and the same account gets them back`, async ({
      page,
      live,
    }) => {
      await endSession(page, live, denial);
      await expectNothingKept(page);
      await expect(unsaved(page)).toBeVisible();
      await logInHere(page, firstClinic);
      await expectRowsBack(page);
    });
  }

  test('Save All on an ended session: the rows are there again after the next log-in', async ({
    page,
    live,
  }) => {
    const token = await logIn(page, firstClinic);
    await typeDraft(page);
    await live.remove('sessions', token);
    await job.saveAll(page);
    await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
    await expectNothingKept(page);
    await expect(unsaved(page)).toBeVisible();
    await logInHere(page, firstClinic);
    await expectRowsBack(page);
    await job.saveAll(page);
    await expect(page.getByText('Patients added successfully')).toBeVisible();
    expect(await storedDrafts(live)).toHaveLength(1);
  });

  test('another account does not get them, and they are gone for the first one as well', async ({
    page,
    live,
  }) => {
    const second = await openSecondClinic(live);
    await endSession(page, live, byA401);
    await expect(unsaved(page)).toBeVisible();
    await logInHere(page, second);
    await expectNoRows(page);
    await job.chooseInAccountMenu(page, 'Logout');
    await logInHere(page, firstClinic);
    await expectNoRows(page);
  });

  test('Logout discards them, once that is confirmed', async ({ page, live }) => {
    await endSession(page, live, byA401);
    await logInHere(page, firstClinic);
    await expectRowsBack(page);
    await job.logOutUnsaved(page);
    await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
    await expect(unsaved(page)).toHaveCount(0);
    await logInHere(page, firstClinic);
    await expectNoRows(page);
  });

  for (const { minutes, kept } of [
    { minutes: 14, kept: true },
    { minutes: 16, kept: false },
  ])
    test(`after ${minutes} minutes they are ${kept ? 'there' : 'gone'}`, async ({ page, live }) => {
      await page.clock.install();
      await endSession(page, live, byA401);
      await expect(unsaved(page)).toBeVisible();
      await page.clock.fastForward(minutes * minute);
      await logInHere(page, firstClinic);
      await (kept ? expectRowsBack : expectNoRows)(page);
    });
});

test.describe('leaving during a save', () => {
  /** Enters the dashboard through the start page's Log In link, so that Back returns to it within the same document. */
  async function openFromStart(page: Page): Promise<void> {
    await page.goto('.');
    await page.getByRole('banner').getByRole('link', { name: 'Log In' }).click();
    await logInHere(page, firstClinic);
    await page.evaluate(() => {
      window.shownThen = 'the same document';
    });
  }

  const goBackTo = async (page: Page, path: string) => {
    await page.goBack();
    await expect.poll(() => new URL(page.url()).pathname).toBe(path);
  };
  const isSameDocument = (page: Page) => page.evaluate(() => window.shownThen === 'the same document');

  test('the dashboard still shows the save as running, and it finishes once', async ({ page, live }) => {
    await openFromStart(page);
    await typeDraft(page);
    const held = live.proxy.hold('POST /patient/add-patients');
    await job.saveAll(page);
    await held.arrived;
    await goBackTo(page, '/');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Care that comes');
    await page.evaluate(() => history.forward());
    await expect(page.getByText(`Hey, ${firstClinic.name}`)).toBeVisible();
    expect(await isSameDocument(page)).toBe(true);
    const saving = page.getByRole('button', { name: 'Saving...' });
    await expect(saving).toBeVisible();
    await expect(saving).toBeDisabled();
    await saving.dispatchEvent('click');
    held.release();
    await expect(page.getByText('Patients added successfully')).toBeVisible();
    await expect(firstName(page)).toHaveValue('');
    await expect(page.getByRole('button', { name: 'Save All' })).toBeEnabled();
    expect(live.proxy.calls('POST /patient/add-patients')).toHaveLength(1);
    expect(await storedDrafts(live)).toHaveLength(1);
  });

  test('the save finishes while the start page is open', async ({ page, live }) => {
    await openFromStart(page);
    await typeDraft(page);
    const held = live.proxy.hold('POST /patient/add-patients');
    await job.saveAll(page);
    await held.arrived;
    await goBackTo(page, '/');
    held.release();
    await expect.poll(async () => (await held.arrived).end).toBe('answered');
    await page.evaluate(() => history.forward());
    await expect(page.getByText(`Hey, ${firstClinic.name}`)).toBeVisible();
    await expect(firstName(page)).toHaveValue('');
    expect(live.proxy.calls('POST /patient/add-patients')).toHaveLength(1);
    expect(await storedDrafts(live)).toHaveLength(1);
  });
});

test.describe('idle', () => {
  const start = new Date('2026-03-02T09:00:00');
  const at = (minutes: number) => new Date(start.getTime() + minutes * minute);

  /** Records whether the dashboard was ever rendered, from the start of each document. */
  const watchForDashboard = (context: BrowserContext) =>
    context.addInitScript(() => {
      new MutationObserver(() => {
        if (document.body?.textContent?.includes('Hey, ')) Reflect.set(window, 'sawDashboard', true);
      }).observe(document, { childList: true, subtree: true, characterData: true });
    });

  async function workAndStop(page: Page): Promise<string> {
    const token = await logIn(page, firstClinic);
    await job.openUpdatePatients(page);
    await expect(job.patientTable(page)).toContainText(patientOfFirst);
    return token;
  }

  const expectReason = (page: Page) =>
    expect(page.getByText(/nothing happened|inactiv/i).first()).toBeVisible();

  async function expectLoggedOut(page: Page, live: Live, token: string): Promise<void> {
    await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
    expect(await tokenOf(page)).toBeNull();
    await expect
      .poll(() => live.proxy.calls('POST /auth/logout').map(({ authorization }) => authorization))
      .toEqual([token]);
    await expect.poll(() => live.rows('sessions', { token })).toEqual([]);
  }

  const reopenings = [
    {
      name: 'in a new page',
      async leave(page: Page, context: BrowserContext) {
        await page.close();
        return context.newPage();
      },
    },
    {
      name: 'in the same tab',
      async leave(page: Page) {
        await page.goto('about:blank');
        return page;
      },
    },
  ] as const;

  for (const { name, leave } of reopenings)
    for (const hours of [20 / 60, 25])
      test(`a dashboard that is opened ${name} ${hours < 1 ? '20 minutes' : `${hours} hours`} later shows nothing and is logged out`, async ({
        page,
        context,
        live,
      }) => {
        await context.clock.install({ time: start });
        const token = await workAndStop(page);
        await watchForDashboard(context);
        const opened = await leave(page, context);
        await context.clock.setSystemTime(at(hours * 60));
        live.proxy.clearLog();
        await opened.goto('dashboard');
        await expectReason(opened);
        await expectLoggedOut(opened, live, token);
        expect(await opened.evaluate(() => Reflect.get(window, 'sawDashboard'))).toBeUndefined();
        expect(live.proxy.calls('GET /patient/fetch-patients')).toEqual([]);
      });

  test('a reload does not begin the 15 minutes again', async ({ page, context, live }) => {
    await context.clock.install({ time: start });
    const token = await workAndStop(page);
    await context.clock.fastForward(14 * minute);
    await page.reload();
    await expect(page.getByText(`Hey, ${firstClinic.name}`)).toBeVisible();
    await context.clock.fastForward(3 * minute);
    await expectReason(page);
    await expectLoggedOut(page, live, token);
  });

  test('a clock that was set back an hour does not lengthen the session, whatever is reloaded', async ({
    page,
    context,
    live,
  }) => {
    await context.clock.install({ time: start });
    const token = await workAndStop(page);
    await page.close();
    await context.clock.setSystemTime(at(-60));
    const opened = await context.newPage();
    await opened.goto('dashboard');
    // Advance the clock only when no call is pending: a call that seems to take minutes would time out.
    const opening = opened
      .getByText(`Hey, ${firstClinic.name}`)
      .or(opened.getByRole('heading', { name: 'Log In' }));
    await expect(opening).toBeVisible();
    await context.clock.fastForward(10 * minute);
    await opened.reload();
    await expect(opening).toBeVisible();
    await context.clock.fastForward(7 * minute);
    await expectLoggedOut(opened, live, token);
  });
});

test.describe('a slow logout', () => {
  test('the user does not wait for it, and it is not cancelled', async ({ page, live }) => {
    await page.clock.install();
    const token = await logIn(page, firstClinic);
    const held = live.proxy.hold('POST /auth/logout', { slow: true });
    const failed: string[] = [];
    page.on('requestfailed', (request) => failed.push(`${request.method()} ${request.url()}`));
    await page.getByRole('button', { name: /^Hey, / }).click();
    const logout = page.getByRole('menuitem', { name: 'Logout' });
    await expect(logout).toBeVisible();
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    await logout.click();
    expect((await held.arrived).authorization).toBe(token);
    // Advance the clock by one second, independent of the machine's speed.
    await page.clock.runFor(1000);
    await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
    expect(await tokenOf(page)).toBeNull();
    await page.clock.fastForward(5000);
    await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
    held.release();
    await expect.poll(() => live.rows('sessions', { token })).toEqual([]);
    expect(live.proxy.calls('POST /auth/logout').map(({ end, status }) => [end, status])).toEqual([
      ['answered', 200],
    ]);
    expect(failed.filter((request) => request.includes('/auth/logout'))).toEqual([]);
  });

  test('it completes when the tab is closed right after the press', async ({ page, context, live }) => {
    const token = await logIn(page, firstClinic);
    const other = await context.newPage();
    const held = live.proxy.hold('POST /auth/logout', { slow: true });
    await job.chooseInAccountMenu(page, 'Logout');
    const call = await held.arrived;
    await page.close();
    // A later call of the same browser: a cancelled first call would have been reported before it.
    await other.goto('patient-signup');
    await expect.poll(() => live.proxy.calls('GET /clinic/fetch-clinics').length).toBeGreaterThan(0);
    held.release();
    await expect.poll(() => call.end).toBe('answered');
    expect(call.authorization).toBe(token);
    expect(await live.rows('sessions', { token })).toEqual([]);
  });
});
