import { screen, waitFor, within } from '@testing-library/react';
import { renderApp } from '@tests/support/app';
import { startMockServer } from '@tests/support/mock-server';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DashboardSection } from '@/contract';
import { clearStored, writeStored } from '@/lib/storage';

const server = startMockServer({ patients: 3 });
beforeEach(() => clearStored());

async function open(role: 'provider' | 'patient', section: DashboardSection) {
  await server.as(role);
  writeStored('activeOption', section);
  return renderApp('/dashboard');
}

const optionsOf = async (label: string) => {
  const select = await screen.findByLabelText(label);
  return within(select)
    .getAllByRole('option')
    .filter((option) => !option.hasAttribute('disabled') && option.getAttribute('value') !== '')
    .map(({ textContent }) => textContent);
};

/** §2 and §9: the labels of a section's controls. */
describe('what a provider finds', () => {
  it('Add Patients: two tabs, the five cells of a row, and its buttons', async () => {
    await open('provider', 'patients');
    await screen.findByLabelText('Name, row 1');
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Add Patients',
      'Update Patients',
    ]);
    expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Add Patients');
    for (const cell of ['Name', 'Email', 'Phone', 'Age'])
      expect(screen.getByLabelText(`${cell}, row 1`)).toBeVisible();
    for (const button of [
      /^Address, row 1:/,
      'Remove row 1',
      'Add row',
      'Import Patients from File',
      'Save All',
    ])
      expect(screen.getByRole('button', { name: button })).toBeVisible();
  });

  it.each(['Add Patients', 'Update Patients'] as const)('the same address modal in %s', async (tab) => {
    await server.as('provider');
    writeStored('activePatientTab', tab);
    const { user } = renderApp('/dashboard');
    if (tab === 'Update Patients')
      await user.click(await screen.findByRole('button', { name: 'Edit Robin Ellis' }));
    const name = tab === 'Add Patients' ? /^Address, row 1:/ : /^Address:/;
    await user.click(await screen.findByRole('button', { name }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Address' }));
    for (const label of [/search/i, 'City', 'Postal Code', 'State', 'Country', 'Address Line 2'])
      expect(dialog.getByLabelText(label)).toBeVisible();
  });

  it('Authenticate: a select-all box, a box per row, dots in green and red, a calendar and a cart', async () => {
    await open('provider', 'authenticate');
    await screen.findByRole('checkbox', { name: 'Select Robin Ellis' });
    expect(screen.getByRole('checkbox', { name: /^Select all/ })).toBeVisible();
    const dots = [...screen.getAllByText('Authorized'), ...screen.getAllByText('Not authorized')].map(
      (label) => [label.textContent, label.previousElementSibling?.className.match(/bg-(\w+)/)?.[1]],
    );
    for (const [label, colour] of dots) expect(colour).toBe(label === 'Authorized' ? 'green' : 'red');
    expect(screen.getByRole('button', { name: 'Book appointment for Robin Ellis' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Order kit for Robin Ellis' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Authenticate' })).toBeVisible();
  });
});

describe('what a patient finds', () => {
  it('shipping types, frequencies, the limits of the age, and a way to the kits', async () => {
    const { user } = await open('patient', 'patientProfile');
    expect(await optionsOf('Shipping Type')).toEqual(['USPS', 'Overnight']);
    expect(await optionsOf('Frequency')).toEqual(['Every 3 Months', 'Every 1 Month', 'Every Year', '1 Time']);
    expect(screen.getByLabelText('Age')).toHaveAttribute('min', '0');
    expect(screen.getByLabelText('Age')).toHaveAttribute('max', '120');
    await waitFor(() => expect(screen.getByLabelText('Kit Type')).not.toHaveValue(''));
    await user.click(screen.getByRole('button', { name: 'About the kits' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Kit Information' })).toBeVisible();
  });
});

/** The fields, hidden ones too, whose text the browser adds to its form history, which outlives a logout. */
const storedFields = () =>
  [...document.querySelectorAll<HTMLInputElement>('input, textarea')]
    .filter(({ type }) => !['checkbox', 'radio', 'file', 'hidden'].includes(type))
    .filter((field) => field.getAttribute('autocomplete') !== 'off')
    .map(({ outerHTML }) => outerHTML);

/** Presses of buttons and tabs that lead to a form. */
const formsOfPatients: readonly (readonly ['provider' | 'patient', DashboardSection, string[]])[] = [
  ['patient', 'patientProfile', []],
  ['provider', 'patients', ['Address, row 1: not entered']],
  ['provider', 'patients', ['Update Patients', 'Edit Robin Ellis', 'Address']],
  ['provider', 'authenticate', ['Book appointment for Robin Ellis']],
  ['provider', 'authenticate', ['Order kit for Robin Ellis']],
  ['provider', 'booking', ['Book Robin Ellis']],
];

it.each(formsOfPatients)('no field that a %s finds in %s %j is stored by the browser', async (...path) => {
  const [role, section, presses] = path;
  await server.reset();
  const { user } = await open(role, section);
  if (presses.length === 0) await screen.findByLabelText('Street');
  for (const name of presses)
    await user.click(
      await screen.findByRole(/^Update/.test(name) ? 'tab' : 'button', { name: new RegExp(`^${name}`) }),
    );
  if (presses.length > 0) await screen.findByRole('dialog');
  expect(storedFields()).toEqual([]);
});
