import { faker } from '@faker-js/faker/locale/en';
import { startOfDay } from '@kitwell/mock-engine/world/seed-settings';
import { days, minutes } from '@kitwell/mock-engine/world/world';
import { frequencyOptions, noClinicId, roles, shippingTypes } from '@/contract/constants';
import { kitStages } from '@/mocks/kitwell/rules/kit-status';
import { confirmationMail } from '@/mocks/kitwell/rules/orders.backend';
import { newPatient } from '@/mocks/kitwell/rules/patient-records';
import type { MockSeed, TableRow } from '@/mocks/kitwell/tables';
import { demoPatient, demoProvider } from './demo-accounts';
import { mostPatients, type PresetName, type SeedChoice, type SeedContext } from './seed-choice';

type PatientRow = TableRow<'patients'>;

const places = [
  ['Seattle', 'WA', '98101'],
  ['Portland', 'OR', '97205'],
  ['San Francisco', 'CA', '94103'],
  ['Denver', 'CO', '80202'],
  ['Austin', 'TX', '78701'],
  ['Chicago', 'IL', '60605'],
  ['Boston', 'MA', '02108'],
  ['New York', 'NY', '10011'],
  ['Atlanta', 'GA', '30303'],
  ['Miami', 'FL', '33130'],
  ['Newark', 'NJ', '07102'],
  ['Phoenix', 'AZ', '85004'],
] as const;

const areaCodes = ['206', '503', '415', '303', '512', '312', '617', '212', '404', '305'];

