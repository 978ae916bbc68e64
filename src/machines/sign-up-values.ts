import type { PatientSignup, ProviderSignup, SignUpProgress, StoreCustomer } from '@/contract';

export type SignUpKind = 'provider' | 'patient';

/** The values of a filled-in sign-up form; `signup` is the payload of the account call. */
export type SignUpValues =
  | { readonly kind: 'provider'; readonly signup: ProviderSignup }
  | { readonly kind: 'patient'; readonly signup: PatientSignup };

/** Splits a provider's name at its first space; a one-word name has no last name (SPEC §3, SPEC-NOTES). */
export function splitProviderName(name: string): { firstName: string; lastName: string } {
  const typed = name.trim();
  const space = typed.indexOf(' ');
  return space === -1
    ? { firstName: typed, lastName: '' }
    : { firstName: typed.slice(0, space), lastName: typed.slice(space + 1).trim() };
}

/** Returns the payload of `POST /auth/send-otp` (SPEC §7). */
export const codeRequestOf = ({ kind, signup }: SignUpValues): { email: string; phoneNumber: string } => ({
  email: signup.email,
  phoneNumber: kind === 'provider' ? signup.phoneNumber : signup.phone,
});

/** Returns the store customer, which is created before the account (SPEC §3). */
export function storeCustomerOf({ kind, signup }: SignUpValues): StoreCustomer {
  const { email, password } = signup;
  if (kind === 'patient') {
    const { firstName, lastName, phone } = signup;
    return { tag: 'patient', firstName, lastName, email, phone, password };
  }
  return {
    tag: 'provider',
    ...splitProviderName(signup.clinicName),
    email,
    phone: signup.phoneNumber,
    password,
    acceptsMarketing: true,
    address1: signup.street,
    city: signup.city,
    province: signup.state,
    country: signup.country,
    zip: signup.postalCode,
  };
}

/** Returns the values that may be stored, which never include the password (SPEC-NOTES). */
export function storableValues({ signup }: SignUpValues): SignUpProgress['values'] {
  const { password: _, ...rest } = signup;
  return rest;
}
