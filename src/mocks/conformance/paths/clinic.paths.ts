import { isRecord } from '@/mocks/conformance/check-answer';
import { expectThat, found, type TestContext } from '@/mocks/conformance/test-context';
import { textIn } from '@/mocks/conformance/test-run';

/** Operations without sign-in: the chat, the clinics, and the request for a missing clinic (SPEC §2, §4). */
export async function publicPaths({ check, memory, data }: TestContext): Promise<void> {
  const after = () => memory.need(found.chat);
  await check.ok('sendChatMessage', { after, request: () => ({ body: { message: 'Hello' } }) });
  await check.rejected('sendChatMessage', {
    path: 'with a blank message',
    after,
    request: () => ({ body: { message: ' ' } }),
  });
  await check.ok('fetchClinics', { path: 'ok, without a token' });
  const request = {
    clinicName: data.clinic.clinicName,
    clinicEmail: data.stranger,
    clinicAddress: '1 Example Street, Seattle',
    clinicPhone: '+12065550100',
  };
  await check.ok('requestClinic', { request: () => ({ body: request }) });
  await check.rejected('requestClinic', {
    path: 'without a name',
    request: () => ({ body: { ...request, clinicName: '' } }),
  });
}

/** Profile, lab, kits and card of the clinic (SPEC §2, §8 "Lab", "Clinic profile", "Payment"). */
export async function clinicPaths({ check, memory, data, pay }: TestContext): Promise<void> {
  const token = () => memory.need(found.clinicToken);
  const hasName = (name: string) => (body: unknown) =>
    expectThat(textIn(body, 'clinic_name') === name, `clinic_name: ${JSON.stringify(name)} expected`);
  await check.ok('fetchClinicProfile', { token, and: hasName(data.clinic.clinicName) });
  const { email: _, password: __, ...known } = data.clinic;
  const profile = { ...known, patients: '1-100' };
  await check.rejected('updateClinicProfile', {
    path: 'without a city',
    token,
    request: () => ({ body: { ...profile, city: '' } }),
  });
  await check.ok('updateClinicProfile', { token, request: () => ({ body: profile }) });
  await check.ok('fetchClinicProfile', {
    path: 'ok, after an update',
    token,
    and: (body) =>
      expectThat(textIn(body, 'patient_count') === '1-100', 'patient_count: what was sent expected'),
  });

  await check.ok('fetchLabs', {
    path: 'ok, without a lab',
    token,
    and: (body) => expectThat(body === null, 'null expected of a clinic without a lab'),
  });
  await check.rejected('updateLab', {
    path: 'without a lab',
    token,
    request: () => ({ body: data.lab }),
    status: [400, 404],
  });
  await check.rejected('addLab', {
    path: 'without a name',
    token,
    request: () => ({ body: { ...data.lab, name: '' } }),
  });
  await check.ok('addLab', { token, request: () => ({ body: data.lab }) });
  await check.ok('updateLab', { token, request: () => ({ body: { ...data.lab, city: 'Tacoma' } }) });
  await check.ok('fetchLabs', {
    token,
    and: (body) =>
      expectThat(
        textIn(body, 'lab_name') === data.lab.name && textIn(body, 'lab_city') === 'Tacoma',
        'the lab as it was stored expected',
      ),
  });

  const kits = await check.ok('fetchProducts', {
    token,
    and: (body) => expectThat(Array.isArray(body) && body.length > 0, 'at least one kit expected'),
  });
  memory.keep(found.kit, textIn(Array.isArray(kits) ? kits[0] : undefined, 'id'));
  await billingPaths({ check, memory, pay });
}

async function billingPaths({ check, memory, pay }: Pick<TestContext, 'check' | 'memory' | 'pay'>) {
  const token = () => memory.need(found.clinicToken);
  const hasCard = (wanted: boolean) => (body: unknown) =>
    expectThat(isRecord(body) && body.hasPaymentDetails === wanted, `hasPaymentDetails: ${wanted} expected`);
  await check.ok('checkPaymentDetails', { path: 'ok, without a card', token, and: hasCard(false) });
  const session = await check.ok('createCheckoutSession', { token, request: () => ({ body: {} }) });
  memory.keep(found.checkout, textIn(session, 'sessionId'));
  const paid = (name: string) => () => ({ query: { session_id: memory.need(name) } });
  await check.rejected('verifyPaymentSession', {
    path: 'of an unknown session',
    request: () => ({ query: { session_id: 'cs_test_unknown' } }),
  });
  await check.declined('verifyPaymentSession', {
    path: 'of a session not paid',
    request: paid(found.checkout),
  });
  const sessionId = textIn(session, 'sessionId');
  if (sessionId !== undefined && (await pay(sessionId))) memory.keep(found.paidCheckout, sessionId);
  await check.ok('verifyPaymentSession', { request: paid(found.paidCheckout) });
  await check.ok('checkPaymentDetails', {
    after: () => memory.need(found.paidCheckout),
    token,
    and: hasCard(true),
  });
}
