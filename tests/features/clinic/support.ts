import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/app';
import { writeStored } from '@/lib/storage';
import type { MockServer } from '@/mocks/node';

/** Opens a tab of the clinic profile as a provider does. */
export async function openClinic(server: MockServer, tab: 'Profile' | 'Sample Testing Lab') {
  await server.as('provider');
  // Opened directly: the Patients section fetches the lab, too.
  writeStored('activeOption', 'clinicProfile');
  const view = renderApp('/dashboard');
  await view.user.click(await screen.findByRole('tab', { name: tab }));
  return { ...view, panel: await screen.findByRole('tabpanel', { name: tab }) };
}

/** The input for a new lab, by label. */
export const labTexts = {
  'Lab Name': 'North Shore Diagnostics',
  'Lab Identification Number': '22D0999999',
  Phone: '+1 617 555 0142',
  Street: '400 Summer Street',
  City: 'Boston',
  'Postal Code': '02210',
  State: 'MA',
  Country: 'USA',
  'Sample drop-off instructions': 'Ring at the side door.',
};
