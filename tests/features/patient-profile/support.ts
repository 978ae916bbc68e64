import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { renderApp } from '@tests/support/app';
import { expect } from 'vitest';
import type { MockServer } from '@/mocks/node';

export const updating = 'POST /patient/update-patient-profile';

/** Opens the demo patient's dashboard, which starts with the profile, and waits until it is loaded. */
export async function openProfile(server: MockServer) {
  await server.as('patient');
  const view = renderApp('/dashboard');
  await screen.findByLabelText('Name');
  await waitFor(() => expect(screen.getByLabelText('Kit Type')).not.toHaveValue(''));
  await trackingAtRest();
  return view;
}

export const tracking = () => screen.getByRole('region', { name: 'Kit Tracking Status' });

/** Waits until the kit status was fetched. */
export const trackingAtRest = () =>
  waitFor(() => expect(within(tracking()).getByRole('button', { name: 'Refresh' })).toBeEnabled());

/** The demo patient's row. */
export const patientRow = (server: MockServer) => {
  const rows = server.db.list('patients') as { patient_id: string; account_id: string | null }[];
  const own = rows.find(({ account_id }) => account_id !== null);
  if (own === undefined) throw new Error('The demo data has no patient with an account.');
  return own as Record<string, unknown> & { patient_id: string };
};

/** Requests an update, which opens the confirmation. While an earlier one closes, there are two buttons of this name. */
export const update = async (user: UserEvent) =>
  user.click(await screen.findByRole('button', { name: 'Update' }));

export async function confirm(user: UserEvent) {
  const dialog = await screen.findByRole('alertdialog', { name: 'Update your profile?' });
  await user.click(within(dialog).getByRole('button', { name: 'Update' }));
}