/** Seeded people. Names and streets come from small pools, because faker would take seconds for 10,000 patients. */
function createPeople(seed: number) {
  faker.seed(seed);
  const pool = (size: number, make: () => string) => faker.helpers.uniqueArray(make, size);
  const firstNames = pool(160, () => faker.person.firstName());
  const lastNames = pool(240, () => faker.person.lastName());
  const streets = pool(120, () => faker.location.street());
  const start = faker.number.int({ min: 1, max: 2 ** 31 - 1 });
  const taken = new Set<string>();

  let state = start;
  const below = (limit: number) => {
    // xorshift32
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T;

  /** Unique, and on a reserved domain. */
  function emailOf(first: string, last: string): string {
    const plain = `${first}.${last}`.toLowerCase().replaceAll(/[^a-z.-]/g, '');
    let name = plain;
    for (let count = 2; taken.has(name); count += 1) name = `${plain}${count}`;
    taken.add(name);
    return `${name}@example.com`;
  }

  /** A fictional number; 555-0100 to 555-0199 are reserved for that. */
  const phone = () => `+1 ${pick(areaCodes)} 555 01${String(below(100)).padStart(2, '0')}`;

  function address() {
    const [city, state_, postalCode] = pick(places);
    return {
      patient_street: `${100 + below(9800)} ${pick(streets)}`,
      patient_city: city,
      patient_state: state_,
      patient_postal_code: postalCode,
      patient_country: 'United States',
      address_line_2: below(5) === 0 ? `Apt ${1 + below(40)}` : null,
    };
  }

  return {
    phone,
    below,
    /** Patient number `position` (from 1) of a clinic, not authorized. */
    patient(position: number, clinicId: string): PatientRow {
      const first = pick(firstNames);
      const last = pick(lastNames);
      return {
        patient_id: `P-${1000 + position}`,
        id: 5000 + position,
        clinic_id: clinicId,
        account_id: null,
        patient_name: `${first} ${last}`,
        patient_email: emailOf(first, last),
        patient_phone: phone(),
        patient_age: 18 + below(52),
        ...address(),
        authorized: 0,
        shipping_type: pick(shippingTypes),
        frequency: pick(frequencyOptions).value,
        kit_type: pick(kits).id,
      };
    },
  };
}

type People = ReturnType<typeof createPeople>;

const description = (intro: string, tests: readonly string[], sample: string) =>
  `<p>${intro}</p><h3>What the lab looks for</h3><ul>${tests.map((test) => `<li>${test}</li>`).join('')}</ul>` +
  `<p><strong>Sample:</strong> ${sample}. A prepaid, plain return envelope is in the box.</p>`;

const urine = 'urine, collected at home';
const blood = 'a few drops of blood from a fingertip';
const swabs = 'swabs, taken by yourself';

/** The kits, in the order that "kit 1", "kit 2" in a spreadsheet refer to (§5). Prices in dollars. */
const kits: TableRow<'kits'>[] = [
  {
    id: 'kit-essential-2',
    name: 'Essential 2 Panel',
    price: 79,
    description: description('The two most common infections.', ['Chlamydia', 'Gonorrhea'], urine),
  },
  {
    id: 'kit-standard-5',
    name: 'Standard 5 Panel',
    price: 129,
    description: description(
      'A regular check for most people.',
      ['Chlamydia', 'Gonorrhea', 'Trichomoniasis', 'Syphilis', 'HIV 1 and 2'],
      `${urine}, and ${blood}`,
    ),
  },
  {
    id: 'kit-complete-10',
    name: 'Complete 10 Panel',
    price: 249,
    description: description(
      'Everything in one box.',
      [
        'Chlamydia',
        'Gonorrhea',
        'Trichomoniasis',
        'Syphilis',
        'HIV 1 and 2',
        'Hepatitis B',
        'Hepatitis C',
      ].concat(['Herpes simplex 2', 'Mycoplasma genitalium', 'Ureaplasma']),
      `${urine}, ${swabs}, and ${blood}`,
    ),
  },
  {
    id: 'kit-three-site',
    name: 'Three-Site Panel',
    price: 149,
    description: description('Throat, rectum and urine, each on its own.', ['Chlamydia', 'Gonorrhea'], swabs),
  },
  {
    id: 'kit-hiv-syphilis',
    name: 'HIV & Syphilis Panel',
    price: 89,
    description: description('For a check every three months.', ['HIV 1 and 2', 'Syphilis'], blood),
  },
];

const demoClinicId = 'C001';

const place = { clinic_country: 'United States', address_line_2: '' };

const demoClinic: TableRow<'clinics'> = {
  clinic_id: demoClinicId,
  clinic_email: demoProvider.email,
  phone_number: '+12065550110',
  clinic_name: demoProvider.name,
  clinic_street: '410 Harbor Street',
  clinic_city: 'Seattle',
  clinic_postal_code: '98101',
  clinic_state: 'WA',
  patient_count: '1-50',
  ...place,
};

/** Other clinics to choose at sign-up; they have no accounts. */
const otherClinics: TableRow<'clinics'>[] = [
  {
    clinic_id: 'C002',
    clinic_email: 'desk@meridian.example.com',
    phone_number: '+13035550142',
    clinic_name: 'Meridian Family Health',
    clinic_street: '77 Larimer Street',
    clinic_city: 'Denver',
    clinic_postal_code: '80202',
    clinic_state: 'CO',
    patient_count: '1-500',
    ...place,
  },
  {
    clinic_id: 'C003',
    clinic_email: 'hello@saltwater.example.com',
    phone_number: '+16175550167',
    clinic_name: 'Saltwater Wellness',
    clinic_street: '9 Beacon Street',
    clinic_city: 'Boston',
    clinic_postal_code: '02108',
    clinic_state: 'MA',
    patient_count: '1-100',
    ...place,
  },
];

export const demoLab: TableRow<'labs'> = {
  clinic_id: demoClinicId,
  lab_name: 'Northfold Labs',
  lab_id_no: '50D2031415',
  lab_phone: '+12065550188',
  lab_street: '1200 Pike Street',
  lab_city: 'Seattle',
  lab_postal_code: '98101',
  lab_state: 'WA',
  lab_country: 'United States',
  address_line_2: 'Dock B',
  instructions: 'Drop samples at the rear entrance before 4 pm, Monday to Friday.',
};

/** The record of the demo patient: the clinic's first patient, or without a clinic and without clinic data. */
function demoPatientRecord(clinicId: string): TableRow<'patients'> {
  const record = {
    patient_id: 'P-1001',
    id: 5001,
    clinic_id: clinicId,
    account_id: 'account-2',
    patient_name: demoPatient.name,
    patient_email: demoPatient.email,
    patient_phone: '+1 206 555 0123',
  };
  if (clinicId === noClinicId) return newPatient(record);
  return newPatient({
    ...record,
    patient_age: 31,
    patient_street: '2250 Alder Avenue',
    patient_city: 'Seattle',
    patient_postal_code: '98101',
    patient_state: 'WA',
    patient_country: 'United States',
    shipping_type: 'USPS',
    frequency: '3 Months',
    kit_type: 'kit-standard-5',
  });
}

/** Both demo accounts, created at `at` (ISO 8601). */
const demoAccountRows = (at: string): NonNullable<MockSeed['rows']['accounts']> => [
  {
    id: 'account-1',
    email: demoProvider.email,
    password: demoProvider.password,
    role: roles.provider,
    clinic_id: demoClinicId,
    patient_id: null,
    created_at: at,
  },
  {
    id: 'account-2',
    email: demoPatient.email,
    password: demoPatient.password,
    role: roles.patient,
    clinic_id: null,
    patient_id: 'P-1001',
    created_at: at,
  },
];

/** A patient's progress towards a result. `incomplete`: no kit chosen yet. */
type Stage = 'incomplete' | 'new' | 'authorized' | 'requested' | (typeof kitStages)[number]['status'];

const everyStage: readonly Stage[] = [
  'new',
  'authorized',
  'requested',
  ...kitStages.map(({ status }) => status),
  'incomplete',
];

const isOnItsWay = (stage: Stage) =>
  stage !== 'Results ready' && kitStages.some(({ status }) => status === stage);

/** The same, but with no order that would reject another one. */
const orderableStages = everyStage.map((stage): Stage => (isOnItsWay(stage) ? 'authorized' : stage));

/** The stages assigned in turn to the patients after the demo patient. Most who are authorized can get a kit. */
const stages: readonly Stage[] = [...everyStage, ...orderableStages, ...orderableStages];

/** The demo patient's kit is shipped. */
const stageOf = (position: number): Stage =>
  position === 0 ? 'Kit shipped' : (stages[(position - 1) % stages.length] ?? 'new');

const isAuthorized = (stage: Stage) => stage !== 'new' && stage !== 'incomplete';

function staged(patient: PatientRow, stage: Stage): PatientRow {
  if (stage === 'incomplete') return { ...patient, shipping_type: null, frequency: null, kit_type: null };
  return isAuthorized(stage) ? { ...patient, authorized: 1 } : patient;
}

const at = (today: Date, milliseconds: number) => new Date(today.getTime() + milliseconds).toISOString();
const frequencyOf = (patient: PatientRow) => patient.frequency ?? '1 Time';
const kitOf = (patient: PatientRow) => patient.kit_type ?? 'kit-standard-5';

function ordersOf(patients: readonly PatientRow[], today: Date): TableRow<'orders'>[] {
  const ordered = patients.flatMap((patient, position) => {
    const stage = kitStages.find(({ status }) => status === stageOf(position));
    return stage === undefined ? [] : [{ patient, after: stage.after }];
  });
  return ordered.map(({ patient, after }, index) => ({
    order_id: `KW-${10_001 + index}`,
    patient_id: patient.patient_id,
    clinic_id: demoClinicId,
    kit_type: kitOf(patient),
    frequency: frequencyOf(patient),
    // Ten hours into the stage, so that it lasts all day.
    placed_at: at(today, after === 0 ? 0 : -after - minutes(600)),
  }));
}

function orderRequestsOf(patients: readonly PatientRow[], today: Date) {
  const recipients = patients.filter((_, position) => stageOf(position) === 'requested').slice(0, 10);
  const confirmations = recipients.map((patient, index) => ({
    token: `seeded-confirmation-${String(index + 1).padStart(12, '0')}`,
    patient_id: patient.patient_id,
    clinic_id: demoClinicId,
    frequency: frequencyOf(patient),
    kit_type: kitOf(patient),
    expires_at: at(today, days(6)),
    order_id: null,
  }));
  const mails = recipients.map(
    (patient, index): TableRow<'mails'> => ({
      id: `mail-${index + 1}`,
      ...confirmationMail(demoClinic, patient, confirmations[index]?.token ?? ''),
      // During the working hours of the day before.
      at: at(today, -days(1) + minutes(14 * 60 + 35 * index)),
    }),
  );
  return { confirmations, mails };
}

function appointmentsOf(people: People, patients: readonly PatientRow[], today: Date) {
  const kinds = ['Nurse practitioner', 'Physician', 'Counselor'];
  return patients.slice(0, 5).map((patient, index): TableRow<'appointments'> => {
    const day = at(today, days(index + 1)).slice(0, 10);
    const hour = String(9 + index).padStart(2, '0');
    return {
      session_id: `appointment-${index + 1}`,
      clinic_id: demoClinicId,
      patient_id: patient.patient_id,
      provider_type: kinds[people.below(kinds.length)] ?? 'Physician',
      time_slot: `${day} ${hour}:00 - ${hour}:30`,
      meet_link: `https://meet.example.com/harbor-${index + 1}`,
      location: '',
      created_at: at(today, -days(1)),
    };
  });
}

/**
 * Distributes the clinic's patients over all stages, with matching orders, links, mails and appointments.
 *
 * @param today the first instant of the day
 */
function seedStages(people: People, patients: readonly PatientRow[], today: Date): MockSeed {
  const orders = ordersOf(patients, today);
  const { confirmations, mails } = orderRequestsOf(patients, today);
  const appointments = appointmentsOf(people, patients, today);
  return {
    rows: {
      patients: patients.map((patient, position) => staged(patient, stageOf(position))),
      orders,
      confirmations,
      mails,
      appointments,
    },
    sequences: { orders: orders.length, mails: mails.length, appointments: appointments.length },
  };
}

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
 * The rows of a preset (§Mock backend, "Presets").
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
