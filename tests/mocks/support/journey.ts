import { expect } from 'vitest';
import * as sample from '@/mocks/conformance/sample-data';
import type { MockServer } from '@/mocks/node';
import { apiOf } from './api';

/** The steps of the main job as API calls. */
export function journeyOn(mock: MockServer) {
  const call = apiOf(mock);

  /** The code in the newest mail to this address. */
  async function codeFor(email: string): Promise<string> {
    const { code } = await mock.mail.waitFor({ to: email, kind: 'otp' });
    return code ?? '';
  }

  /** The token at the end of the newest link of a kind. */
  async function linkToken(to: string, kind: 'confirm-address' | 'reset-password'): Promise<string> {
    const { link } = await mock.mail.waitFor({ to, kind });
    return new URL(link ?? '').pathname.split('/').at(-1) ?? '';
  }

  async function verifyEmail(email: string) {
    expect(await call('sendOtp', { body: { email, phoneNumber: '+12065550133' } })).toMatchObject({
      status: 200,
    });
    const otp = await codeFor(email);
    expect((await call('verifyOtp', { body: { email, otp } })).body).toMatchObject({ success: true });
  }

  async function login(email: string, password: string): Promise<string> {
    const { status, body } = await call('login', { body: { email, password } });
    expect(status).toBe(200);
    return String(body.token);
  }

  async function saveCard(token: string): Promise<string> {
    const { body } = await call('createCheckoutSession', { body: {} }, { token });
    const session_id = String(body.sessionId);
    await mock.db.patch('checkouts', session_id, { status: 'paid' });
    expect((await call('verifyPaymentSession', { query: { session_id } })).body).toMatchObject({
      success: true,
    });
    return session_id;
  }

  return {
    call,
    codeFor,
    linkToken,
    verifyEmail,
    login,
    saveCard,
    /** Signs up a clinic and signs it in. */
    async signUpClinic(): Promise<string> {
      await verifyEmail(sample.providerSignup.email);
      expect(await call('createCustomer', { body: sample.providerCustomer })).toMatchObject({ status: 201 });
      expect(await call('clinicSignup', { body: sample.providerSignup })).toMatchObject({ status: 201 });
      return login(sample.providerSignup.email, sample.providerSignup.password);
    },
    /** Signs up a patient of the given clinic and signs them in. */
    async signUpPatient(clinicId: string): Promise<string> {
      await verifyEmail(sample.patientSignup.email);
      expect(await call('createCustomer', { body: sample.patientCustomer })).toMatchObject({ status: 201 });
      const body = { ...sample.patientSignup, clinicId };
      expect(await call('patientSignup', { body })).toMatchObject({ status: 201 });
      return login(sample.patientSignup.email, sample.patientSignup.password);
    },
    async patients(token: string): Promise<Record<string, unknown>[]> {
      return (await call('fetchPatients', undefined, { token })).body as unknown as Record<string, unknown>[];
    },
  };
}
