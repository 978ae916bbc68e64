import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { renderApp } from '@tests/support/app';
import { startMockServer } from '@tests/support/mock-server';
import { beforeEach, expect, test, vi } from 'vitest';
import { api } from '@/app/api';
import { getApp } from '@/app/app';
import { sendRequest } from '@/app/section-request';
import { clearStored, readStored } from '@/lib/storage';

const server = startMockServer();

beforeEach(async () => {
  clearStored();
  await server.reset({ preset: 'demo', patients: 4 });
});

async function openMenu(role: 'provider' | 'patient') {
  await server.as(role);
  const { user } = renderApp('/dashboard');
  await screen.findByText(/^Hey, /);
  return { user, menu: await pressShortcut(user) };
}

/** Opens the menu, and waits until it takes what is typed. */
async function pressShortcut(user: UserEvent): Promise<HTMLElement> {
  await user.keyboard('{Control>}k{/Control}');
  const menu = await screen.findByRole('dialog', { name: 'Go to or find' });
  await waitFor(() => expect(within(menu).getByRole('combobox')).toHaveFocus());
  return menu;
}

const options = (menu: HTMLElement) => within(menu).getAllByRole('option');

test('a patient who calls is found by phone, and gets an order, a booking or an edit by keys alone', async () => {
  const { user, menu } = await openMenu('provider');
  await user.keyboard('(206) 555-0123');
  await waitFor(() => expect(options(menu)).toHaveLength(1));
  expect(options(menu)[0]).toHaveTextContent('Robin Ellis');
  expect(within(menu).getByRole('combobox')).toHaveAttribute('aria-activedescendant', options(menu)[0]?.id);
  await user.keyboard('{Enter}');
  await within(menu).findByRole('heading', { name: 'Robin Ellis' });
  expect(options(menu).map(({ textContent }) => textContent)).toEqual([
    'Order kit',
    'Book appointment',
    'Edit details',
  ]);
  await user.keyboard('{Enter}');
  const order = await screen.findByRole('dialog', { name: 'Order Kit' });
  expect(within(order).getByText('Robin Ellis')).toBeVisible();
  // Nothing opens in front of a dialog.
  await user.keyboard('{Control>}k{/Control}');
  expect(screen.queryByRole('dialog', { name: 'Go to or find' })).toBeNull();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await pressShortcut(user);
  await user.keyboard('robin');
  await screen.findByRole('option', { name: /^Robin Ellis/ });
  await user.keyboard('{Enter}edit{Enter}');
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus());
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Robin Ellis');
});

test('a command opens its section or the import, and Escape leads back', async () => {
  const { user, menu } = await openMenu('provider');
  // Not a command that has these letters within a word, such as "from".
  await user.keyboard('ro');
  await within(menu).findByRole('option', { name: /^Robin Ellis/ });
  await user.keyboard('{Enter}');
  await within(menu).findByRole('heading', { name: 'Robin Ellis' });
  await user.keyboard('{Escape}');
  await within(menu).findByRole('heading', { name: 'Go to or find' });
  await user.keyboard('booked{Enter}');
  expect(await screen.findByRole('tab', { name: 'Booked Appointments', selected: true })).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Go to or find/ }));
  await user.click(await screen.findByRole('option', { name: 'Import Patients from File' }));
  expect(await screen.findByRole('dialog', { name: 'Import Patients from File' })).toBeVisible();
});

test('with a patient chosen, the close button and Back close the menu', async () => {
  const { user } = await openMenu('provider');
  const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('robin');
  await screen.findByRole('option', { name: /^Robin Ellis/ });
  await user.keyboard('{Enter}');
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Robin Ellis' })).getByLabelText('Close'),
  );
  await closed();
  await pressShortcut(user);
  await user.keyboard('robin');
  await screen.findByRole('option', { name: /^Robin Ellis/ });
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: 'Robin Ellis' });
  history.back();
  await closed();
});

test('a request that its section has not taken expires when another section is opened', async () => {
  const { user } = await openMenu('provider');
  await user.keyboard('{Escape}');
  const { store } = getApp();
  const { data } = await act(() => store.dispatch(api.endpoints.fetchPatients.initiate(undefined)));
  const patient = data?.[0];
  if (patient === undefined) throw new Error('there are no patients');
  act(() => sendRequest(store, { action: 'order', patient }));
  await pressShortcut(user);
  await user.keyboard('booked{Enter}');
  await screen.findByRole('tab', { name: 'Booked Appointments', selected: true });
  await pressShortcut(user);
  await user.keyboard('authenticate{Enter}');
  await screen.findByRole('button', { name: `Order kit for ${patient.patient_name}` });
  expect(screen.queryByRole('dialog', { name: 'Order Kit' })).toBeNull();
});

test('an event without a key is ignored, as the browser’s when it fills in a form', async () => {
  await openMenu('provider');
  const onError = vi.fn((event: Event) => event.preventDefault());
  addEventListener('error', onError);
  fireEvent(document, new Event('keydown'));
  removeEventListener('error', onError);
  expect(onError).not.toHaveBeenCalled();
});

test('the logo with a modifier key leaves this tab where it is', async () => {
  const { user } = await openMenu('provider');
  await user.keyboard('kits info{Enter}');
  const logo = await screen.findByRole('link', { name: 'Kitwell' });
  // The browser opens the link, which jsdom can't.
  addEventListener('click', (event) => event.preventDefault(), { once: true });
  fireEvent.click(logo, { ctrlKey: true });
  expect(readStored('activeOption')).toBe('kitsInfo');
  fireEvent.click(logo);
  expect(readStored('activeOption')).toBe('patients');
});

test('a patient finds sections only', async () => {
  const { user, menu } = await openMenu('patient');
  expect(options(menu).map(({ textContent }) => textContent)).toEqual([
    'Profile & Kit Setup',
    'Kits Information',
  ]);
  await user.keyboard('zzz');
  expect(within(menu).getByText('Nothing found')).toBeVisible();
});
