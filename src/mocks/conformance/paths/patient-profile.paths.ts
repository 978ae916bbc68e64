import { patientProfileUpdate } from '@/contract/patients.contract';
import { blankFields } from '@/mocks/conformance/blank-fields';
import { fieldDeviations } from '@/mocks/conformance/check-answer';
import { expectThat, found, type PatientName, type TestContext } from '@/mocks/conformance/test-context';
import { idIn, recordIn, textIn } from '@/mocks/conformance/test-run';
import { order } from './orders.paths';

/** A complete profile; only the name and the phone differ from patient to patient. */
const profileOf = ({ memory, data }: TestContext, who: PatientName) => ({
  name: `${data.patients[who].firstName} Park-Hill`,
  phone: '+12535550177',
  age: '31',
  street: '3 Mill Road',
  city: 'Olympia',
  postalCode: '98501',
  state: 'OR',
  country: 'United States',
  addressLine2: 'Floor 5',
  shippingType: 'Overnight',
  frequency: 'Yearly',
  kitType: memory.need(found.otherKit),
  clinicId: '',
});

const storedProfile = (sent: ReturnType<typeof profileOf>) => ({
  patient_name: sent.name,
  patient_phone: sent.phone,
  patient_age: sent.age,
  patient_street: sent.street,
  patient_city: sent.city,
  patient_postal_code: sent.postalCode,
  patient_state: sent.state,
  patient_country: sent.country,
  address_line_2: sent.addressLine2,
});

/** The patient's own profile, and the clinic that a patient without one chooses (SPEC §6, §8 "Patient profile"). */
export async function patientProfilePaths(context: TestContext): Promise<void> {
  const { check, memory, data } = context;
  const token = () => memory.need(found.token('patient'));
  const row = data.row('patient');
  await check.ok('fetchPatientProfile', {
    token,
    and: (body) => [
      ...fieldDeviations(body, { clinic_id: memory.need(found.clinicId('clinic')) }),
      ...expectThat(textIn(body, 'clinic_name') !== '', 'clinic_name: the name of the clinic expected'),
      ...expectThat(
        idIn(body, 'order_id') === undefined,
        'order_id: null expected of a patient without an order',
      ),
    ],
  });
  await check.effect('addPatients', 'fetchPatientProfile', {
    path: 'shipping, frequency and kit are stored',
    token,
    and: (body) =>
      fieldDeviations(body, {
        shipping_type: row.shippingType,
        frequency: row.frequency,
        kit_type: memory.need(found.kit),
      }),
  });
  await check.declined('trackKitStatus', {
    path: 'without an order',
    token,
    request: () => ({ body: { orderId: null } }),
    message: 'Order not placed',
  });
  const update =
    (change: object = {}) =>
    () => ({ body: { ...profileOf(context, 'patient'), ...change } });
  await blankFields(check, 'updatePatientProfile', patientProfileUpdate, {
    token,
    request: (change) => update(change)(),
  });
  for (const age of ['121', '-1', 'none']) {
    await check.rejected('updatePatientProfile', {
      path: `with an age of ${age}`,
      token,
      request: update({ age }),
    });
  }
  await check.denied('updatePatientProfile', {
    path: 'with a kit that does not exist',
    token,
    request: update({ kitType: 'no-such-kit' }),
  });
  await check.effect('updatePatientProfile', 'fetchPatientProfile', {
    path: 'a rejected update changes nothing',
    token,
    and: (body) => fieldDeviations(body, { patient_name: row.name, patient_city: row.city }),
  });
  await check.ok('updatePatientProfile', { token, request: update() });
  await check.effect('updatePatientProfile', 'fetchPatientProfile', {
    path: 'stored',
    token,
    and: (body) => {
      const sent = update()().body;
      return fieldDeviations(body, {
        ...storedProfile(sent),
        shipping_type: sent.shippingType,
        frequency: sent.frequency,
        kit_type: sent.kitType,
        patient_email: row.email,
      });
    },
  });
  await check.effect('updatePatientProfile', 'fetchPatients', {
    path: 'stored for the clinic',
    after: token,
    token: () => memory.need(found.token('clinic')),
    and: (body) =>
      fieldDeviations(recordIn(body, 'patient_email', row.email), storedProfile(update()().body)),
  });
  await check.effect('updatePatientProfile', 'verifyUser', {
    path: 'the new name',
    token,
    and: (body) =>
      expectThat(
        textIn(body, 'user_name')?.includes('Park-Hill') === true,
        'user_name: the new name expected',
      ),
  });
  await check.either('updatePatientProfile', {
    path: 'with another clinic than the patient has',
    token,
    request: () => update({ clinicId: memory.need(found.clinicId('other clinic')) })(),
  });
  await check.effect('updatePatientProfile', 'fetchPatientProfile', {
    path: 'the clinic stays',
    token,
    and: (body) => fieldDeviations(body, { clinic_id: memory.need(found.clinicId('clinic')) }),
  });
  await choosePaths(context);
}

