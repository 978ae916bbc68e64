import { noClinicId } from '@/contract/constants';
import type { MockSeed, TableRow } from '@/mocks/kitwell/tables';
import { startOfDay } from '@/mocks/world/seed-settings';
import { days } from '@/mocks/world/world';
import {
  demoAccountRows,
  demoClinic,
  demoClinicId,
  demoLab,
  demoPatientRecord,
  otherClinics,
} from './clinics';
import { kits } from './kits';
import { createPeople, type People } from './people';
import { mostPatients, type PresetName, type SeedChoice, type SeedContext } from './seed-choice';
import { seedStages } from './stages';

const usualPatients: Record<PresetName, number> = { demo: 24, empty: 1, 'new-clinic': 6, large: 10_000 };

function patientsOf(people: People, choice: SeedChoice): TableRow<'patients'>[] {
  const count = choice.patients ?? usualPatients[choice.preset];
  if (!Number.isInteger(count) || count < 1 || count > mostPatients) {
    throw new Error(`patients must be a whole number from 1 to ${mostPatients}, not ${count}.`);
  }
  const alone = choice.preset === 'empty' && choice.patients === undefined;
  const demoPatient = demoPatientRecord(alone ? noClinicId : demoClinicId);
  const others = Array.from({ length: count - 1 }, (_, index) => people.patient(index + 2, demoClinicId));
  return [demoPatient, ...others];
}

/**
 * The rows of a preset (MOCKS.md, "Presets").
 *
 * @throws Error when `seed` is not a whole number, or `patients` not one from 1 to 100,000
 */
export function generateSeed(choice: SeedChoice, context: SeedContext): MockSeed {
  if (!Number.isSafeInteger(choice.seed)) {
    throw new Error(`seed must be a whole number, not ${choice.seed}.`);
  }
  const today = startOfDay(choice.start === undefined ? context.now : new Date(choice.start));
  const yearAgo = new Date(today.getTime() - days(365)).toISOString();
  const people = createPeople(choice.seed);
  const patients = patientsOf(people, choice);
  const isRunning = choice.preset === 'demo' || choice.preset === 'large';
  const clinics = choice.preset === 'empty' ? [demoClinic] : [demoClinic, ...otherClinics];
  const ground = {
    rows: {
      accounts: demoAccountRows(yearAgo),
      clinics,
      kits,
      patients,
    },
    sequences: { accounts: 2, clinics: clinics.length, patients: patients.length },
    random: choice.seed,
  };
  if (!isRunning) return ground;
  const stages = seedStages(people, patients, today);
  const checkout = {
    session_id: 'cs_test_seeded0000000000000001',
    clinic_id: demoClinicId,
    status: 'paid' as const,
    created_at: yearAgo,
  };
  return {
    ...ground,
    rows: {
      ...ground.rows,
      ...stages.rows,
      labs: [demoLab],
      checkouts: [checkout],
      cards: [{ clinic_id: demoClinicId, session_id: checkout.session_id, stored_at: yearAgo }],
    },
    sequences: { ...ground.sequences, ...stages.sequences },
  };
}
