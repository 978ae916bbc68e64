import { patientImportRow, patientProfileUpdate, patientRecord } from '@/contract/patients.contract';
import { fieldDeviations } from '@/mocks/conformance/check-answer';
import { expectThat, keys, type PatientName, type TestContext } from '@/mocks/conformance/test-context';
import { blankFields, idIn, recordIn, textIn } from '@/mocks/conformance/test-run';

type Row = ReturnType<TestContext['data']['row']>;

/** A row as the clinic's list shows it, apart from what the server adds. */
const patientFields = (row: Row) => ({
  patient_name: row.name,
  patient_email: row.email,
  patient_phone: row.phone,
  patient_age: row.age,
  patient_street: row.street,
  patient_city: row.city,
  patient_postal_code: row.postalCode,
  patient_state: row.state,
  patient_country: row.country,
  address_line_2: row.addressLine2,
});

const emailsIn = (body: unknown) =>
  (Array.isArray(body) ? body : []).map((row: unknown) => textIn(row, 'patient_email') ?? '');

/** The clinics' patients (§2, §8 "Add patients", "Update patient", "Authorize"). */
export async function patientsPaths(context: TestContext): Promise<void> {
  const { check, memory } = context;
  const token = () => memory.need(keys.token('clinic'));
  const kits = await check.ok('fetchProducts', {
    token,
    and: (body) => expectThat(Array.isArray(body) && body.length > 0, 'at least one kit expected'),
  });
  const ids = (Array.isArray(kits) ? kits : []).map((kit: unknown) => idIn(kit, 'id'));
  memory.store(keys.kit, ids[0]);
  memory.store(keys.otherKit, ids.at(-1));
  await importPaths(context);
  await updatePaths(context);
  await authorizePaths(context);
}

async function importPaths({ check, memory, data }: TestContext) {
  const token = () => memory.need(keys.token('clinic'));
  const row = { ...data.row('patient'), name: 'Ada Park' };
  const secondRow = { ...data.row('listed'), name: 'Lin Moss', age: '0', shippingType: 'Overnight' };
  const fresh = data.row('rejected');
  await check.ok('fetchPatients', {
    path: 'ok, of a new clinic',
    token,
    and: (body) => expectThat(Array.isArray(body) && body.length === 0, 'an empty list expected'),
  });
  await check.rejected('addPatients', { path: 'with no rows', token, request: () => ({ body: [] }) });
  await blankFields(check, 'addPatients', patientImportRow, {
    token,
    request: (change) => ({ body: [{ ...fresh, ...change }] }),
  });
  await check.ok('addPatients', {
    token,
    request: () => ({ body: [{ ...row, kitType: memory.need(keys.kit) }, secondRow] }),
  });
  await check.rejected('addPatients', { path: 'a second time', token, request: () => ({ body: [row] }) });
  for (const [path, rows] of [
    ['with the same email in two rows', [fresh, { ...fresh, name: 'Kim Reed' }]],
    ['with an email that is none', [{ ...fresh, email: 'none' }]],
    ['with an age of 121', [{ ...fresh, age: '121' }]],
    ['with a kit that does not exist', [{ ...fresh, kitType: 'no-such-kit' }]],
    ['with one row of two that is valid', [fresh, { ...data.row('unnamed'), name: '' }]],
    ['with one row of two that exists', [fresh, row]],
  ] as const) {
    await check.rejected('addPatients', { path, token, request: () => ({ body: [...rows] }) });
  }
  await check.effect('addPatients', 'fetchPatients', {
    path: 'nothing of a rejected import is stored',
    token,
    and: (body) =>
      emailsIn(body)
        .filter((email) => email !== row.email && email !== secondRow.email)
        .map((email) => `${email}: not expected`),
  });
  const patients = await check.effect('addPatients', 'fetchPatients', {
    path: 'stored',
    token,
    and: (body) =>
      [row, secondRow].flatMap((sent) =>
        fieldDeviations(recordIn(body, 'patient_email', sent.email), {
          ...patientFields(sent),
          authorized: 0,
        }).map((deviation) => `${sent.email}: ${deviation}`),
      ),
  });
  for (const { email } of [row, secondRow])
    storeIds(memory, recordIn(patients, 'patient_email', email), email);

  const foreign = data.row('foreign');
  const otherToken = () => memory.need(keys.token('other clinic'));
  await check.ok('addPatients', {
    path: 'ok, for the other clinic',
    token: otherToken,
    request: () => ({ body: [foreign] }),
  });
  const others = await check.ok('fetchPatients', {
    path: 'ok, for the other clinic',
    token: otherToken,
    and: (body) =>
      expectThat(
        emailsIn(body).join() === foreign.email,
        'the patient of the other clinic and no one else expected',
      ),
  });
  storeIds(memory, recordIn(others, 'patient_email', foreign.email), foreign.email);
  await check.ok('fetchPatients', {
    token,
    and: (body) => [
      ...expectThat(!emailsIn(body).includes(foreign.email), 'a patient of the other clinic is in the list'),
      ...expectThat(emailsIn(body).length === 2, 'the two patients of the clinic expected'),
    ],
  });
}

