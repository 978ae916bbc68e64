import 'fake-indexeddb/auto';
import { stubTabs } from '@tests/support/fake-tabs';
import { startMockServer } from '@tests/support/mock-server';
import { callsTo } from '@tests/support/outcomes';
import { pauseResponses } from '@tests/support/pause-responses';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { waitFor } from 'xstate';
import { type App, getApp, stopApp } from '@/app/app';
import { appPortOf, sessionScoped } from '@/app/app-port';
import { runOperation } from '@/app/operation-actor';
import { gridLockName, openStoredGrid, writeStoredGrid } from '@/app/stored-grid';
import type { Request } from '@/contract';
import { authToken, patientId } from '@/contract/entities';
import { blankGrid, blankGridRow, formDraftKey, type GridRow, type StoredGrid } from '@/domain/storage-keys';
import { setAppClock } from '@/lib/clock';
import { clearDatabase, readDatabase, writeDatabase } from '@/lib/database';
import { connectNavigation } from '@/lib/navigate';
import { setReportSink } from '@/lib/report';
import { clearStored, readStored, writeStored } from '@/lib/storage';
import type { UnsavedDraft } from '@/machines/session.machine';
import { connectToasts, type ToastEvent } from '@/ui/feedback/toast';

const server = startMockServer({ patients: 3 });
const loggingOut = 'POST /auth/logout';
const minute = 60_000;
const provider = { email: 'provider@kitwell.test', password: 'Provider1!' };
const patient = { email: 'patient@kitwell.test', password: 'Patient1!' };

let toasts: ToastEvent[];
beforeEach(async () => {
  clearStored();
  await clearDatabase('kitwell-grid');
  await server.reset({ preset: 'demo' });
  toasts = [];
  const disconnect = connectToasts((toast) => toasts.push(toast));
  return () => {
    disconnect();
    setAppClock(null);
    stopApp();
  };
});
/** The toasts of what came back. */
const restored = () => toasts.filter(({ text }) => text?.endsWith(' back.'));
const toastTexts = () => restored().map(({ text }) => text);

async function logIn({ email, password } = provider): Promise<App> {
  const app = getApp();
  app.session.send({ type: 'LOGIN', email, password });
  await waitFor(
    app.session,
    (snapshot) => snapshot.hasTag('signed-in') && snapshot.context.account === email,
  );
  return app;
}
/** What another tab does is known here once the browser sends its event. */
function inOtherTab(change: () => void, key: string | null) {
  change();
  window.dispatchEvent(new StorageEvent('storage', { key }));
}
const logOutElsewhere = () => inOtherTab(() => localStorage.clear(), null);
/** The server ends the session, which this tab notices when the dashboard is opened. */
async function expire() {
  const { session } = getApp();
  server.db.remove('sessions', String(session.getSnapshot().context.token));
  session.getSnapshot().children.account?.send({ type: 'OPEN_DASHBOARD', savedSection: null });
  await waitFor(session, (snapshot) => snapshot.hasTag('signed-out'));
}
/** Makes a page the one that stores the provider's rows; returns its id. */
async function claim(): Promise<string> {
  await openStoredGrid(provider.email, 'this page');
  return 'this page';
}
const row = (id: string, name = 'Ada') => ({ ...blankGridRow(id), name });
const typed = { street: { text: '9 Pier', base: '1 Pier' } };
const key = (form: string, { email } = provider) => formDraftKey(email, form);

