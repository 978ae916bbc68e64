import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { cell, line, saveAll } from '@tests/features/patients/grid';
import { renderApp } from '@tests/support/app';
import { holdAnswers } from '@tests/support/held-answers';
import { startMockServer } from '@tests/support/mock-server';
import { specSections } from '@tests/support/sections';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storageKeys } from '@/contract';
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
  });
});

describe('the dashboard of a provider', () => {
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

  it('opens the patients, greets by name, and has the entries of the specification', async () => {
    const { user, title } = await open('provider');
    expect(title).toHaveTextContent('Patients');
    expect(screen.getByRole('button', { name: 'Hey, Harbor Street Clinic' })).toBeVisible();
    expect(sidebar()).toEqual([...sidebarOf('provider'), 'Support']);
    await waitFor(async () =>
      expect(await menuOf(user)).toEqual(['Profile', 'Edit Card Details', 'Kits Information', 'Logout']),
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

  it('opens the section of the last session', async () => {
    const { user, unmount } = await open('provider');
    await user.click(screen.getByRole('button', { name: 'Booking / Order Kits' }));
    await heading('Booking / Order Kits');
    unmount();
    renderApp('/dashboard');
    await heading('Booking / Order Kits');
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
    expect(sidebar()).toEqual([...sidebarOf('provider'), 'Support']);
    broken.mockRestore();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await heading('Kit Information');
    vi.mocked(console.error).mockClear();
  });
});

describe('a toast that leads to a section', () => {
  it('leads there from a public page, too', async () => {
    const held = holdAnswers(server, { name: 'addPatients', operation: 'POST /patient/add-patients' }, [
      'ok',
    ]);
    const { user, router } = await open('provider');
    act(() => cell('Name', 1).focus());
    await user.paste(line('Ada'));
    await user.click(saveAll());
    await held.decided();
    await act(() => router.navigate('/about-us'));
    await heading('About Us');
    await held.letThrough();
    await user.click(await screen.findByRole('button', { name: 'Authenticate them now' }));
    await screen.findByRole('tab', { name: 'Authenticate & Order Kits', selected: true });
    expect(router.state.location.pathname).toBe('/dashboard');
  });
});

describe('the dashboard of a patient', () => {
  it('opens the profile, and has the entries of the specification', async () => {
    const { user, title } = await open('patient');
    expect(title).toHaveTextContent('Profile & Kit Setup');
    expect(sidebar()).toEqual([...sidebarOf('patient'), 'Support']);
    expect(await menuOf(user)).toEqual(['Kits Information', 'Logout']);
  });

  it('never shows a section of providers, even if it was saved', async () => {
    await server.as('patient');
    writeStored('activeOption', 'authenticate');
    renderApp('/dashboard');
    await heading('Profile & Kit Setup');
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
