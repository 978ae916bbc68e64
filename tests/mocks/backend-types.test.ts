import { describe, expectTypeOf, it } from 'vitest';
import { SoftFail } from '@/mocks/engine/backend';
import { backend } from '@/mocks/kitwell/rules/backend';
import type { Backend, Resolver } from '@/mocks/kitwell/rules/rules';
import type { Caller } from '@/mocks/kitwell/tables';

describe('the type of the mock backend follows the contract', () => {
  it('rejects a backend that lacks an operation', () => {
    const { login: _, ...rest } = backend;
    // @ts-expect-error login is missing
    const lacking: Backend = rest;
    void lacking;
  });

  it('rejects an answer of the wrong shape', () => {
    // @ts-expect-error the contract says `token`
    const login: Resolver<'login'> = () => ({ tok: 'abc' });
    // @ts-expect-error a patient's id is a number here
    const list: Resolver<'fetchPatients'> = () => [{ patient_id: 'P-1', id: 'P-1' }];
    void [login, list];
  });

  it('lets an operation fail softly only where the contract does', () => {
    const verify: Resolver<'verifyOtp'> = () => new SoftFail('no');
    // @ts-expect-error login has no `success`
    const login: Resolver<'login'> = () => new SoftFail('no');
    void [verify, login];
  });

  it('gives a rule a caller exactly where the contract asks for a token', () => {
    expectTypeOf<Parameters<Resolver<'fetchPatients'>>[0]['caller']>().toEqualTypeOf<Caller>();
    expectTypeOf<Parameters<Resolver<'fetchClinics'>>[0]['caller']>().toEqualTypeOf<Caller | null>();
    expectTypeOf<Parameters<Resolver<'login'>>[0]['caller']>().toEqualTypeOf<null>();
  });
});