function storeIds(
  memory: TestContext['memory'],
  patient: Record<string, unknown> | undefined,
  email: string,
) {
  memory.store(keys.patientId(email), idIn(patient, 'patient_id'));
  memory.store(keys.rowId(email), idIn(patient, 'id'));
}

/** The request that updates a patient, with every field changed. */
export const changedRecord =
  ({ memory, data }: Pick<TestContext, 'memory' | 'data'>, who: string, change: object = {}) =>
  () => {
    const { email } = data.row(who);
    return {
      path: { id: Number(memory.need(keys.rowId(email))) },
      body: {
        patient_id: memory.need(keys.patientId(email)),
        patient_name: 'Lin Moss-Hale',
        patient_email: email,
        patient_phone: '+12535550142',
        patient_age: '44',
        patient_street: '7 Harbor Way',
        patient_city: 'Tacoma',
        patient_postal_code: '98402',
        patient_state: 'OR',
        patient_country: 'United States',
        address_line_2: 'Floor 2',
        ...change,
      },
    };
  };

async function updatePaths(context: TestContext) {
  const { check, memory, data } = context;
  const token = () => memory.need(keys.token('clinic'));
  const { email } = data.row('listed');
  const neighbour = data.row('patient');
  const record = (change: object = {}) => changedRecord(context, 'listed', change);
  await blankFields(check, 'updatePatient', patientRecord, { token, request: (change) => record(change)() });
  for (const [path, change] of [
    ['with an email that is none', { patient_email: 'none' }],
    ['with the email of another patient', { patient_email: neighbour.email }],
    ['with an age of 121', { patient_age: '121' }],
  ] as const) {
    await check.rejected('updatePatient', { path, token, request: record(change), status: [400, 409, 422] });
  }
  await check.effect('updatePatient', 'fetchPatients', {
    path: 'a rejected update changes nothing',
    after: () => memory.need(keys.patientId(email)),
    token,
    and: (body) =>
      fieldDeviations(recordIn(body, 'patient_email', email), { patient_name: 'Lin Moss', patient_age: '0' }),
  });
  const renamed = data.row('renamed').email;
  // Neither authorization nor clinic is part of the record, so that sending them must not change them.
  const foreignFields = () => ({ authorized: 1, clinic_id: memory.need(keys.clinicId('other clinic')) });
  await check.either('updatePatient', {
    path: 'with fields of its own: authorization and clinic',
    token,
    request: () => record(foreignFields())(),
  });
  await check.ok('updatePatient', { token, request: record({ patient_email: renamed }) });
  await check.effect('updatePatient', 'fetchPatients', {
    path: 'stored',
    after: () => memory.need(keys.patientId(email)),
    token,
    and: (body) => {
      const id = memory.need(keys.patientId(email));
      const stored = (Array.isArray(body) ? body : []).find((row: unknown) => idIn(row, 'patient_id') === id);
      const expectedFields = { ...record()().body, patient_email: renamed, authorized: 0 };
      return [
        ...fieldDeviations(stored, expectedFields),
        ...fieldDeviations(recordIn(body, 'patient_email', neighbour.email), {
          patient_city: neighbour.city,
        }).map((deviation) => `another patient: ${deviation}`),
      ];
    },
  });
  await check.ok('updatePatient', {
    path: 'ok, without an age',
    token,
    request: record({ patient_age: '' }),
  });
  await check.effect('updatePatient', 'fetchPatients', {
    path: 'stored, without an age',
    after: () => memory.need(keys.patientId(email)),
    token,
    and: (body) => fieldDeviations(recordIn(body, 'patient_email', email), { patient_age: '' }),
  });
}

/** The request that authorizes these patients. */
export const authorization =
  ({ memory, data }: Pick<TestContext, 'memory' | 'data'>, who: readonly string[], authorized: 0 | 1 = 1) =>
  () => ({
    body: { patientIds: who.map((one) => memory.need(keys.patientId(data.row(one).email))), authorized },
  });

/** The request that orders a kit. */
export const order =
  ({ memory, data }: Pick<TestContext, 'memory' | 'data'>, who: string, change: object = {}) =>
  () => ({
    body: {
      patientId: memory.need(keys.patientId(data.row(who).email)),
      frequency: '1 Month',
      kitType: memory.need(keys.kit),
      ...change,
    },
  });

