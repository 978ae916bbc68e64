import * as z from 'zod/mini';
import { createDatabase } from '../../src/db/database';
import type { DatabaseReport } from '../../src/db/database-types';
import type { DataStorage } from '../../src/db/storage';
import { createTable } from '../../src/db/table';
import type { Tabs } from '../../src/db/tabs';

const patientSchema = z.object({
  patient_id: z.string(),
  email: z.string(),
  age: z.number(),
  tags: z.array(z.string()),
  address: z.object({ city: z.string() }),
});
export type Patient = z.output<typeof patientSchema>;

const orderSchema = z.object({ number: z.number(), patient_id: z.string() });

/** A patient whose fields are all derived from `position`. */
export const patientAt = (position: number): Patient => ({
  patient_id: `P-${position}`,
  email: `p${position}@kitwell.test`,
  age: position % 90,
  tags: ['new'],
  address: { city: `City ${position % 7}` },
});
export const patients = (count: number) =>
  Array.from({ length: count }, (_, position) => patientAt(position));

export const createPatients = () =>
  createTable({ name: 'patients', schema: patientSchema, key: 'patient_id', unique: ['email'] });
const createOrders = () => createTable({ name: 'orders', schema: orderSchema, key: 'number' });

/** A small database of patients and orders, seeded with two patients; each call simulates a page load. */
export function openClinic(
  options: {
    storage?: DataStorage;
    tabs?: Tabs;
    onStorageFailure?: 'continue' | 'reject';
    version?: string;
    seeded?: number;
    /** Delays the seeds, as loading their code would. */
    seedsArrive?: () => Promise<void>;
  } = {},
) {
  const reports: DatabaseReport[] = [];
  const { version = '1', seeded = 2, seedsArrive = async () => undefined, ...rest } = options;
  const db = createDatabase({
    ...rest,
    version,
    tables: { patients: createPatients(), orders: createOrders() },
    async seed() {
      await seedsArrive();
      return { rows: { patients: patients(seeded) }, sequences: { patient: seeded }, random: 7 };
    },
    report: (report) => void reports.push(report),
  });
  return { db, reports };
}
