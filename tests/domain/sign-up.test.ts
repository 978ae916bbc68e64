import { patientSignUp, providerSignUp } from '@tests/support/sign-up-values';
import { describe, expect, it } from 'vitest';
import { splitProviderName, storeCustomerOf } from '@/domain/sign-up';

describe('the store customer', () => {
  it.each([
    ['Bay Area Clinic', { firstName: 'Bay', lastName: 'Area Clinic' }],
    ['Mayo', { firstName: 'Mayo', lastName: '' }],
    [' North  Side ', { firstName: 'North', lastName: 'Side' }],
  ])('splits the provider name %j on its first space', (name, split) => {
    expect(splitProviderName(name)).toEqual(split);
  });

  it('of a patient has the name and phone of the form', () => {
    const customer = storeCustomerOf(patientSignUp());
    expect(customer).toEqual({
      tag: 'patient',
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      phone: '+15550100',
      password: 'Secret1!',
    });
  });

  it("carries a provider's address and consent", () => {
    const customer = storeCustomerOf(providerSignUp);
    expect(customer).toEqual({
      tag: 'provider',
      firstName: 'Bay',
      lastName: 'Clinic',
      email: 'desk@clinic.test',
      phone: '15550177',
      password: 'Secret1!',
      acceptsMarketing: true,
      address1: '1 Main St',
      city: 'Albany',
      province: 'NY',
      country: 'USA',
      zip: '01234',
    });
  });
});
