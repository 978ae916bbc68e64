import { kitStages } from '@/mocks/kitwell/rules/kit-status';
import type { MockSeed, TableRow } from '@/mocks/kitwell/tables';
import { days, minutes } from '@/mocks/world/world';
import { demoClinic, demoClinicId } from './clinics';
import type { People } from './people';

type PatientRow = TableRow<'patients'>;

/** A patient's progress towards a result. `incomplete`: no kit chosen yet. */
type Stage = 'incomplete' | 'new' | 'authorized' | 'asked' | (typeof kitStages)[number]['status'];

const everyStage: readonly Stage[] = [
  'new',
  'authorized',
  'asked',
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

function askedOf(patients: readonly PatientRow[], today: Date) {
  const asked = patients.filter((_, position) => stageOf(position) === 'asked').slice(0, 10);
  const confirmations = asked.map((patient, index) => ({
    token: `seeded-confirmation-${String(index + 1).padStart(12, '0')}`,
    patient_id: patient.patient_id,
    clinic_id: demoClinicId,
    frequency: frequencyOf(patient),
    kit_type: kitOf(patient),
    expires_at: at(today, days(6)),
    order_id: null,
  }));
  const mails = asked.map(
    (patient, index): TableRow<'mails'> => ({
      id: `mail-${index + 1}`,
      to: patient.patient_email,
      kind: 'confirm-address',
      subject: 'Confirm your address for your Kitwell kit',
      text: `${demoClinic.clinic_name} ordered a kit for you. We ship it once you have confirmed your address with the link below.`,
      link: `/confirm-address/${confirmations[index]?.token}`,
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
export function seedStages(people: People, patients: readonly PatientRow[], today: Date): MockSeed {
  const orders = ordersOf(patients, today);
  const { confirmations, mails } = askedOf(patients, today);
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