describe('rows that were not saved when a session ended', () => {
  const nothing = () => null;
  const left = (read: () => UnsavedDraft<Promise<StoredGrid>> | null = nothing) =>
    appPortOf(getApp().store).drafts.register('rows', read);
  const grid = (...rows: GridRow[]): StoredGrid => ({ ...blankGrid, rows });

  it('are those that were stored, which the browser has no more', async () => {
    await logIn();
    await writeStoredGrid(provider.email, await claim(), grid(row('row-a'), blankGridRow('row-b')));
    await expire();
    expect(getApp().session.getSnapshot().context.unsaved?.drafts.rows?.count).toBe(1);
    await expect.poll(() => readDatabase('kitwell-grid', provider.email)).toBeUndefined();
    await logIn();
    expect((await left())?.rows).toEqual([row('row-a'), blankGridRow('row-b')]);
    expect(left()).toBeNull();
  });

  it('are those of the screen, which may not be stored yet', async () => {
    await logIn();
    await writeStoredGrid(provider.email, await claim(), grid(row('row-a', 'Old')));
    left(() => ({ value: Promise.resolve(grid(row('row-a'), row('row-b'))), count: 2 }));
    await expire();
    await logIn();
    expect((await left())?.rows).toEqual([row('row-a'), row('row-b')]);
  });

  it('are kept by the tab that has them open, and by no other', async () => {
    stubTabs();
    await logIn();
    await writeStoredGrid(provider.email, await claim(), grid(row('row-a')));
    void navigator.locks.request(gridLockName(provider.email), {}, () => new Promise(() => undefined));
    await expire();
    await logIn();
    expect((await left())?.rows).toEqual([]);
  });

  it.each([
    ['15 minutes later', 15 * minute, ['row-a']],
    ['a moment after that', 15 * minute + 1, undefined],
  ])('are given back for 15 minutes: %s', async (_, ms, ids) => {
    let now = Date.now();
    setAppClock({ now: () => now, calendarNow: () => now, subscribe: () => () => undefined });
    await logIn();
    await writeStoredGrid(provider.email, await claim(), grid(row('row-a')));
    await expire();
    now += ms;
    await logIn();
    expect((await left())?.rows.map(({ id }) => id)).toEqual(ids);
  });

  it('come back after a session that was idle for too long ends as the page opens', async () => {
    await logIn();
    await writeStoredGrid(provider.email, await claim(), grid(row('row-a')));
    stopApp();
    writeStored('lastActive', Date.now() - 60 * minute);
    expect(getApp().session.getSnapshot().context.ended).toBe('idle');
    await logIn();
    expect((await left())?.rows).toEqual([row('row-a')]);
  });
});

it('rows can’t be stored by a page once another one has opened them, nor after a logout', async () => {
  await logIn();
  const first = await claim();
  expect(await writeStoredGrid(provider.email, first, { ...blankGrid, rows: [row('row-a')] })).toBe(
    'written',
  );
  expect((await openStoredGrid(provider.email, 'another page')).rows).toEqual([row('row-a')]);
  expect(await writeStoredGrid(provider.email, first, blankGrid)).toBeNull();
  getApp().session.send({ type: 'LOGOUT' });
  expect(await writeStoredGrid(provider.email, 'another page', blankGrid)).toBeNull();
  await expect.poll(() => readDatabase('kitwell-grid', provider.email)).toBeUndefined();
});

it('rows of an ended session that are still stored are overwritten, and those of an older release are added', async () => {
  await logIn();
  const stored = { ...blankGrid, rows: [row('row-a')] };
  await writeDatabase('kitwell-grid', provider.email, stored);
  expect((await openStoredGrid(provider.email, 'this page')).rows).toEqual([]);
  expect((await openStoredGrid(provider.email, 'after a reload')).rows).toEqual([]);
  await writeStoredGrid(provider.email, 'after a reload', stored);
  writeStored('patientGrid', { ...blankGrid, rows: [row('row-b')] });
  expect((await openStoredGrid(provider.email, 'a newer release')).rows).toEqual([
    row('row-b'),
    row('row-a'),
  ]);
});

describe('the input of forms when a session ended', () => {
  it('comes back, except where the same form has newer input', async () => {
    const { session } = await logIn();
    const { token } = session.getSnapshot().context;
    writeStored('formDrafts', { [key('profile')]: typed, [key('lab')]: typed });
    logOutElsewhere();
    const newer = { street: { text: 'Newer', base: '1 Pier' } };
    writeStored('formDrafts', { [key('lab')]: newer });
    localStorage.setItem('account', provider.email);
    localStorage.setItem('token', String(token));
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    expect(readStored('formDrafts')).toEqual({ [key('profile')]: typed, [key('lab')]: newer });
    expect(toastTexts()).toEqual(['Your unsaved changes in a form are back.']);
    expect(restored()[0]).toMatchObject({ tone: 'info', position: 'top-center' });
  });

  it('comes back once, without that of another account', async () => {
    await logIn();
    writeStored('formDrafts', { [key('lab')]: typed, [key('profile', patient)]: typed });
    await expire();
    await logIn();
    expect(readStored('formDrafts')).toEqual({ [key('lab')]: typed });
    // It is saved.
    writeStored('formDrafts', {});
    await expire();
    await logIn();
    expect(readStored('formDrafts')).toEqual({});
  });

  it('of another account is removed when a tab opens, the account’s own is kept', async () => {
    const { session } = await logIn();
    const { token } = session.getSnapshot().context;
    stopApp();
    writeStored('formDrafts', { [key('lab')]: typed, [key('profile', patient)]: typed });
    getApp();
    expect(readStored('token')).toBe(token);
    expect(readStored('formDrafts')).toEqual({ [key('lab')]: typed });
    stopApp();
    const stores = vi.spyOn(Storage.prototype, 'setItem');
    getApp();
    expect(stores.mock.calls.filter(([name]) => name === 'formDrafts')).toEqual([]);
    stores.mockRestore();
  });
});