async function authorizePaths(context: TestContext) {
  const { check, memory, data } = context;
  const token = () => memory.need(keys.token('clinic'));
  await check.rejected('authenticatePatients', {
    path: 'without patients',
    token,
    request: authorization(context, []),
  });
  await check.rejected('authenticatePatients', {
    path: 'with an authorization of 2',
    token,
    request: () => ({ body: { ...authorization(context, ['patient'])().body, authorized: 2 } }),
  });
  await check.denied('authenticatePatients', {
    path: 'with a patient who does not exist',
    token,
    request: () => ({ body: { patientIds: ['none'], authorized: 1 } }),
  });
  const states = async (path: string, expectedStates: Readonly<Record<string, 0 | 1>>) => {
    for (const [who, authorized] of Object.entries(expectedStates)) {
      const { email } = data.row(who);
      await check.effect('authenticatePatients', 'fetchPatients', {
        path: `${path}, for ${who === 'patient' ? 'the patient' : `the ${who} one`}`,
        after: () => memory.need(keys.patientId(email)),
        token: () => memory.need(keys.token(who === 'foreign' ? 'other clinic' : 'clinic')),
        and: (body) => fieldDeviations(recordIn(body, 'patient_email', email), { authorized }),
      });
    }
  };
  await check.ok('authenticatePatients', {
    token,
    request: authorization(context, ['patient', 'listed']),
  });
  await states('both authorized', { patient: 1, listed: 1, foreign: 0 });
  await check.ok('authenticatePatients', {
    path: 'ok, taken back',
    token,
    request: authorization(context, ['listed'], 0),
  });
  await states('taken back', { patient: 1, listed: 0 });
}

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
  kitType: memory.need(keys.otherKit),
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

/** The patient's own profile, and the clinic that a patient without one chooses (§6, §8 "Patient profile"). */
export async function patientProfilePaths(context: TestContext): Promise<void> {
  const { check, memory, data } = context;
  const token = () => memory.need(keys.token('patient'));
  const row = data.row('patient');
  await check.ok('fetchPatientProfile', {
    token,
    and: (body) => [
      ...fieldDeviations(body, { clinic_id: memory.need(keys.clinicId('clinic')) }),
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
        kit_type: memory.need(keys.kit),
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
    token: () => memory.need(keys.token('clinic')),
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
    request: () => update({ clinicId: memory.need(keys.clinicId('other clinic')) })(),
  });
  await check.effect('updatePatientProfile', 'fetchPatientProfile', {
    path: 'the clinic stays',
    token,
    and: (body) => fieldDeviations(body, { clinic_id: memory.need(keys.clinicId('clinic')) }),
  });
  await choosePaths(context);
}

/** The other patient has no clinic, chooses one, and cannot authorize the account (§6). */
async function choosePaths(context: TestContext) {
  const { check, memory, data } = context;
  const token = () => memory.need(keys.token('other patient'));
  const { email } = data.patients['other patient'];
  await check.either('updatePatientProfile', {
    path: 'with an authorization of its own',
    token,
    request: () => ({
      body: {
        ...profileOf(context, 'other patient'),
        clinicId: memory.need(keys.clinicId('other clinic')),
        authorized: 1,
        patient_id: memory.need(keys.patientId(data.row('patient').email)),
      },
    }),
  });
  await check.ok('updatePatientProfile', {
    path: 'ok, with a clinic for a patient without one',
    token,
    request: () => ({
      body: {
        ...profileOf(context, 'other patient'),
        clinicId: memory.need(keys.clinicId('other clinic')),
      },
    }),
  });
  await check.effect('updatePatientProfile', 'fetchPatientProfile', {
    path: 'stored, with the chosen clinic',
    token,
    and: (body) =>
      fieldDeviations(body, { clinic_id: memory.need(keys.clinicId('other clinic')), patient_email: email }),
  });
  await check.effect('updatePatientProfile', 'fetchPatientProfile', {
    path: 'another patient stays as is',
    after: token,
    token: () => memory.need(keys.token('patient')),
    and: (body) => fieldDeviations(body, { patient_name: profileOf(context, 'patient').name }),
  });
  const otherPatients = await check.effect('updatePatientProfile', 'fetchPatients', {
    path: 'the chosen clinic lists the patient, not authorized',
    after: token,
    token: () => memory.need(keys.token('other clinic')),
    and: (body) => fieldDeviations(recordIn(body, 'patient_email', email), { authorized: 0 }),
  });
  memory.store(keys.patientId(email), idIn(recordIn(otherPatients, 'patient_email', email), 'patient_id'));
}

/** The mailed link, and the kit of the order that it places (§8 "Address confirm"). */
export async function confirmationPaths(context: TestContext): Promise<void> {
  const { check, memory, data } = context;
  const token = () => memory.need(keys.token('patient'));
  const link = keys.confirmation(data.row('patient').email);
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
  memory.store(keys.order, idIn(ordered, 'order_id'));
  await check.ok('trackKitStatus', {
    token,
    request: () => ({ body: { orderId: memory.need(keys.order) } }),
    and: (body) => expectThat(textIn(body, 'status')?.trim() !== '', 'status: a text expected'),
  });
  await check.rejected('requestAddressConfirmation', {
    path: 'while a kit is on its way',
    after: () => memory.need(keys.order),
    token: () => memory.need(keys.token('clinic')),
    request: order(context, 'patient'),
  });
  const { email } = data.patients['other patient'];
  await check.effect('confirmAddress', 'fetchPatientProfile', {
    path: 'another patient has no order',
    after: () => memory.need(keys.order),
    token: () => memory.need(keys.token('other patient')),
    and: (body) => fieldDeviations(body, { order_id: '', patient_email: email }),
  });
}
