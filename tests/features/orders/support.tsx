import { screen, waitFor, within } from '@testing-library/react';
import { renderPart } from '@tests/support/app';
import { expect, vi } from 'vitest';
import type { Patient } from '@/contract';
import type { Store } from '@/features/api/store';
import { AuthenticateSection } from '@/features/orders/authenticate-section';
import type { MockServer } from '@/mocks/node';

/** Waits until nothing is being fetched, so that no answer arrives after its test. */
export const nothingPending = (store: Store) =>
  waitFor(() => {
    const { queries, mutations } = store.getState().api;
    const calls = [...Object.values(queries), ...Object.values(mutations)];
    expect(calls.filter((call) => call?.status === 'pending')).toEqual([]);
  });

interface SectionOptions {
  readonly waitForPatients?: boolean;
  readonly onBook?: (patient: Patient) => void;
}

let shownStore: Store | null = null;

/** Lets the section shown last come to rest; every test of it ends with this. */
export const sectionAtRest = async () => {
  if (shownStore !== null) await nothingPending(shownStore);
};

/** Shows the Authenticate section to the demo provider, and waits for the patients. */
export async function openSection(
  server: MockServer,
  { waitForPatients = true, onBook }: SectionOptions = {},
) {
  await server.as('provider');
  const onOpenBilling = vi.fn();
  const onOpenLab = vi.fn();
  const view = renderPart(
    <AuthenticateSection onOpenBilling={onOpenBilling} onOpenLab={onOpenLab} onBook={onBook} />,
  );
  shownStore = view.store;
  if (waitForPatients) await screen.findByLabelText(`Select ${robin}`);
  return { ...view, onOpenBilling, onOpenLab };
}

/** The demo patient, whose kit is on its way. */
export const robin = 'Robin Ellis';

interface PatientRow {
  readonly patient_id: string;
  readonly patient_name: string;
  readonly patient_email: string;
  readonly patient_age: number;
  readonly authorized: 0 | 1;
}

const patientsOf = (server: MockServer) => server.db.list('patients') as PatientRow[];

/** A patient of the demo clinic in the given situation. */
export function patientWho(
  server: MockServer,
  { authorized, ordered }: { authorized: 0 | 1; ordered: boolean },
) {
  const orders = server.db.list('orders') as { patient_id: string }[];
  const hasOrder = (patient: PatientRow) =>
    orders.some(({ patient_id }) => patient_id === patient.patient_id);
  const found = patientsOf(server).find(
    (patient) => patient.authorized === authorized && hasOrder(patient) === ordered,
  );
  if (found === undefined) throw new Error('The demo data has no such patient.');
  return found;
}

/** The calls of one operation, as the server saw them. */
export const callsTo = (server: MockServer, operation: string) =>
  server.log.list().filter((entry) => entry.operation === operation);

/** Waits for a toast with exactly these words. */
export async function expectToast(words: string) {
  await waitFor(() => expect(toastWords()).toContain(words));
}

/** The words of every toast on screen. */
export const toastWords = () =>
  [...document.querySelectorAll<HTMLElement>('.Toastify__toast')].map((toast) => toast.textContent);

/** Waits for an error in place, inside the given element, with exactly these words. */
export async function expectInPlace(place: HTMLElement, words: string) {
  await waitFor(() =>
    expect(
      within(place)
        .queryAllByRole('alert')
        .map((alert) => alert.textContent),
    ).toContain(words),
  );
}
