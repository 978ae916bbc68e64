import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { cell, line, saveAll } from '@tests/features/patients/grid';
import { loadPage, renderApp } from '@tests/support/app';
import { startMockServer } from '@tests/support/mock-server';
import { callsTo } from '@tests/support/outcomes';
import { pauseResponses } from '@tests/support/pause-responses';
import { specSections } from '@tests/support/sections';
import { flushSync } from 'react-dom';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { storageKeys } from '@/domain/storage-keys';
import { brand } from '@/lib/brand';
import { setReportSink } from '@/lib/report';
import { clearStored, readStored, writeStored } from '@/lib/storage';

const server = startMockServer({ patients: 3 });
beforeEach(async () => {
  await server.reset({ preset: 'demo' });
  clearStored();
});

/** Opens a demo account's dashboard and waits for its section. */
async function open(role: 'provider' | 'patient') {
  await server.as(role);
  const app = renderApp('/dashboard');
  await screen.findByRole('button', { name: /^Hey, / });
  const title = await screen.findByRole('heading', { level: 1 });
  return { ...app, title };
}

const sidebar = () =>
  within(screen.getByRole('navigation', { name: 'Dashboard' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.replace('(opens in a new tab)', ''));

async function menuOf(user: UserEvent): Promise<string[]> {
  await user.click(screen.getByRole('button', { name: /^Hey, / }));
  await screen.findByRole('menu');
  return screen.getAllByRole('menuitem').map(({ textContent }) => textContent ?? '');
}

/** Beside the entries of the specification: the header of a phone has no room for it. */
const theme = 'Theme: follows your system';

/** The entries that the specification gives the sidebar. */
const sidebarOf = (role: 'provider' | 'patient') =>
  specSections[role].flatMap(([, , entry]) => (entry === null ? [] : [entry]));

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

describe.each(['provider', 'patient'] as const)('every section of a %s', (role) => {
  it.each(specSections[role])('%s has the heading %s', async (section, title) => {
    await server.as(role);
    writeStored('activeOption', storageKeys.activeOption.schema.parse(section));
    renderApp('/dashboard');
    await heading(title);
    // The user sees in the sidebar where they are, also in a section of the account menu.
    const sections = within(screen.getByRole('navigation', { name: 'Dashboard' }));
    expect(
      sections.getAllByRole('listitem').filter((item) => item.querySelector('[aria-current]')),
    ).toHaveLength(1);
  });
});

describe('the dashboard of a provider', () => {
  it.each([
    ['patients', 'Skip to the table', 'button', /^Edit /],
    ['authenticate', 'Skip to the table', 'checkbox', /^Select (?!all)/],
    ['booking', 'Skip to the table', 'button', /^Book /],
    ['booking', 'Skip to booked appointments', 'link', /^Join/],
  ] as const)(
    'leads from the top of %s by "%s" and at most eight Tabs to the first %s %s',
    async (section, link, role, name) => {
      await server.as('provider');
      writeStored('activeOption', section);
      writeStored('activePatientTab', 'Update Patients');
      const { user } = renderApp('/dashboard');
      const [first] = await screen.findAllByRole(role, { name });
      let stops = 0;
      while (document.activeElement !== first && stops < 9) {
        await user.tab();
        stops += 1;
        const { textContent, hash } = document.activeElement as HTMLAnchorElement;
        // jsdom follows a link to a part of the page, but leaves the focus.
        if (textContent === link) act(() => document.getElementById(hash.slice(1))?.focus());
      }
      expect(first).toHaveFocus();
      expect(stops).toBeLessThanOrEqual(8);
    },
  );

  it('keeps the focus on the tabs of Booking / Order Kits while the arrow keys choose one', async () => {
    const { user } = await open('provider');
    await user.click(screen.getByRole('button', { name: 'Booking / Order Kits' }));
    const tab = (name: string) => screen.findByRole('tab', { name });
    const [authenticate, booked] = ['Authenticate & Order Kits', 'Booked Appointments'];
    const authenticateTab = await tab(authenticate);
    act(() => authenticateTab.focus());
    await user.keyboard('{ArrowRight}');
    await screen.findByRole('heading', { level: 2, name: booked });
    await waitFor(async () => expect(await tab(booked)).toHaveFocus());
    await user.keyboard('{ArrowLeft}');
    await waitFor(() => expect(screen.queryByRole('heading', { level: 2, name: booked })).toBeNull());
    await waitFor(async () => expect(await tab(authenticate)).toHaveFocus());
  });

  it('opens a tab of Booking / Order Kits also before the other section, chosen just before, is rendered', async () => {
    const { user } = await open('provider');
    const entry = screen.getByRole('button', { name: 'Booking / Order Kits' });
    await user.click(entry);
    const name = 'Booked Appointments';
    await user.click(await screen.findByRole('tab', { name }));
    await screen.findByRole('heading', { level: 2, name });
    act(() => {
      flushSync(() => entry.click());
      screen.getByRole('tab', { name }).click();
    });
    expect(readStored('activeOption')).toBe('booking');
    expect(screen.getByRole('heading', { level: 2, name })).toBeVisible();
  });

  it('opens the patients, greets by name, and has the entries of the specification', async () => {
    const { user, title } = await open('provider');
    expect(title).toHaveTextContent('Patients');
    expect(screen.getByRole('button', { name: 'Hey, Harbor Street Clinic' })).toBeVisible();
    expect(sidebar()).toEqual([...sidebarOf('provider'), 'Support']);
    await waitFor(async () =>
      expect(await menuOf(user)).toEqual([
        'Profile',
        'Edit Card Details',
        'Kits Information',
        theme,
        'Logout',
      ]),
    );
  });

  it('reaches every section by its entry', async () => {
    const { user } = await open('provider');
    await user.click(screen.getByRole('button', { name: 'Booking / Order Kits' }));
    await heading('Booking / Order Kits');
    expect(readStored('activeOption')).toBe('authenticate');
    await user.click(await screen.findByRole('tab', { name: 'Booked Appointments' }));
    await waitFor(() => expect(readStored('activeOption')).toBe('booking'));
    const entry = screen.getByRole('button', { name: 'Booking / Order Kits' });
    expect(entry).toHaveAttribute('aria-current', 'page');
    await menuOf(user);
    await user.click(screen.getByRole('menuitem', { name: 'Profile' }));
    expect(await screen.findByRole('tab', { name: 'Profile', selected: true })).toBeVisible();
    expect(screen.getByRole('tab', { name: 'Sample Testing Lab' })).toBeVisible();
    await menuOf(user);
    await user.click(screen.getByRole('menuitem', { name: 'Kits Information' }));
    await heading('Kit Information');
    expect(readStored('activeOption')).toBe('kitsInfo');
  });

  it('has an account menu for which keys are enough', async () => {
    const { user } = await open('provider');
    const button = screen.getByRole('button', { name: /^Hey, / });
    const item = (name: string) => screen.getByRole('menuitem', { name });
    button.focus();
    await user.keyboard('{Enter}');
    expect(item('Profile')).toHaveFocus();
    expect(button).toHaveAttribute('aria-expanded', 'true');
    for (const [key, name] of [
      ['{ArrowUp}', 'Logout'],
      ['{ArrowDown}', 'Profile'],
      ['k', 'Kits Information'],
      ['{End}', 'Logout'],
      ['{Home}', 'Profile'],
    ] as const) {
      await user.keyboard(key);
      expect(item(name), `after ${key}`).toHaveFocus();
    }
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(button).toHaveFocus();
    await user.keyboard('{ArrowUp}');
    expect(item('Logout')).toHaveFocus();
    await user.tab();
    expect(screen.queryByRole('menu')).toBeNull();
    await user.click(button);
    button.focus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('closes the account menu when something else is pressed', async () => {
    const { user, title } = await open('provider');
    await menuOf(user);
    await user.click(title);
    expect(screen.queryByRole('menu')).toBeNull();
    await menuOf(user);
    const button = screen.getByRole('button', { name: /^Hey, / });
    await user.click(button);
    expect(screen.queryByRole('menu')).toBeNull();
    expect(button).toHaveFocus();
  });
});

describe('a section in the address', () => {
  const expectSection = (title: string, query: string, router: ReturnType<typeof renderApp>['router']) =>
    waitFor(() => {
      expect(document.title).toBe(`${title} · Kitwell`);
      expect(router.state.location).toMatchObject({ pathname: '/dashboard', search: query });
    });
  const back = (router: ReturnType<typeof renderApp>['router'], by = -1) => act(() => router.navigate(by));

  it('is one entry of the history, for Back and Forward', async () => {
    const { user, router } = await open('provider');
    await expectSection('Patients', '?section=patients', router);
    await user.click(screen.getByRole('button', { name: 'Booking / Order Kits' }));
    await expectSection('Booking / Order Kits', '?section=authenticate', router);
    // It is open already.
    await user.click(screen.getByRole('button', { name: 'Booking / Order Kits' }));
    await user.click(await screen.findByRole('tab', { name: 'Booked Appointments' }));
    await expectSection('Booked Appointments', '?section=booking', router);
    await back(router);
    await expectSection('Booking / Order Kits', '?section=authenticate', router);
    expect(readStored('activeOption')).toBe('authenticate');
    await back(router);
    await expectSection('Patients', '?section=patients', router);
    await heading('Patients');
    await back(router, 2);
    await expectSection('Booked Appointments', '?section=booking', router);
    expect(await screen.findByRole('tab', { name: 'Booked Appointments', selected: true })).toBeVisible();
  });

  it.each([
    ['provider', '?section=kitsInfo', 'Kit Information', '?section=kitsInfo', 'kitsInfo'],
    ['provider', '?section=patientProfile', 'Booked Appointments', '?section=booking', 'booking'],
    ['provider', '?section=admin', 'Booked Appointments', '?section=booking', 'booking'],
    ['provider', '', 'Booked Appointments', '?section=booking', 'booking'],
    ['patient', '?section=authenticate', 'Profile & Kit Setup', '?section=patientProfile', 'patientProfile'],
  ] as const)(
    'opens for a %s who follows a link with "%s": %s',
    async (role, query, title, result, stored) => {
      await server.as(role);
      writeStored('activeOption', 'booking');
      const { router } = renderApp(`/dashboard${query}`);
      await expectSection(title, result, router);
      await waitFor(() => expect(readStored('activeOption')).toBe(stored));
    },
  );

  it('opens after a login that comes first, but not after a session that ended', async () => {
    const { user, router } = renderApp('/dashboard?section=booking');
    const logIn = async () => {
      await user.click(await screen.findByLabelText('Email'));
      await user.paste('provider@kitwell.test');
      await user.click(screen.getByLabelText('Password'));
      await user.paste('Provider1!');
      await user.click(screen.getByRole('button', { name: 'Log In' }));
    };
    await logIn();
    await expectSection('Booked Appointments', '?section=booking', router);
    await menuOf(user);
    await user.click(screen.getByRole('menuitem', { name: 'Logout' }));
    await logIn();
    await expectSection('Patients', '?section=patients', router);
    await act(() => router.navigate('/dashboard?section=kitsInfo'));
    await expectSection('Kit Information', '?section=kitsInfo', router);
    // Another tab has logged out.
    act(() => writeStored('token', null));
    act(() => window.dispatchEvent(new StorageEvent('storage', { key: null })));
    await logIn();
    await expectSection('Patients', '?section=patients', router);
  });

  it('is left by Back once a dialog in it is closed', async () => {
    await server.as('provider');
    history.pushState(null, '', '/dashboard?section=patients');
    const { unload } = loadPage();
    onTestFinished(unload);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Booking / Order Kits' }));
    await user.click(
      (await screen.findAllByRole('button', { name: /^Book appointment for / }))[0] as HTMLElement,
    );
    await screen.findByRole('dialog');
    history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(location.search).toBe('?section=authenticate');
    history.back();
    await heading('Patients');
    expect(location.search).toBe('?section=patients');
    // The entry of the dialog is skipped.
    history.forward();
    await heading('Booking / Order Kits');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a section that breaks', () => {
  it('is reported by its name, leaves the rest of the dashboard, and can be opened again', async () => {
    // React logs what a boundary catches.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const reports = vi.fn();
    setReportSink(reports);
    // The section puts a kit's description into the page by this.
    const broken = vi.spyOn(HTMLDivElement.prototype, 'replaceChildren').mockImplementation(() => {
      throw new Error('broken');
    });
    await server.as('provider');
    writeStored('activeOption', 'kitsInfo');
    const { user } = renderApp('/dashboard');
    const message = await screen.findByText(/^Something went wrong/);
    expect(screen.getByRole('main')).toContainElement(message);
    expect(reports.mock.calls).toEqual([
      ['a section broke', { section: 'kitsInfo', error: 'Error: broken' }],
    ]);
    expect(sidebar()).toEqual([...sidebarOf('provider'), 'Support', 'Kit Information']);
    broken.mockRestore();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await heading('Kit Information');
    vi.mocked(console.error).mockClear();
  });
});

describe('a toast that leads to a section', () => {
  it('leads there from a public page, too', async () => {
    const answers = pauseResponses(server, { name: 'addPatients', operation: 'POST /patient/add-patients' }, [
      'ok',
    ]);
    const { user, router } = await open('provider');
    await user.click(await screen.findByLabelText('Name, row 1'));
    await user.paste(line('Ada'));
    await user.click(saveAll());
    await answers.decided();
    await act(() => router.navigate('/about-us'));
    await heading('About Us');
    await answers.releaseNext();
    await user.click(await screen.findByRole('button', { name: 'Authenticate them now' }));
    await screen.findByRole('tab', { name: 'Authenticate & Order Kits', selected: true });
    expect(router.state.location.pathname).toBe('/dashboard');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Authenticate' })).toHaveFocus());
    expect(screen.getByLabelText('Select Ada')).toBeChecked();
  });
});

describe('patients added just now', () => {
  const patientCall = { name: 'fetchPatients', operation: 'GET /patient/fetch-patients' } as const;
  const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^Select (?!all)/ });
  const names = () => boxes().map((box) => box.getAttribute('aria-label')?.replace('Select ', ''));
  const patientsCalled = (...called: readonly string[]) =>
    (server.db.list('patients') as { patient_id: string; patient_name: string }[]).filter(
      ({ patient_name }) => called.includes(patient_name),
    );
  const openEntry = async (user: UserEvent, name: string) => {
    await user.click(screen.getByRole('button', { name }));
    await heading(name);
  };
  const notice = () => screen.queryByText(/ new patients? (isn|aren)’t authenticated yet\.$/);

  /** Saves two patients, one of them with a namesake who was listed before, and opens the list by the notice. */
  async function addAndOpen() {
    await server.as('provider');
    const [template] = server.db.list('patients') as { patient_id: string }[];
    await server.db.insert('patients', {
      ...template,
      patient_id: 'P-twin',
      id: 7001,
      account_id: null,
      authorized: 0,
      patient_name: 'Ada',
      patient_email: 'older@example.com',
      patient_phone: '+15550100100',
      patient_age: 36,
      patient_street: '1 Main St',
      patient_city: 'Boston',
      patient_postal_code: '02101',
      patient_state: 'MA',
      patient_country: 'United States',
    });
    const app = renderApp('/dashboard');
    const { user } = app;
    await user.click(await screen.findByRole('tab', { name: 'Update Patients' }));
    await screen.findByText('older@example.com');
    await user.click(screen.getByRole('tab', { name: 'Add Patients' }));
    await screen.findByLabelText('Name, row 1');
    writeStored('patientListSorts', { authenticate: { id: 'email', desc: true } });
    act(() => cell('Name', 1).focus());
    await user.paste(`${line('Ada')}\n${line('Grace')}`);
    await user.click(saveAll());
    expect(await screen.findByText('2 new patients aren’t authenticated yet.')).toBeVisible();
    // Not before: the mock accepts no second patient with one email, as other servers do.
    await server.db.patch('patients', 'P-twin', { patient_email: 'ada@example.com' });
    const list = pauseResponses(server, patientCall, ['ok']);
    await user.click(screen.getByRole('button', { name: 'Authenticate them now' }));
    await screen.findByRole('tab', { name: 'Authenticate & Order Kits', selected: true });
    await list.releaseNext();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Authenticate' })).toHaveFocus());
    return app;
  }

  it('are the ones selected and on top in the list, which comes later, until they are authorized', async () => {
    const { user } = await addAndOpen();
    await waitFor(() => expect(names().slice(0, 2)).toEqual(['Ada', 'Grace']));
    expect(boxes().map(({ checked }) => checked)).toEqual(boxes().map((_, row) => row < 2));
    await user.keyboard('{Enter}');
    const orderKits = screen.getByRole('button', { name: 'Order kits' });
    await waitFor(() => expect(orderKits).toBeEnabled());
    expect(screen.getByText('2 selected')).toBeVisible();
    const added = patientsCalled('Ada', 'Grace').filter(({ patient_id }) => patient_id !== 'P-twin');
    expect(callsTo(server, 'POST /patient/authenticate').map(({ request }) => request)).toEqual([
      { body: { patientIds: added.map(({ patient_id }) => patient_id), authorized: 1 } },
    ]);
    await openEntry(user, 'Patients');
    expect(notice()).toBeNull();
  });
});

describe('the dashboard of a patient', () => {
  it('opens the profile, and has the entries of the specification', async () => {
    const { user, title } = await open('patient');
    expect(title).toHaveTextContent('Profile & Kit Setup');
    expect(sidebar()).toEqual([...sidebarOf('patient'), 'Support']);
    expect(await menuOf(user)).toEqual(['Kits Information', theme, 'Logout']);
  });
});

describe('both dashboards', () => {
  it.each(['provider', 'patient'] as const)('open the feedback form in a new tab (%s)', async (role) => {
    await open(role);
    const before = readStored('activeOption');
    const support = screen.getByRole('link', { name: /^Support/ });
    expect(support).toHaveAttribute('href', brand.supportFormUrl);
    expect(support).toHaveAttribute('target', '_blank');
    expect(support).toHaveAttribute('rel', expect.stringContaining('noopener'));
    expect(readStored('activeOption')).toBe(before);
  });

  it('show "Loading..." while the user is checked', async () => {
    await server.as('patient');
    server.set('GET /auth/verify-user', 'ok', { delay: 50, times: 1 });
    renderApp('/dashboard');
    await heading('Dashboard');
    expect(screen.getByText('Loading...')).toBeVisible();
    await heading('Profile & Kit Setup');
  });
});