describe('invitations without an answer when a session ended', () => {
  const slot = { location: '', timeSlot: '2099-03-04 09:00 - 09:30', providerType: 'Physician' };
  const invited = (id: string) => ({
    invitation: { patientId: patientId.parse(id), meetLink: 'https://meet.example.com', ...slot },
    booked: null,
  });
  const stored = () => readStored('unansweredInvitations').map(({ invitation }) => invitation.patientId);

  it('are stored again for the same account, beside those that another tab has stored since', async () => {
    const { session } = await logIn();
    const { token } = session.getSnapshot().context;
    writeStored('unansweredInvitations', [invited('P-1'), invited('P-2')]);
    await expire();
    expect(stored()).toEqual([]);
    localStorage.setItem('account', provider.email);
    localStorage.setItem('token', String(token));
    writeStored('unansweredInvitations', [invited('P-2'), invited('P-3')]);
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    expect(stored()).toEqual(['P-2', 'P-3', 'P-1']);
  });
});

describe('work that a session can only hand over', () => {
  const record = { patientId: patientId.parse('1'), outcome: 'requested', at: 1 } as const;
  const orders = (app: App, count = 0) =>
    appPortOf(app.store).drafts.register('orders', () => (count ? { value: 'orders', count } : null));
  const waiting = (app: App) => appPortOf(app.store).drafts.countWaiting('orders');
  const endElsewhere = async () => {
    logOutElsewhere();
    await logIn();
  };

  it('waits for its screen, is counted meanwhile, and is taken over once', async () => {
    const app = await logIn();
    expect(orders(app, 2)).toBeNull();
    expect(waiting(app)).toBe(0);
    await endElsewhere();
    expect(waiting(app)).toBe(2);
    expect(orders(app)).toBe('orders');
    expect([waiting(app), orders(app)]).toEqual([0, null]);
  });

  it('waits over a session in which its screen was not opened', async () => {
    const app = await logIn();
    orders(app, 2);
    await endElsewhere();
    await endElsewhere();
    expect(orders(app)).toBe('orders');
  });

  it('is not left for another account', async () => {
    const app = await logIn();
    orders(app, 2);
    await endElsewhere();
    await expire();
    await logIn(patient);
    expect([waiting(app), orders(app)]).toEqual([0, null]);
  });

  it('includes what was stored of orders before a screen has read it', async () => {
    const app = await logIn();
    const later = { ...record, patientId: patientId.parse('2') };
    appPortOf(app.store).drafts.register('orderRecords', () => ({ value: [record], count: 1 }));
    app.session.send({ type: 'LOGIN', email: provider.email, password: 'Wrong1!' });
    writeStored('orderRecords', [later]);
    await waitFor(app.session, (snapshot) => snapshot.hasTag('signed-in'));
    expect(appPortOf(app.store).drafts.register('orderRecords', () => null)).toEqual([record, later]);
  });
});

it('input of forms survives a logout in another tab during a login that fails', async () => {
  const { session } = await logIn();
  const { token } = session.getSnapshot().context;
  writeStored('formDrafts', { [key('lab')]: typed });
  session.send({ type: 'LOGIN', email: provider.email, password: 'Wrong1!' });
  logOutElsewhere();
  expect(readStored('formDrafts')).toEqual({});
  localStorage.setItem('account', provider.email);
  localStorage.setItem('token', String(token));
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  await waitFor(session, (snapshot) => snapshot.hasTag('signed-in'));
  expect(readStored('formDrafts')).toEqual({ [key('lab')]: typed });
});

