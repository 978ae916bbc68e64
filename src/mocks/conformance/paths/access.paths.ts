import { declarationOf, type OperationName, operationNames } from '@/contract/contract';
import { fieldDeviations } from '@/mocks/conformance/check-answer';
import { withoutRows } from '@/mocks/conformance/samples';
import { expectThat, keys, type TestContext } from '@/mocks/conformance/test-context';
import { recordIn, type TestRun } from '@/mocks/conformance/test-run';
import { appointmentsIn, invitation } from './orders.paths';
import { authorization, changedRecord, order } from './patients.paths';

const requiresToken = operationNames.filter((name) => declarationOf(name).auth === 'required');

/** Every operation that needs a token rejects a missing and an invalid one (§6). */
export async function anonymousPaths({ check, samples }: TestContext): Promise<void> {
  for (const name of requiresToken) {
    // It matches the contract, so only the token is missing. A server that looked for the row first would answer 404.
    const request = () => withoutRows(samples[name].request) as never;
    await check.rejected(name, { path: 'without a token', request, status: [401] });
    await check.rejected(name, {
      path: 'with a made-up token',
      token: () => 'made-up',
      request,
      status: [401],
    });
  }
}

/** Both roles see their name, the kits and the exit; who else may track a kit is not specified (§2, §6). */
const forBothRoles: readonly OperationName[] = ['verifyUser', 'logout', 'fetchProducts', 'trackKitStatus'];

/** What both roles may do; then a patient who acts as a provider, and the reverse (§6). */
export async function rolePaths(context: TestContext): Promise<void> {
  const { check, samples, memory, data } = context;
  const token = () => memory.need(keys.token('patient'));
  await check.ok('fetchProducts', {
    path: 'ok, for a patient',
    token,
    and: (body) => expectThat(Array.isArray(body) && body.length > 0, 'at least one kit expected'),
  });
  await check.ok('fetchClinics', { path: 'ok, for a patient', token });
  await check.ok('requestClinic', {
    path: 'ok, for a patient',
    token,
    request: () => ({ body: data.clinicRequest }),
  });
  // With rows that exist, so that only the role is wrong.
  const requests: Partial<Record<OperationName, () => unknown>> = {
    updatePatient: changedRecord(context, 'patient'),
    authenticatePatients: authorization(context, ['patient'], 0),
    requestAddressConfirmation: order(context, 'patient'),
    sendInvitation: invitation(context, 'patient', { timeSlot: 'Sunday at 7' }),
  };
  for (const name of requiresToken) {
    if (forBothRoles.includes(name)) continue;
    const { as, request } = samples[name];
    await check.rejected(name, {
      path: as === 'provider' ? 'by a patient' : 'by a provider',
      token: () => memory.need(keys.token(as === 'provider' ? 'patient' : 'clinic')),
      request: (requests[name] ?? (() => request)) as never,
      status: [401, 403],
    });
  }
}

/** Every response of these calls is for the other clinic or its patient; none may name the clinic's patient. */
async function readByOthers(check: TestRun, memory: TestContext['memory'], email: string) {
  const token = () => memory.need(keys.token('other clinic'));
  await check.ok('fetchPatients', {
    path: 'ok, without the patients of another clinic',
    token,
    and: (body) =>
      expectThat(
        recordIn(body, 'patient_email', email) === undefined,
        `${email}: a patient of another clinic`,
      ),
  });
  await check.ok('fetchAppointments', {
    path: 'ok, without the appointments of another clinic',
    token,
    and: (body) => expectThat(appointmentsIn(body).length === 0, 'no appointments expected'),
  });
}

/** The other clinic, with a card and a lab, tries what it may do only for its own patients (§6). */
export async function foreignPaths(context: TestContext): Promise<void> {
  const { check, memory, data, mail } = context;
  const token = () => memory.need(keys.token('other clinic'));
  const ownToken = () => memory.need(keys.token('clinic'));
  const { email } = data.row('listed');
  const id = () => memory.need(keys.patientId(email));
  await readByOthers(check, memory, data.row('patient').email);
  await check.ok('fetchLabs', {
    path: 'ok, of the other clinic',
    token,
    and: (body) => fieldDeviations(body, { lab_name: 'Pike Labs of the other clinic' }),
  });
  await check.ok('fetchClinicProfile', {
    path: 'ok, of the other clinic',
    token,
    and: (body) =>
      fieldDeviations(body, {
        clinic_email: data.clinics['other clinic'].email,
        clinic_name: data.clinics['other clinic'].clinicName,
      }),
  });
  await check.ok('fetchPatientProfile', {
    path: 'ok, of the other patient',
    token: () => memory.need(keys.token('other patient')),
    and: (body) => fieldDeviations(body, { patient_email: data.patients['other patient'].email }),
  });

  const unchanged = (write: OperationName, expectedFields: Readonly<Record<string, string | number>>) =>
    check.effect(write, 'fetchPatients', {
      path: 'a patient of another clinic stays as is',
      after: id,
      token: ownToken,
      and: (body) => fieldDeviations(recordIn(body, 'patient_email', email), expectedFields),
    });
  await check.denied('updatePatient', {
    path: 'of another clinic',
    token,
    request: changedRecord(context, 'listed', { patient_name: 'Foreign Name' }),
  });
  await unchanged('updatePatient', { patient_name: 'Lin Moss-Hale' });
  await check.denied('authenticatePatients', {
    path: 'of another clinic',
    token,
    request: authorization(context, ['listed']),
  });
  await check.denied('authenticatePatients', {
    path: 'of another clinic, beside an own one',
    token,
    request: authorization(context, ['foreign', 'listed']),
  });
  await unchanged('authenticatePatients', { authorized: 0 });
  await check.denied('sendInvitation', {
    path: 'for a patient of another clinic',
    token,
    request: invitation(context, 'listed'),
  });
  await check.effect('sendInvitation', 'fetchAppointments', {
    path: 'nothing is booked for a patient of another clinic',
    after: id,
    token,
    and: (body) => expectThat(appointmentsIn(body).length === 0, 'no appointments expected'),
  });
  await check.ok('authenticatePatients', {
    path: 'ok, before the other clinic orders',
    token: ownToken,
    request: authorization(context, ['listed']),
  });
  await check.denied('requestAddressConfirmation', {
    path: 'for a patient of another clinic',
    after: () => memory.need(keys.paidCheckout('other clinic')),
    token,
    request: order(context, 'listed'),
  });
  const sent = await mail.count(email, 'confirm-address');
  if (sent !== undefined && memory.has(keys.paidCheckout('other clinic'))) {
    check.record(
      'requestAddressConfirmation',
      'a patient of another clinic gets no mail',
      expectThat(sent === 0, 'a mail for confirming the address was sent'),
    );
  }
  await check.denied('trackKitStatus', {
    path: 'of another patient',
    token: () => memory.need(keys.token('other patient')),
    request: () => ({ body: { orderId: memory.need(keys.order) } }),
  });
}
