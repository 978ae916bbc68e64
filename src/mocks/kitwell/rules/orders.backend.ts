import { HttpError } from '@kitwell/mock-engine/engine/backend';
import { sendMail } from '@kitwell/mock-engine/world/mailbox';
import { days, isPast, timeIn, type World } from '@kitwell/mock-engine/world/world';
import { frequencyOptions } from '@/contract/constants';
import { isLabComplete, lab } from '@/contract/entities';
import type { Backend } from '@/mocks/kitwell/rules/rules';
import type { MockTransaction, TableRow } from '@/mocks/kitwell/tables';
import { isOrderActive } from './kit-status';
import { clinicOf, patientOfClinic } from './permissions';

const confirmationLifetime = days(7);

/** The newest order of a patient. */
export const latestOrderOf = (db: MockTransaction, patientId: string): TableRow<'orders'> | undefined =>
  db.tables.orders.list({ where: { patient_id: patientId } }).at(-1);

/** An order requires a card and a complete lab (§5 "Order"). */
function canOrder(db: MockTransaction, clinicId: string): boolean {
  const stored = db.tables.labs.get(clinicId);
  const hasLab = stored !== undefined && isLabComplete(lab.parse(stored));
  return hasLab && db.tables.cards.get(clinicId) !== undefined;
}

/** Updates and renews the patient's pending link, or creates one. */
async function confirmationFor(
  db: MockTransaction,
  world: World,
  wish: Pick<TableRow<'confirmations'>, 'patient_id' | 'clinic_id' | 'frequency' | 'kit_type'>,
): Promise<TableRow<'confirmations'>> {
  const pending = db.tables.confirmations.find(
    (row) => row.patient_id === wish.patient_id && row.order_id === null && !isPast(world, row.expires_at),
  );
  const expires_at = timeIn(world, confirmationLifetime);
  if (pending) return db.tables.confirmations.patch(pending.token, { ...wish, expires_at });
  return db.tables.confirmations.insert({ ...wish, expires_at, token: db.token(32), order_id: null });
}

/** The mail that asks a patient to confirm the address. It doesn't name the kit, which would disclose what is tested. */
export function confirmationMail(
  clinic: TableRow<'clinics'>,
  patient: TableRow<'patients'>,
  token: string,
): Pick<TableRow<'mails'>, 'to' | 'kind' | 'subject' | 'text' | 'link'> {
  const { clinic_name, clinic_email, phone_number } = clinic;
  const { patient_city, patient_state, patient_postal_code } = patient;
  const stateLine = [patient_state, patient_postal_code].filter(Boolean).join(' ');
  const address = [
    patient.patient_street,
    patient.address_line_2,
    [patient_city, stateLine].filter(Boolean).join(', '),
    patient.patient_country,
  ];
  return {
    to: patient.patient_email,
    kind: 'confirm-address',
    subject: 'Confirm your address for your Kitwell kit',
    text: [
      `${clinic_name} ordered a kit for you. We ship it once you have confirmed this address with the link below:`,
      [patient.patient_name, ...address].filter(Boolean).join('\n'),
      `Is this wrong? Don’t confirm it. Ask ${clinic_name} to correct it: ${clinic_email}, ${phone_number}.`,
    ].join('\n\n'),
    link: `/confirm-address/${token}`,
  };
}

/**
 * Placing an order only asks the patient to confirm the address; the order is created when the mailed link is used
 * (§Notes, "Orders, booking, payment").
 */
export const ordersBackend = {
  fetchProducts: ({ db }) => db.tables.kits.list(),

  async requestAddressConfirmation({ request, caller, db, world }) {
    const { patientId, frequency, kitType } = request.body;
    const { clinic_id } = clinicOf(db, caller);
    const patient = patientOfClinic(db, clinic_id, patientId);
    if (!canOrder(db, clinic_id)) {
      throw new HttpError(400, 'Please add your card details and lab details before placing orders.');
    }
    if (patient.authorized !== 1) throw new HttpError(403, 'Patient is not authorized.');
    const last = latestOrderOf(db, patientId);
    if (last && isOrderActive(last.placed_at, world.now())) {
      throw new HttpError(400, 'Order has already been placed for this patient.');
    }
    if (!db.tables.kits.get(kitType)) throw new HttpError(400, 'Unknown kit type');
    if (!frequencyOptions.some(({ value }) => value === frequency))
      throw new HttpError(400, 'Unknown frequency');
    const wish = { patient_id: patientId, clinic_id, frequency, kit_type: kitType };
    const { token } = await confirmationFor(db, world, wish);
    await sendMail(db, world, confirmationMail(clinicOf(db, caller), patient, token));
    return {
      success: true as const,
      message: `We emailed ${patient.patient_name} to confirm the delivery address.`,
    };
  },

  async confirmAddress({ request, db, world }) {
    const { token } = request.body;
    const confirmation = db.tables.confirmations.get(token);
    if (!confirmation || confirmation.order_id !== null || isPast(world, confirmation.expires_at)) {
      throw new HttpError(400, 'Token expired');
    }
    const { patient_id, clinic_id, frequency, kit_type } = confirmation;
    const order = await db.tables.orders.insert({
      order_id: `KW-${10_000 + db.nextId('orders')}`,
      patient_id,
      clinic_id,
      frequency,
      kit_type,
      placed_at: world.now().toISOString(),
    });
    await db.tables.confirmations.patch(token, { order_id: order.order_id });
    await db.tables.patients.patch(patient_id, { frequency, kit_type });
    return { success: true as const, message: 'Address confirmed' };
  },
} satisfies Partial<Backend>;
