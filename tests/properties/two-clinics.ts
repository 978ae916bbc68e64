import type { TableName } from '@/mocks/kitwell/kitwell';
import { newPatient } from '@/mocks/kitwell/rules/patient-records';
import { demoLab } from '@/mocks/kitwell/seeds/generate';
import type { TableRow } from '@/mocks/kitwell/tables';
import type { MockServer } from '@/mocks/node';

/** Two clinics, and a patient of each. Everything they store or type contains their own mark. */
export const people = {
  'clinic 1': { email: 'provider@kitwell.test', password: 'Provider1!', marks: ['Quoxa', 'Zimby'] },
  'patient 1': { email: 'patient@kitwell.test', password: 'Patient1!', marks: ['Zimby'] },
  'clinic 2': { email: 'second@kitwell.test', password: 'Provider2!', marks: ['Vyrul', 'Wolph'] },
  'patient 2': { email: 'other@kitwell.test', password: 'Patient2!', marks: ['Wolph'] },
} as const;

export type Who = keyof typeof people;
export type Clinic = Extract<Who, `clinic ${string}`>;

export const everyone = Object.keys(people) as Who[];
/** A clinic's first mark is of what only the clinic itself sees; its patient sees the second. */
export const markOf = (who: Who): string => people[who].marks[0];
/** The marks of what this account, or no one, must not see. */
export const marksHiddenFrom = (who: Who | null): string[] => {
  const ownMarks: readonly string[] = who === null ? [] : people[who].marks;
  return ['Quoxa', 'Zimby', 'Vyrul', 'Wolph'].filter((mark) => !ownMarks.includes(mark));
};

const clinicIds: Readonly<Record<Clinic, string>> = { 'clinic 1': 'C001', 'clinic 2': 'C002' };
const patientOf = { 'clinic 1': 'patient 1', 'clinic 2': 'patient 2' } as const;

const patientRow = (number: number, clinic_id: string, mark: string, name: string) =>
  newPatient({
    patient_id: `P-${number}`,
    id: number,
    clinic_id,
    account_id: null,
    patient_name: `${mark} ${name}`,
    patient_email: `${mark}.${name}@example.com`.toLowerCase(),
    patient_phone: `+1 206 555 ${number}`,
    patient_age: number % 100,
    patient_street: `${number} ${mark} Street`,
    patient_city: 'Boston',
    patient_postal_code: '02101',
    patient_state: 'MA',
    patient_country: 'USA',
    shipping_type: 'USPS',
    frequency: '3 Months',
    kit_type: 'kit-standard-5',
    authorized: number % 2 === 0 ? 1 : 0,
  });

async function addClinic(server: MockServer, who: Clinic, number: number): Promise<void> {
  const { db } = server;
  const at = '2026-01-05T09:00:00.000Z';
  const patient = patientOf[who];
  const [mark, patientMark] = [markOf(who), markOf(patient)];
  const clinic_id = clinicIds[who];
  const profile: Omit<TableRow<'clinics'>, 'clinic_id'> = {
    clinic_email: `desk@${mark.toLowerCase()}.example.com`,
    phone_number: `+1206555${number}00`,
    // Patients may choose among all clinics by their names.
    clinic_name: `Clinic ${number}`,
    clinic_street: `${number} ${mark} Street`,
    clinic_city: `${mark}ville`,
    clinic_postal_code: '02101',
    clinic_state: 'MA',
    clinic_country: 'USA',
    address_line_2: '',
    patient_count: '1-50',
  };
  const own = patientRow(number, clinic_id, patientMark, 'Own');
  const account = (login: Who, role: '0' | '1') => ({
    id: `account-${login}`,
    email: people[login].email,
    password: people[login].password,
    role,
    clinic_id: role === '1' ? clinic_id : null,
    patient_id: role === '0' ? own.patient_id : null,
    created_at: at,
  });
  if (db.list('clinics').some((row) => Reflect.get(row, 'clinic_id') === clinic_id))
    await db.patch('clinics', clinic_id, profile);
  else await db.insert('clinics', { clinic_id, ...profile });
  await db.insert('accounts', account(who, '1'));
  await db.insert('accounts', account(patient, '0'));
  await db.insert('patients', { ...own, account_id: `account-${patient}` });
  for (const [index, name] of ['Abel', 'Bert', 'Cora'].entries())
    await db.insert('patients', patientRow(number + index + 1, clinic_id, mark, name));
  await db.insert('labs', { ...demoLab, clinic_id, lab_name: `${mark} Lab`, lab_street: `${mark} Road` });
  await db.insert('cards', { clinic_id, session_id: `cs_test_${number}`, stored_at: at });
  await db.insert('appointments', {
    session_id: `appointment-${number}`,
    clinic_id,
    patient_id: `P-${number + 1}`,
    provider_type: 'Counselor',
    time_slot: `${mark} Tuesday, after lunch`,
    meet_link: `https://meet.example.com/${mark}`,
    location: '',
    created_at: at,
  });
}

/** Makes the data of both clinics and returns it, for `server.db.import`. */
export async function makeTwoClinics(server: MockServer): Promise<object> {
  await server.reset({ preset: 'empty' });
  for (const table of ['accounts', 'patients'] as const)
    for (const row of server.db.list(table))
      await server.db.remove(table, Reflect.get(row, server.db.keyOf(table)));
  await addClinic(server, 'clinic 1', 2000);
  await addClinic(server, 'clinic 2', 3000);
  return server.db.export();
}

/** The rows of a table that belong to this clinic. */
export const rowsOf = <Row extends object>(server: MockServer, table: TableName, clinic: Clinic): Row[] =>
  (server.db.list(table) as Row[]).filter((row) => Reflect.get(row, 'clinic_id') === clinicIds[clinic]);

/** The account of a session, also of one that has ended since. */
export function createSessionBook(server: MockServer) {
  const accountOf = new Map<string, Who>();
  return (token: string | null): Who | null => {
    for (const row of server.db.list('sessions') as { token: string; account_id: string }[]) {
      const who = everyone.find((each) => row.account_id === `account-${each}`);
      if (who !== undefined) accountOf.set(row.token, who);
    }
    return token === null ? null : (accountOf.get(token) ?? null);
  };
}
