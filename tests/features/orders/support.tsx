import { screen } from '@testing-library/react';
import { renderPart } from '@tests/support/app';
import { robin } from '@tests/support/demo';
import { nothingPending } from '@tests/support/outcomes';
import { vi } from 'vitest';
import type { Patient } from '@/contract';
import type { Store } from '@/features/api/store';
import { AuthenticateSection } from '@/features/orders/authenticate-section';
import type { MockServer } from '@/mocks/node';

interface SectionOptions {
  readonly waitForPatients?: boolean;
  /** False to open the section again in the same session: signing in clears what is stored. */
  readonly signIn?: boolean;
  readonly onBook?: (patient: Patient) => void;
}

let shownStore: Store | null = null;

/** Waits for the last rendered section to become idle; every test of it ends with this. */
export const sectionAtRest = async () => {
  if (shownStore !== null) await nothingPending(shownStore);
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
    <AuthenticateSection onOpenBilling={onOpenBilling} onOpenLab={onOpenLab} onBook={onBook} />,
  );
  shownStore = view.store;
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
export function patientsWho(server: MockServer, { authorized, ordered }: PatientState) {
  const orders = server.db.list('orders') as { patient_id: string }[];
  const hasOrder = (patient: PatientRow) =>
    orders.some(({ patient_id }) => patient_id === patient.patient_id);
  return patientsOf(server).filter(
    (patient) => patient.authorized === authorized && hasOrder(patient) === ordered,
  );
}

/** A patient of the demo clinic in the given state. */
export function patientWho(server: MockServer, state: PatientState) {
  const [found] = patientsWho(server, state);
  if (found === undefined) throw new Error('The demo data has no such patient.');
  return found;
}