/** The other patient has no clinic, chooses one, and cannot authorize the account (SPEC §6). */
async function choosePaths(context: TestContext) {
  const { check, memory, data } = context;
  const token = () => memory.need(found.token('other patient'));
  const { email } = data.patients['other patient'];
  await check.either('updatePatientProfile', {
    path: 'with an authorization of its own',
    token,
    request: () => ({
      body: {
        ...profileOf(context, 'other patient'),
        clinicId: memory.need(found.clinicId('other clinic')),
        authorized: 1,
        patient_id: memory.need(found.patientId(data.row('patient').email)),
      },
    }),
  });
  await check.ok('updatePatientProfile', {
    path: 'ok, with a clinic for a patient without one',
    token,
    request: () => ({
      body: {
        ...profileOf(context, 'other patient'),
        clinicId: memory.need(found.clinicId('other clinic')),
      },
    }),
  });
  await check.effect('updatePatientProfile', 'fetchPatientProfile', {
    path: 'stored, with the chosen clinic',
    token,
    and: (body) =>
      fieldDeviations(body, { clinic_id: memory.need(found.clinicId('other clinic')), patient_email: email }),
  });
  await check.effect('updatePatientProfile', 'fetchPatientProfile', {
    path: 'another patient stays as is',
    after: token,
    token: () => memory.need(found.token('patient')),
    and: (body) => fieldDeviations(body, { patient_name: profileOf(context, 'patient').name }),
  });
  const listed = await check.effect('updatePatientProfile', 'fetchPatients', {
    path: 'the chosen clinic lists the patient, not authorized',
    after: token,
    token: () => memory.need(found.token('other clinic')),
    and: (body) => fieldDeviations(recordIn(body, 'patient_email', email), { authorized: 0 }),
  });
  memory.keep(found.patientId(email), idIn(recordIn(listed, 'patient_email', email), 'patient_id'));
}

/** The mailed link, and the kit of the order that it places (SPEC §8 "Address confirm"). */
export async function confirmationPaths(context: TestContext): Promise<void> {
  const { check, memory, data } = context;
  const token = () => memory.need(found.token('patient'));
  const link = found.confirmation(data.row('patient').email);
  const confirm = () => ({ body: { token: memory.need(link) } });
  await check.rejected('confirmAddress', {
    path: 'with a made-up link',
    request: () => ({ body: { token: 'made-up' } }),
  });
  await check.rejected('confirmAddress', {
    path: 'without a token',
    request: () => ({ body: { token: '' } }),
  });
  await check.ok('confirmAddress', { request: confirm });
  await check.rejected('confirmAddress', { path: 'with a used link', request: confirm });
  const ordered = await check.effect('confirmAddress', 'fetchPatientProfile', {
    path: 'the patient has an order',
    after: () => memory.need(link),
    token,
    and: (body) => expectThat(idIn(body, 'order_id') !== undefined, 'order_id: an order expected'),
  });
  memory.keep(found.order, idIn(ordered, 'order_id'));
  await check.ok('trackKitStatus', {
    token,
    request: () => ({ body: { orderId: memory.need(found.order) } }),
    and: (body) => expectThat(textIn(body, 'status')?.trim() !== '', 'status: a text expected'),
  });
  await check.rejected('requestAddressConfirmation', {
    path: 'while a kit is on its way',
    after: () => memory.need(found.order),
    token: () => memory.need(found.token('clinic')),
    request: order(context, 'patient'),
  });
  const { email } = data.patients['other patient'];
  await check.effect('confirmAddress', 'fetchPatientProfile', {
    path: 'another patient has no order',
    after: () => memory.need(found.order),
    token: () => memory.need(found.token('other patient')),
    and: (body) => fieldDeviations(body, { order_id: '', patient_email: email }),
  });
}
