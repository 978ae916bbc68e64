import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { renderPart } from '@tests/support/app';
import { robin } from '@tests/support/demo';
import { nothingPending } from '@tests/support/outcomes';
import { expect, vi } from 'vitest';
import type { Store } from '@/app/store';
import type { Patient } from '@/contract';
import { AuthenticateSection } from '@/features/orders/authenticate-section';
import type { MockServer } from '@/mocks/node';

interface SectionOptions {
  readonly waitForPatients?: boolean;
  /** False to open the section again in the same session: signing in clears what is stored. */
  readonly signIn?: boolean;
  readonly onBook?: (patient: Patient) => void;
}

let lastStore: Store | null = null;

/** Waits for the last rendered section to become idle; every test of it ends with this. */
export const sectionAtRest = async () => {
  if (lastStore !== null) await nothingPending(lastStore);
};

/** Renders the Authenticate section for the demo provider and waits for the patients. */
export async function openSection(
  server: MockServer,
  { waitForPatients = true, signIn = true, onBook }: SectionOptions = {},
) {
  if (signIn) await server.as('provider');
  const onOpenBilling = vi.fn();
  const onOpenLab = vi.fn();
  const view = renderPart(
    <>
      <h1>Booking / Order Kits</h1>
      <AuthenticateSection
        billing={{ label: 'Redirecting to Stripe...', busy: false, start: onOpenBilling }}
        onOpenLab={onOpenLab}
        onBook={onBook}
      />
    </>,
  );
  lastStore = view.store;
  if (waitForPatients) await screen.findByLabelText(`Select ${robin}`);
  return { ...view, onOpenBilling, onOpenLab };
}

interface PatientRow {
  readonly patient_id: string;
  readonly patient_name: string;
  readonly patient_email: string;
  readonly patient_age: number;
  readonly authorized: 0 | 1;
}

const patientsOf = (server: MockServer) => server.db.list('patients') as PatientRow[];

interface PatientState {
  readonly authorized: 0 | 1;
  readonly ordered: boolean;
}

/** The patients of the demo clinic in the given state, in the order of the list. */
function patientsWho(server: MockServer, { authorized, ordered }: PatientState) {
  const orders = server.db.list('orders') as { patient_id: string }[];
  const hasOrder = (patient: PatientRow) =>
    orders.some(({ patient_id }) => patient_id === patient.patient_id);
  return patientsOf(server).filter(
    (patient) => patient.authorized === authorized && hasOrder(patient) === ordered,
  );
}

/** A patient of the demo clinic in the given state. */
export function patientWho(server: MockServer, state: PatientState) {
  const [patient] = patientsWho(server, state);
  if (patient === undefined) throw new Error('The demo data has no such patient.');
  return patient;
}

/** The first three patients who are authorized and have no order yet, in the order of the list. */
export function orderableOf(server: MockServer) {
  const [first, second, third] = patientsWho(server, { authorized: 1, ordered: false });
  if (first === undefined || second === undefined || third === undefined)
    throw new Error('The demo data has too few patients to order for.');
  return [first, second, third] as const;
}

export type Named = { readonly patient_name: string };

/** Selects the patients and opens Order Kits. */
export async function openOrders(user: UserEvent, patients: readonly Named[]) {
  for (const { patient_name } of patients)
    await user.click(await screen.findByLabelText(`Select ${patient_name}`));
  await user.click(screen.getByRole('button', { name: 'Order kits' }));
  return screen.findByRole('dialog', { name: 'Order Kits' });
}

/** Chooses a frequency and a kit, in either dialog. */
export async function choose(user: UserEvent, dialog: HTMLElement) {
  await within(dialog).findByRole('option', { name: 'Essential 2 Panel, $79' });
  await user.selectOptions(within(dialog).getByLabelText('Frequency'), 'Every 3 Months');
  await user.selectOptions(within(dialog).getByLabelText('Kit Type'), 'Essential 2 Panel, $79');
}

/** Orders with the terms agreed to. */
export async function place(user: UserEvent, dialog: HTMLElement) {
  await choose(user, dialog);
  await user.click(within(dialog).getByRole('button', { name: 'Place Order' }));
  await user.click(await screen.findByRole('button', { name: 'I agree' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Terms and Conditions' })).toBeNull());
}

/** The result of a patient in Order Kits, as it is shown. */
export const resultOf = (dialog: HTMLElement, { patient_name }: Named) => {
  const name = within(within(dialog).getByRole('table', { name: 'Results' })).getByText(patient_name);
  return name.closest('tr')?.querySelector('td:last-child')?.textContent;
};
