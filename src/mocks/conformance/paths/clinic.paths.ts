import { clinicRequest } from '@/contract/auth.contract';
import { clinicProfilePayload, labPayload } from '@/contract/clinic.contract';
import { declarationOf } from '@/contract/contract';
import { fieldDeviations, isRecord, undeclaredFields } from '@/mocks/conformance/check-answer';
import { type ClinicName, expectThat, keys, type TestContext } from '@/mocks/conformance/test-context';
import { blankFields, textIn } from '@/mocks/conformance/test-run';

/** Operations without sign-in: the chat, the clinics, and the request for a missing clinic (§2, §4). */
export async function publicPaths({ check, memory, data }: TestContext): Promise<void> {
  const after = () => memory.need(keys.chat);
  await check.ok('sendChatMessage', {
    after,
    request: () => ({ body: { message: 'Hello' } }),
    and: (body) => expectThat(textIn(body, 'response')?.trim() !== '', 'response: a text expected'),
  });
  await check.rejected('sendChatMessage', {
    path: 'with a blank message',
    after,
    request: () => ({ body: { message: ' ' } }),
  });
  await check.ok('fetchClinics', {
    path: 'ok, without a token',
    // Anyone can read this list, so it may hold nothing but what §3 names.
    and: (body) =>
      undeclaredFields(declarationOf('fetchClinics').ok.body, body).map((field) => `${field}: not expected`),
  });
  await check.ok('requestClinic', { request: () => ({ body: data.clinicRequest }) });
  await blankFields(check, 'requestClinic', clinicRequest, {
    request: (change) => ({ body: { ...data.clinicRequest, ...change } }),
  });
}

type Lab = TestContext['data']['lab'];

const storedLab = (sent: Lab) => ({
  lab_name: sent.name,
  lab_id_no: sent.labId,
  lab_phone: sent.phoneNo,
  lab_street: sent.street,
  lab_city: sent.city,
  lab_postal_code: sent.postalCode,
  lab_state: sent.state,
  lab_country: sent.country,
  address_line_2: sent.addressLine2,
  instructions: sent.instructions,
});

/** The clinic's profile (§2, §8 "Clinic profile"). */
export async function clinicProfilePaths({ check, memory, data }: TestContext): Promise<void> {
  const token = () => memory.need(keys.token('clinic'));
  const { email, clinicName } = data.clinics.clinic;
  await check.ok('fetchClinicProfile', {
    token,
    and: (body) => fieldDeviations(body, { clinic_email: email }),
  });
  const profile = {
    clinicName: `${clinicName} North`,
    phoneNumber: '+12535550161',
    street: '5 Mill Road',
    city: 'Tacoma',
    postalCode: '98402',
    state: 'OR',
    country: 'United States',
    addressLine2: 'Floor 3',
    patients: '1-100',
  };
  await blankFields(check, 'updateClinicProfile', clinicProfilePayload, {
    token,
    request: (change) => ({ body: { ...profile, ...change } }),
  });
  await check.effect('updateClinicProfile', 'fetchClinicProfile', {
    path: 'a rejected update changes nothing',
    token,
    and: (body) =>
      fieldDeviations(body, { clinic_name: clinicName, phone_number: data.clinics.clinic.phoneNumber }),
  });
  await check.ok('updateClinicProfile', { token, request: () => ({ body: profile }) });
  await check.effect('updateClinicProfile', 'fetchClinicProfile', {
    path: 'stored',
    token,
    and: (body) =>
      fieldDeviations(body, {
        clinic_name: profile.clinicName,
        phone_number: profile.phoneNumber,
        clinic_street: profile.street,
        clinic_city: profile.city,
        clinic_postal_code: profile.postalCode,
        clinic_state: profile.state,
        clinic_country: profile.country,
        address_line_2: profile.addressLine2,
        patient_count: profile.patients,
        clinic_email: email,
      }),
  });
  const other = data.clinics['other clinic'];
  await check.effect('updateClinicProfile', 'fetchClinicProfile', {
    path: 'another clinic stays as is',
    after: token,
    token: () => memory.need(keys.token('other clinic')),
    and: (body) => fieldDeviations(body, { clinic_name: other.clinicName, clinic_city: other.city }),
  });
  await check.effect('updateClinicProfile', 'verifyUser', {
    path: 'the new name',
    token,
    and: (body) => fieldDeviations(body, { user_name: profile.clinicName }),
  });
}

/** Another value for each field of a lab. */
const changedLab: Lab = {
  name: 'Cedar Labs',
  labId: '50D0000002',
  phoneNo: '+12535550188',
  instructions: 'Leave at the desk.',
  street: '8 Mill Road',
  city: 'Tacoma',
  postalCode: '98402',
  state: 'OR',
  country: 'United States',
  addressLine2: 'Floor 4',
};