describe('the storage', () => {
  it('never lacks a token during a login that replaces another one, which other tabs would take for a logout', async () => {
    const app = await logIn();
    const { token } = app.session.getSnapshot().context;
    writeStored('activeOption', 'supportInfo');
    const seen: (string | null)[] = [];
    const { setItem, removeItem } = Storage.prototype;
    const look = () => seen.push(localStorage.getItem('token'));
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, name, text) {
      setItem.call(this, name, text);
      look();
    });
    vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(function (this: Storage, name) {
      removeItem.call(this, name);
      look();
    });
    await logIn(patient);
    vi.restoreAllMocks();
    const next = app.session.getSnapshot().context.token;
    expect(next).not.toBe(token);
    expect(new Set(seen)).toEqual(new Set([token, next]));
    expect(readStored('account')).toBe(patient.email);
    expect(readStored('activeOption')).toBeNull();
  });

  it('holds nothing after a logout in another tab, also not what there was no room for', async () => {
    const full = new DOMException('full', 'QuotaExceededError');
    await logIn();
    const rejects = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw full;
    });
    writeStored('activeClinicTab', 'Sample Testing Lab');
    rejects.mockRestore();
    expect(readStored('activeClinicTab')).toBe('Sample Testing Lab');
    logOutElsewhere();
    expect(readStored('activeClinicTab')).toBe('Profile');
  });

  it('is empty after Logout', async () => {
    const { session } = await logIn();
    writeStored('activeOption', 'supportInfo');
    session.send({ type: 'LOGOUT' });
    expect(localStorage).toHaveLength(0);
    expect(sessionStorage).toHaveLength(0);
  });
});

describe('Logout', () => {
  const reports = vi.fn();
  beforeEach(() => {
    reports.mockClear();
    setReportSink(reports);
  });
  const leave = async () => {
    const { session } = await logIn();
    const { token } = session.getSnapshot().context;
    session.send({ type: 'LOGOUT' });
    await vi.waitFor(() => expect(callsTo(server, loggingOut)).toHaveLength(1));
    return token;
  };

  it('ends the session on the server, without a report, also if the page is closed meanwhile', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    const token = await leave();
    expect(fetched.mock.lastCall?.[1]?.keepalive).toBe(true);
    await vi.waitFor(() => expect(server.db.list('sessions')).toEqual([]));
    expect(token).not.toBeNull();
    expect(reports).not.toHaveBeenCalled();
  });

  it('is also made for a session that another login replaces', async () => {
    await logIn();
    const { session } = await logIn(patient);
    const { token } = session.getSnapshot().context;
    await vi.waitFor(() => expect(server.db.list('sessions')).toMatchObject([{ token }]));
  });

  it('is made here also if that call fails, which is reported', async () => {
    server.set(loggingOut, '500', { times: 1 });
    await leave();
    expect(readStored('token')).toBeNull();
    await vi.waitFor(() =>
      expect(reports.mock.calls).toEqual([
        ['a call failed', { operation: 'logout', kind: 'status', status: 500 }],
      ]),
    );
  });
});

describe('the token of a call', () => {
  it('is the stored one: another tab’s account replaces this tab’s before anything is sent', async () => {
    const { store, session } = await logIn();
    const first = session.getSnapshot().children.account;
    const token = authToken.parse(localStorage.getItem('token'));
    localStorage.setItem('account', patient.email);
    localStorage.setItem('token', `${token}-other`);
    await runOperation(store, 'fetchAppointments', undefined).catch(() => undefined);
    expect(session.getSnapshot().context).toMatchObject({ account: patient.email, token: `${token}-other` });
    expect(session.getSnapshot().children.account).not.toBe(first);
  });
});

