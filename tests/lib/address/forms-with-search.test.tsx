import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { renderApp, renderPart } from '@tests/support/app';
import { robin } from '@tests/support/demo';
import { startMockServer } from '@tests/support/mock-server';
import { nothingPending } from '@tests/support/outcomes';
import { beforeEach, expect, it, vi } from 'vitest';
import { PatientsSection } from '@/features/patients/patients-section';
import { writeStored } from '@/lib/storage';
import { OrdersPane } from '@/pages/dashboard/sections/orders';

/** Every form with an address search by §2, except both profiles, which have their own tests. */
const server = startMockServer();
beforeEach(() => server.reset({ preset: 'demo' }));

const formatted = '12 Pine Street, Boston, MA 02108, United States';

async function choosePineStreet(user: UserEvent, field: HTMLElement) {
  await user.click(field);
  await user.paste('12 pine boston');
  await user.click(await screen.findByRole('option', { name: /12 Pine Street/ }));
}

async function expectAddress(form: HTMLElement) {
  await waitFor(() => expect(within(form).getByLabelText('Street')).toHaveValue('12 Pine Street'));
  expect(within(form).getByLabelText('City')).toHaveValue('Boston');
  expect(within(form).getByLabelText('Postal Code')).toHaveValue('02108');
  expect(within(form).getByLabelText('State')).toHaveValue('MA');
  expect(within(form).getByLabelText('Country')).toHaveValue('United States');
}

it('Register as Provider fills the address in, corrects what was missing, and leaves it editable', async () => {
  const { user } = renderApp('/provider-signup');
  const street = await screen.findByLabelText('Street');
  await user.click(screen.getByRole('button', { name: 'Sign Up' }));
  await waitFor(() => expect(screen.getByLabelText('City')).toBeInvalid());
  await choosePineStreet(user, street);
  await expectAddress(screen.getByRole('main'));
  await waitFor(() => expect(screen.getByLabelText('City')).not.toBeInvalid());
  await user.type(street, ', Apt 4');
  expect(street).toHaveValue('12 Pine Street, Apt 4');
  expect(screen.getByLabelText('City')).toHaveValue('Boston');
});

it('the address modal of Add Patients fills the row in, as one step of undo', async () => {
  writeStored('activePatientTab', 'Add Patients');
  await server.as('provider');
  const { user, store } = renderPart(<PatientsSection />);
  const [open] = await screen.findAllByRole('button', { name: /address.*not entered/i });
  if (open === undefined) throw new Error('There is no address cell.');
  await user.click(open);
  const dialog = await screen.findByRole('dialog', { name: 'Address' });
  const search = within(dialog).getByLabelText('Search for an address');
  await choosePineStreet(user, search);
  await expectAddress(dialog);
  expect(search).toHaveValue('');
  const postalCode = within(dialog).getByLabelText('Postal Code');
  await user.clear(postalCode);
  await user.type(postalCode, '02139');
  await user.click(within(dialog).getByRole('button', { name: 'Done' }));
  expect(open).toHaveAccessibleName(/12 Pine Street, Boston, MA 02139, United States/);
  await user.click(screen.getByRole('button', { name: /^Undo/ }));
  expect(open).toHaveAccessibleName(/not entered/);
  await nothingPending(store);
});

it('the address modal of Update Patients fills the record in', async () => {
  await server.as('provider');
  writeStored('activePatientTab', 'Update Patients');
  const { user, store } = renderPart(<PatientsSection />);
  await user.click(await screen.findByRole('button', { name: `Edit ${robin}` }));
  await user.click(screen.getByRole('button', { name: /2250 Alder Avenue/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Address' });
  await choosePineStreet(user, within(dialog).getByLabelText('Search for an address'));
  await expectAddress(dialog);
  await nothingPending(store);
});

it('Book Appointment takes the formatted address as the location, or anything typed', async () => {
  await server.as('provider');
  const { user, store } = renderPart(<OrdersPane onOpen={vi.fn()} />);
  await user.click(await screen.findByRole('button', { name: `Book appointment for ${robin}` }));
  const dialog = await screen.findByRole('dialog', { name: 'Book Appointment' });
  const location = within(dialog).getByLabelText('Location');
  await choosePineStreet(user, location);
  await waitFor(() => expect(location).toHaveValue(formatted));
  await user.clear(location);
  await user.type(location, 'Room 2');
  expect(location).toHaveValue('Room 2');
  await nothingPending(store);
});
