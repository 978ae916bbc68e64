import { describe, expect, it } from 'vitest';
import { createMockServer } from '@/mocks/node';
import { catalogue } from './catalogue';
import { billingDrivers } from './drivers/billing';
import { bookingDrivers } from './drivers/booking';
import { chatDrivers } from './drivers/chat';
import { clinicDrivers } from './drivers/clinic';
import { ordersDrivers } from './drivers/orders';
import { patientsDrivers } from './drivers/patients';
import { profileDrivers } from './drivers/profile';
import { signInDrivers } from './drivers/sign-in';
import { signUpDrivers } from './drivers/sign-up';

const operations = createMockServer().operations();
const sorted = (names: readonly string[]) => [...names].sort();

describe('the catalogue of SPEC §8', () => {
  it('has a row for every branch of every call, and for nothing else', () => {
    const written = Object.entries(catalogue).map(([operation, { rows }]) => [
      operation,
      sorted(Object.keys(rows)),
    ]);
    const answered = operations.map(({ operation, branches }) => [operation, sorted(branches)]);
    expect(Object.fromEntries(written)).toEqual(Object.fromEntries(answered));
  });

  it('is walked on a real screen for every call', () => {
    const driven = {
      ...billingDrivers,
      ...bookingDrivers,
      ...chatDrivers,
      ...clinicDrivers,
      ...ordersDrivers,
      ...patientsDrivers,
      ...profileDrivers,
      ...signInDrivers,
      ...signUpDrivers,
    };
    expect(sorted(Object.keys(driven))).toEqual(sorted(operations.map(({ operation }) => operation)));
  });
});
