import { isRecord } from '@/mocks/conformance/check-answer';
import { expectThat, found, type Stage } from '@/mocks/conformance/paths/case-context';
import { textIn } from '@/mocks/conformance/test-run';

/** Operations without sign-in: the chat, the clinics, and the request for a missing clinic (SPEC §2, §4). */
export async function publicPaths({ visit, memory, cast }: Stage): Promise<void> {
  const after = () => memory.need(found.chat);
  await visit.ok('sendChatMessage', { after, request: () => ({ body: { message: 'Hello' } }) });
  await visit.refused('sendChatMessage', {
    path: 'with a blank message',
    after,
    request: () => ({ body: { message: ' ' } }),
  });
  await visit.ok('fetchClinics', { path: 'ok, without a token' });
  const request = {
    clinicName: cast.clinic.clinicName,
    clinicEmail: cast.stranger,
    clinicAddress: '1 Example Street, Seattle',
    clinicPhone: '+12065550100',
  };
  await visit.ok('requestClinic', { request: () => ({ body: request }) });
  await visit.refused('requestClinic', {
    path: 'without a name',
    request: () => ({ body: { ...request, clinicName: '' } }),
  });
}

/** Profile, lab, kits and card of the clinic (SPEC §2, §8 "Lab", "Clinic profile", "Payment"). */
export async function clinicPaths({ visit, memory, cast, pay }: Stage): Promise<void> {
  const token = () => memory.need(found.clinicToken);
  const saysName = (name: string) => (body: unknown) =>
    expectThat(textIn(body, 'clinic_name') === name, `clinic_name: ${JSON.stringify(name)} expected`);
  await visit.ok('fetchClinicProfile', { token, and: saysName(cast.clinic.clinicName) });
  const { email: _, password: __, ...known } = cast.clinic;
  const profile = { ...known, patients: '1-100' };
  await visit.refused('updateClinicProfile', {
    path: 'without a city',
    token,
    request: () => ({ body: { ...profile, city: '' } }),
  });
  await visit.ok('updateClinicProfile', { token, request: () => ({ body: profile }) });
  await visit.ok('fetchClinicProfile', {
    path: 'ok, after an update',
    token,
    and: (body) =>
      expectThat(textIn(body, 'patient_count') === '1-100', 'patient_count: what was sent expected'),
  });

  await visit.ok('fetchLabs', {
    path: 'ok, without a lab',
    token,
    and: (body) => expectThat(body === null, 'null expected of a clinic without a lab'),
  });
  await visit.refused('updateLab', {
    path: 'without a lab',
    token,
    request: () => ({ body: cast.lab }),
    status: [400, 404],
  });
  await visit.refused('addLab', {
    path: 'without a name',
    token,
    request: () => ({ body: { ...cast.lab, name: '' } }),
  });
  await visit.ok('addLab', { token, request: () => ({ body: cast.lab }) });
  await visit.ok('updateLab', { token, request: () => ({ body: { ...cast.lab, city: 'Tacoma' } }) });
  await visit.ok('fetchLabs', {
    token,
    and: (body) =>
      expectThat(
        textIn(body, 'lab_name') === cast.lab.name && textIn(body, 'lab_city') === 'Tacoma',
        'the lab as it was stored expected',
      ),
  });

  const kits = await visit.ok('fetchProducts', {
    token,
    and: (body) => expectThat(Array.isArray(body) && body.length > 0, 'at least one kit expected'),
  });
  memory.keep(found.kit, textIn(Array.isArray(kits) ? kits[0] : undefined, 'id'));
  await billingPaths({ visit, memory, pay });
}

async function billingPaths({ visit, memory, pay }: Pick<Stage, 'visit' | 'memory' | 'pay'>) {
  const token = () => memory.need(found.clinicToken);
  const hasCard = (wanted: boolean) => (body: unknown) =>
    expectThat(isRecord(body) && body.hasPaymentDetails === wanted, `hasPaymentDetails: ${wanted} expected`);
  await visit.ok('checkPaymentDetails', { path: 'ok, without a card', token, and: hasCard(false) });
  const session = await visit.ok('createCheckoutSession', { token, request: () => ({ body: {} }) });
  memory.keep(found.checkout, textIn(session, 'sessionId'));
  const paid = (name: string) => () => ({ query: { session_id: memory.need(name) } });
  await visit.refused('verifyPaymentSession', {
    path: 'of an unknown session',
    request: () => ({ query: { session_id: 'cs_test_unknown' } }),
  });
  await visit.declined('verifyPaymentSession', {
    path: 'of a session not paid',
    request: paid(found.checkout),
  });
  const sessionId = textIn(session, 'sessionId');
  if (sessionId !== undefined && (await pay(sessionId))) memory.keep(found.paidCheckout, sessionId);
  await visit.ok('verifyPaymentSession', { request: paid(found.paidCheckout) });
  await visit.ok('checkPaymentDetails', {
    after: () => memory.need(found.paidCheckout),
    token,
    and: hasCard(true),
  });
}
