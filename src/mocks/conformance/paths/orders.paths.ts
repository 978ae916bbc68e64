import { expectThat, found, type TestContext } from '@/mocks/conformance/test-context';
import { recordIn, textIn } from '@/mocks/conformance/test-run';

/** From the cart to the mailed link (SPEC §8 "Order", "Authorize"). */
export async function orderPaths({ check, memory, data, mail }: TestContext): Promise<void> {
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
  await check.rejected('requestAddressConfirmation', {
    path: 'for a patient not authorized',
    after: paid,
    token,
    request: order({}),
    status: [403],
  });
  await check.rejected('authenticatePatients', {
    path: 'without patients',
    token,
    request: authorize(() => []),
  });
  await check.ok('authenticatePatients', { token, request: authorize(() => [memory.need(found.patientId)]) });
  await check.ok('fetchPatients', {
    path: 'ok, after authorizing',
    after: () => memory.need(found.patientId),
    token,
    and: (body) =>
      expectThat(
        recordIn(body, 'patient_email', data.importRow.email)?.authorized === 1,
        'authorized: 1 expected',
      ),
  });
  await check.rejected('requestAddressConfirmation', {
    path: 'without a frequency',
    token,
    request: order({ frequency: '' }),
  });
  await check.ok('requestAddressConfirmation', {
    after: paid,
    token,
    request: order({}),
    and: (body) =>
      expectThat(textIn(body, 'message') !== undefined, 'message is missing: the user is to read it'),
  });
  memory.keep(found.confirmation, await mail.linkToken(data.importRow.email, 'confirm-address'));
}

/** The patient's own profile, address and kit (SPEC §8 "Address confirm", "Patient profile"). */
export async function patientPaths(context: TestContext): Promise<void> {
  const { check, memory, data } = context;
  const token = () => memory.need(found.patientToken);
  const asProvider = () => memory.need(found.clinicToken);
  const notAllowed = [401, 403];
  await check.rejected('fetchPatients', { path: 'by a patient', token, status: notAllowed });
  await check.rejected('fetchPatientProfile', {
    path: 'by a provider',
    token: asProvider,
    status: notAllowed,
  });
  const declined = { token, request: () => ({ body: { orderId: null } }) };
  await check.declined('trackKitStatus', {
    path: 'without an order',
    ...declined,
    message: 'Order not placed',
  });

  const profile = (change: Record<string, string>) => () => ({
    body: {
      name: 'Ada Park',
      phone: '+12065550133',
      age: '29',
      ...data.address,
      shippingType: 'USPS',
      frequency: '1 Month',
      kitType: memory.need(found.kit),
      clinicId: '',
      ...change,
    },
  });
  await check.rejected('updatePatientProfile', {
    path: 'without a city',
    token,
    request: profile({ city: '' }),
  });
  await check.rejected('updatePatientProfile', {
    path: 'with an age of 121',
    token,
    request: profile({ age: '121' }),
  });
  await check.ok('updatePatientProfile', { token, request: profile({ city: 'Olympia' }) });
  await check.ok('fetchPatientProfile', {
    token,
    and: (body) =>
      expectThat(textIn(body, 'patient_city') === 'Olympia', 'patient_city: what was sent expected'),
  });

  const confirm = () => ({ body: { token: memory.need(found.confirmation) } });
  await check.rejected('confirmAddress', {
    path: 'with a link of nobody',
    request: () => ({ body: { token: 'made-up' } }),
  });
  await check.ok('confirmAddress', { request: confirm });
  await check.rejected('confirmAddress', { path: 'with a used link', request: confirm });
  const ordered = await check.ok('fetchPatientProfile', {
    path: 'ok, with an order',
    after: () => memory.need(found.confirmation),
    token,
    and: (body) => expectThat(textIn(body, 'order_id') !== undefined, 'order_id: an order expected'),
  });
  memory.keep(found.order, textIn(ordered, 'order_id'));
  await check.ok('trackKitStatus', {
    token,
    request: () => ({ body: { orderId: memory.need(found.order) } }),
  });
  await check.rejected('requestAddressConfirmation', {
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
export async function farewellPaths({ check, memory, data, mail }: TestContext): Promise<void> {
  const { email } = data.clinic;
  const password = 'Another1!y';
  await check.rejected('forgotPassword', {
    path: 'of nobody',
    request: () => ({ body: { email: data.stranger } }),
    // The client shows both the same: a server need not reveal who has an account.
    status: [200, 404],
  });
  await check.rejected('forgotPassword', {
    path: 'without an email',
    request: () => ({ body: { email: '' } }),
  });
  await check.ok('forgotPassword', {
    after: () => memory.need(found.clinicToken),
    request: () => ({ body: { email } }),
  });
  memory.keep(found.reset, await mail.linkToken(email, 'reset-password'));
  await check.rejected('resetPassword', {
    path: 'with a link of nobody',
    request: () => ({ path: { token: 'made-up' }, body: { password } }),
  });
  await check.rejected('resetPassword', {
    path: 'with a weak password',
    request: () => ({ path: { token: memory.need(found.reset) }, body: { password: 'weak' } }),
  });
  await check.ok('resetPassword', {
    request: () => ({ path: { token: memory.need(found.reset) }, body: { password } }),
  });
  const logIn = (path: string) =>
    check.ok('login', {
      path,
      after: () => memory.need(found.reset),
      request: () => ({ body: { email, password } }),
    });
  // The password change may have ended the earlier session.
  memory.keep(found.clinicToken, textIn(await logIn('ok, with the new password'), 'token'));
  await check.ok('logout', { token: () => memory.need(found.clinicToken) });
  await check.rejected('verifyUser', {
    path: 'after logging out',
    token: () => memory.need(found.clinicToken),
    status: [401],
  });
  memory.keep(found.clinicToken, textIn(await logIn('ok, after logging out'), 'token'));
}
