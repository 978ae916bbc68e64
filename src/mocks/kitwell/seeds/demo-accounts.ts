/** The accounts of a fresh mock backend, listed on the login page of a mock build. */
export const demoAccounts = [
  {
    role: 'provider',
    label: 'provider',
    email: 'provider@kitwell.test',
    password: 'Provider1!',
    name: 'Harbor Street Clinic',
  },
  {
    role: 'patient',
    label: 'patient',
    email: 'patient@kitwell.test',
    password: 'Patient1!',
    name: 'Robin Ellis',
  },
] as const;

export type DemoRole = (typeof demoAccounts)[number]['role'];

export const [demoProvider, demoPatient] = demoAccounts;

/** Always accepted for addresses ending in `magicCodeDomain`. */
export const magicCode = '424242';
export const magicCodeDomain = '@kitwell.test';
