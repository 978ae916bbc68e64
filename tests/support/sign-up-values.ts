import { clinicId } from '@/contract';
import type { SignUpValues } from '@/domain/sign-up';

/** A patient's sign-up form, filled in. */
export const patientSignUp = (email = 'ada@example.com', phone = '+15550100'): SignUpValues => ({
  kind: 'patient',
  signup: {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email,
    phone,
    password: 'Secret1!',
    insuranceOption: 'yes',
    clinicId: clinicId.parse('C001'),
  },
});

/** A provider's sign-up form, filled in. */
export const providerSignUp: SignUpValues = {
  kind: 'provider',
  signup: {
    email: 'desk@clinic.test',
    password: 'Secret1!',
    clinicName: 'Bay Clinic',
    street: '1 Main St',
    city: 'Albany',
    postalCode: '01234',
    state: 'NY',
    country: 'USA',
    phoneNumber: '15550177',
    addressLine2: 'Floor 2',
  },
};
