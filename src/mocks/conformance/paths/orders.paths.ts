import { expectThat, found, type Stage } from '@/mocks/conformance/paths/case-context';
import { recordIn, textIn } from '@/mocks/conformance/test-run';

/** From the cart to the mailed link (SPEC §8 "Order", "Authorize"). */
export async function orderPaths({ visit, memory, cast, mail }: Stage): Promise<void> {
  const token = () => memory.need(found.clinicToken);
  const paid = () => memory.need(found.paidCheckout);
  const order = (change: Record<string, string>) => () => ({
    body: {
      patientId: memory.need(found.patientId),
      frequency: '1 Month',
      kitType: memory.need(found.kit),
      ...change,
    },
  });
  const authorize = (patientIds: () => string[]) => () => ({
    body: { patientIds: patientIds(), authorized: 1 as const },
  });
  await visit.refused('requestAddressConfirmation', {
    path: 'for a patient not authorized',
    after: paid,
    token,
    request: order({}),
    status: [403],
  });
  await visit.refused('authenticatePatients', { path: 'with nobody', token, request: authorize(() => []) });
  await visit.ok('authenticatePatients', { token, request: authorize(() => [memory.need(found.patientId)]) });
  await visit.ok('fetchPatients', {
    path: 'ok, after authorizing',
    after: () => memory.need(found.patientId),
    token,
    and: (body) =>
      expectThat(
        recordIn(body, 'patient_email', cast.importRow.email)?.authorized === 1,
        'authorized: 1 expected',
      ),
  });
  await visit.refused('requestAddressConfirmation', {
    path: 'without a frequency',
    token,
    request: order({ frequency: '' }),
  });
  await visit.ok('requestAddressConfirmation', {
    after: paid,
    token,
    request: order({}),
    and: (body) =>
      expectThat(textIn(body, 'message') !== undefined, 'message is missing: the user is to read it'),
  });
  memory.keep(found.confirmation, await mail.linkToken(cast.importRow.email, 'confirm-address'));
}

/** The patient's own profile, address and kit (SPEC §8 "Address confirm", "Patient profile"). */
export async function patientPaths(stage: Stage): Promise<void> {
  const { visit, memory, cast } = stage;
  const token = () => memory.need(found.patientToken);
  const asProvider = () => memory.need(found.clinicToken);
  const notAllowed = [401, 403];
  await visit.refused('fetchPatients', { path: 'by a patient', token, status: notAllowed });
  await visit.refused('fetchPatientProfile', {
    path: 'by a provider',
    token: asProvider,
    status: notAllowed,
  });
  const declined = { token, request: () => ({ body: { orderId: null } }) };
  await visit.declined('trackKitStatus', {
    path: 'without an order',
    ...declined,
    message: 'Order not placed',
  });

  const profile = (change: Record<string, string>) => () => ({
    body: {
      name: 'Ada Park',
      phone: '+12065550133',
      age: '29',
      ...cast.address,
      shippingType: 'USPS',
      frequency: '1 Month',
      kitType: memory.need(found.kit),
      clinicId: '',
      ...change,
    },
  });
  await visit.refused('updatePatientProfile', {
    path: 'without a city',
    token,
    request: profile({ city: '' }),
  });
  await visit.refused('updatePatientProfile', {
    path: 'with an age of 121',
    token,
    request: profile({ age: '121' }),
  });
  await visit.ok('updatePatientProfile', { token, request: profile({ city: 'Olympia' }) });
  await visit.ok('fetchPatientProfile', {
    token,
    and: (body) =>
      expectThat(textIn(body, 'patient_city') === 'Olympia', 'patient_city: what was sent expected'),
  });

  const confirm = () => ({ body: { token: memory.need(found.confirmation) } });
  await visit.refused('confirmAddress', {
    path: 'with a link of nobody',
    request: () => ({ body: { token: 'made-up' } }),
  });
  await visit.ok('confirmAddress', { request: confirm });
  await visit.refused('confirmAddress', { path: 'with a used link', request: confirm });
  const ordered = await visit.ok('fetchPatientProfile', {
    path: 'ok, with an order',
    after: () => memory.need(found.confirmation),
    token,
    and: (body) => expectThat(textIn(body, 'order_id') !== undefined, 'order_id: an order expected'),
  });
  memory.keep(found.order, textIn(ordered, 'order_id'));
  await visit.ok('trackKitStatus', {
    token,
    request: () => ({ body: { orderId: memory.need(found.order) } }),
  });
  await visit.refused('requestAddressConfirmation', {
    path: 'while a kit is on its way',
    after: () => memory.need(found.order),
    token: asProvider,
    request: () => ({
      body: {
        patientId: memory.need(found.patientId),
        frequency: '1 Month',
        kitType: memory.need(found.kit),
      },
    }),
  });
}

/** Password reset by mail, and logout (SPEC §8 "Forgot password", "Reset password"). */
export async function farewellPaths({ visit, memory, cast, mail }: Stage): Promise<void> {
  const { email } = cast.clinic;
  const password = 'Another1!y';
  await visit.refused('forgotPassword', {
    path: 'of nobody',
    request: () => ({ body: { email: cast.stranger } }),
    // The client shows both the same: a server need not reveal who has an account.
    status: [200, 404],
  });
  await visit.refused('forgotPassword', {
    path: 'without an email',
    request: () => ({ body: { email: '' } }),
  });
  await visit.ok('forgotPassword', {
    after: () => memory.need(found.clinicToken),
    request: () => ({ body: { email } }),
  });
  memory.keep(found.reset, await mail.linkToken(email, 'reset-password'));
  await visit.refused('resetPassword', {
    path: 'with a link of nobody',
    request: () => ({ path: { token: 'made-up' }, body: { password } }),
  });
  await visit.refused('resetPassword', {
    path: 'with a weak password',
    request: () => ({ path: { token: memory.need(found.reset) }, body: { password: 'weak' } }),
  });
  await visit.ok('resetPassword', {
    request: () => ({ path: { token: memory.need(found.reset) }, body: { password } }),
  });
  const session = await visit.ok('login', {
    path: 'ok, with the new password',
    after: () => memory.need(found.reset),
    request: () => ({ body: { email, password } }),
  });
  // The password change may have ended the earlier session.
  memory.keep(found.clinicToken, textIn(session, 'token'));
  await visit.ok('logout', { token: () => memory.need(found.clinicToken) });
  await visit.refused('verifyUser', {
    path: 'after logging out',
    token: () => memory.need(found.clinicToken),
    status: [401],
  });
}