/** The one lab of each clinic (§2, §8 "Lab"). */
export async function labPaths({ check, memory, data }: TestContext, who: ClinicName): Promise<void> {
  const token = () => memory.need(keys.token(who));
  const lab = { ...data.lab, name: `Pike Labs of the ${who}` };
  await check.ok('fetchLabs', {
    path: `ok, without a lab, of the ${who}`,
    token,
    and: (body) => expectThat(body === null, 'null expected of a clinic without a lab'),
  });
  if (who === 'clinic') {
    await check.rejected('updateLab', {
      path: 'without a lab',
      token,
      request: () => ({ body: lab }),
      status: [400, 404, 409],
    });
    await blankFields(check, 'addLab', labPayload, {
      token,
      request: (change) => ({ body: { ...lab, ...change } }),
    });
    await check.effect('addLab', 'fetchLabs', {
      path: 'a rejected lab is not stored',
      token,
      and: (body) => expectThat(body === null, 'null expected'),
    });
  }
  await check.ok('addLab', { path: `ok, of the ${who}`, token, request: () => ({ body: lab }) });
  await check.effect('addLab', 'fetchLabs', {
    path: `stored, of the ${who}`,
    token,
    and: (body) => fieldDeviations(body, storedLab(lab)),
  });
  if (who === 'other clinic') {
    await check.ok('updateLab', { path: 'ok, of the other clinic', token, request: () => ({ body: lab }) });
    for (const write of ['addLab', 'updateLab'] as const) {
      await check.effect(write, 'fetchLabs', {
        path: 'the lab of another clinic stays as is',
        after: token,
        token: () => memory.need(keys.token('clinic')),
        and: (body) => fieldDeviations(body, storedLab(changedLab)),
      });
    }
    return;
  }
  await blankFields(check, 'updateLab', labPayload, {
    token,
    request: (change) => ({ body: { ...changedLab, ...change } }),
  });
  await check.effect('updateLab', 'fetchLabs', {
    path: 'a rejected update changes nothing',
    token,
    and: (body) => fieldDeviations(body, storedLab(lab)),
  });
  await check.ok('updateLab', { token, request: () => ({ body: changedLab }) });
  await check.effect('updateLab', 'fetchLabs', {
    path: 'stored',
    token,
    and: (body) => fieldDeviations(body, storedLab(changedLab)),
  });
  await check.ok('fetchLabs', { token });
}

/** The card of a clinic, by a hosted checkout (§2, §8 "Payment"). */
export async function billingPaths({ check, memory, pay }: TestContext, who: ClinicName): Promise<void> {
  const token = () => memory.need(keys.token(who));
  const hasCard = (expected: boolean) => (body: unknown) =>
    expectThat(
      isRecord(body) && body.hasPaymentDetails === expected,
      `hasPaymentDetails: ${expected} expected`,
    );
  await check.ok('checkPaymentDetails', {
    path: `ok, without a card, of the ${who}`,
    token,
    and: hasCard(false),
  });
  const session = await check.ok('createCheckoutSession', {
    path: `ok, of the ${who}`,
    token,
    request: () => ({ body: {} }),
  });
  const sessionId = textIn(session, 'sessionId');
  memory.store(keys.checkout(who), sessionId);
  const paid = (name: string) => () => ({ query: { session_id: memory.need(name) } });
  if (who === 'clinic') {
    await check.denied('verifyPaymentSession', {
      path: 'of an unknown session',
      request: () => ({ query: { session_id: 'cs_test_unknown' } }),
    });
  }
  await check.declined('verifyPaymentSession', {
    path: `of a session not paid, of the ${who}`,
    request: paid(keys.checkout(who)),
  });
  await check.effect('verifyPaymentSession', 'checkPaymentDetails', {
    path: `a session not paid stores no card, of the ${who}`,
    after: () => memory.need(keys.checkout(who)),
    token,
    and: hasCard(false),
  });
  if (sessionId !== undefined && (await pay(sessionId))) memory.store(keys.paidCheckout(who), sessionId);
  const verified = (path: string) =>
    check.ok('verifyPaymentSession', { path, request: paid(keys.paidCheckout(who)) });
  await verified(`ok, of the ${who}`);
  // The page verifies again when it is reloaded.
  await verified(`ok, a second time, of the ${who}`);
  await check.effect('verifyPaymentSession', 'checkPaymentDetails', {
    path: `the card is stored, of the ${who}`,
    after: () => memory.need(keys.paidCheckout(who)),
    token,
    and: hasCard(true),
  });
}
