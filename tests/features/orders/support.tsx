import { screen, waitFor, within } from '@testing-library/react';
import { renderPart } from '@tests/support/app';
import { expect, vi } from 'vitest';
import { AuthenticateSection } from '@/features/orders/authenticate-section';
import type { MockServer } from '@/mocks/node';

/** Shows the Authenticate section to the demo provider, and waits for the patients. */
export async function openSection(server: MockServer, { waitForPatients = true } = {}) {
  await server.as('provider');
  const onOpenBilling = vi.fn();
  const onOpenLab = vi.fn();
  const view = renderPart(<AuthenticateSection onOpenBilling={onOpenBilling} onOpenLab={onOpenLab} />);
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