describe('a call that was answered 401', () => {
  const listing = { name: 'fetchAppointments', operation: 'GET /booking/fetch-appointments' } as const;

  it('ends the session once its caller has the failure, without asking again', async () => {
    const { store, session } = await logIn();
    server.log.clear();
    server.set(listing.operation, '401');
    const end = await runOperation(store, 'fetchAppointments', undefined).catch(({ status }) => ({
      status,
      signedIn: session.getSnapshot().hasTag('signed-in'),
    }));
    expect(end).toEqual({ status: 401, signedIn: true });
    await waitFor(session, (snapshot) => snapshot.hasTag('signed-out'));
    expect(session.getSnapshot().context).toMatchObject({ ended: 'expired', token: null });
    expect(readStored('token')).toBeNull();
    expect(server.log.list().map(({ operation }) => operation)).toEqual([listing.operation]);
  });

  it('does not end a session that began since', async () => {
    const { store, session } = await logIn();
    const { token } = session.getSnapshot().context;
    session.send({ type: 'LOGIN', ...provider });
    const denial = pauseResponses(server, listing, ['401']);
    const call = runOperation(store, 'fetchAppointments', undefined);
    await denial.decided();
    await waitFor(session, (snapshot) => snapshot.context.token !== token);
    denial.releaseAll();
    await expect(call).rejects.toMatchObject({ status: 401 });
    await new Promise((resolve) => setTimeout(resolve));
    expect(session.getSnapshot().hasTag('signed-in')).toBe(true);
  });
});

describe('the application', () => {
  it('belongs to the account that is signed in', async () => {
    const app = getApp();
    const port = appPortOf(app.store);
    expect(port.account()).toBeNull();
    expect(port.owner()).toBe(app.actor);
    await logIn();
    expect(port.account()).toBe(provider.email);
    expect(port.owner()).toBe(app.session.getSnapshot().children.account);
    expect(port.flows()).toBe(app.session.getSnapshot().children.account?.getSnapshot().children.flows);
  });

  it('records no activity and makes no call that needs a token while no one is signed in', async () => {
    const { store } = getApp();
    expect(() => appPortOf(store).recordActivity()).not.toThrow();
    const authorized: Request<'authenticatePatients'> = { body: { patientIds: ['1'], authorized: 1 } };
    await expect(runOperation(store, 'fetchAppointments', undefined)).rejects.toMatchObject({ status: 401 });
    await expect(runOperation(store, 'authenticatePatients', authorized)).rejects.toMatchObject({
      status: 401,
    });
    expect(server.log.list()).toEqual([]);
    expect(toasts.filter(({ text }) => text !== null)).toEqual([]);
  });

  it('keeps what belongs to an account until that is signed out, and ends it then', async () => {
    const end = vi.fn();
    const create = vi.fn(() => ({}));
    const scoped = sessionScoped(create, end);
    const { store, session } = await logIn();
    const object = scoped(store);
    expect(scoped(store)).toBe(object);
    expect(create).toHaveBeenCalledExactlyOnceWith(store);
    expect(end).not.toHaveBeenCalled();
    session.send({ type: 'LOGOUT' });
    expect(end).toHaveBeenCalledExactlyOnceWith(object);
    expect(scoped(store)).not.toBe(object);
  });

  it('opens a section of an open dashboard, and takes a long task for activity', async () => {
    const { store, session } = await logIn();
    const port = appPortOf(store);
    const account = session.getSnapshot().children.account;
    account?.send({ type: 'OPEN_DASHBOARD', savedSection: null });
    await vi.waitFor(() =>
      expect(account?.getSnapshot().children.dashboard?.getSnapshot().context.section).toBe('patients'),
    );
    port.openSection('supportInfo');
    expect(account?.getSnapshot().children.dashboard?.getSnapshot().context.section).toBe('supportInfo');
    expect(readStored('activeOption')).toBe('supportInfo');
    writeStored('lastActive', null);
    port.recordActivity();
    expect(readStored('lastActive')).not.toBeNull();
  });

  it('opens the dashboard with a section that is asked for on another page, while someone is signed in', async () => {
    const opened = vi.fn();
    onTestFinished(connectNavigation(opened));
    const { store, session } = await logIn();
    appPortOf(store).openSection('supportInfo');
    expect(opened.mock.calls).toEqual([['/dashboard']]);
    expect(readStored('activeOption')).toBe('supportInfo');
    session.send({ type: 'LOGOUT' });
    appPortOf(store).openSection('supportInfo');
    expect(opened).toHaveBeenCalledOnce();
    expect(readStored('activeOption')).toBeNull();
  });
});
