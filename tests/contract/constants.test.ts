import { specSections } from '@tests/support/sections';
import { describe, expect, it } from 'vitest';
import {
  brokenPasswordRules,
  chatWindow,
  defaultInsuranceOption,
  estimatedPatientCounts,
  frequencyOptions,
  idleLimits,
  initialGridRows,
  noClinicId,
  patientAge,
  providerPhoneMaxLength,
  resendCodeAfter,
  roles,
  scrollToNewRowDelay,
  sectionsByRole,
  serviceCarousel,
  shippingTypes,
  toastAutoClose,
} from '@/contract';

describe('the constants of §9 and §6, typed out by hand', () => {
  it('sizes of the chat window, in pixels', () =>
    expect(chatWindow).toEqual({ default: { width: 320, height: 480 }, min: { width: 200, height: 300 } }));

  it('times: carousel, toasts, the new row, the next code, idleness', () =>
    expect([serviceCarousel, toastAutoClose, scrollToNewRowDelay, resendCodeAfter, idleLimits]).toEqual([
      { autoplay: 3000, speed: 600 },
      5000,
      100,
      30_000,
      { warnAfter: 900_000, stayWithin: 60_000 },
    ]));

  it('limits: provider phone, age, blank rows', () =>
    expect([providerPhoneMaxLength, patientAge, initialGridRows]).toEqual([15, { min: 0, max: 120 }, 10]));

  it('frequencies by value and label', () =>
    expect(frequencyOptions).toEqual([
      { value: '3 Months', label: 'Every 3 Months' },
      { value: '1 Month', label: 'Every 1 Month' },
      { value: 'Yearly', label: 'Every Year' },
      { value: '1 Time', label: '1 Time' },
    ]));

  it('shipping types and patient counts', () => {
    expect(shippingTypes).toEqual(['USPS', 'Overnight']);
    expect(estimatedPatientCounts).toEqual(['1-50', '1-100', '1-500', '1-1000', '1000+']);
  });

  it('roles, the insurance option, the placeholder clinic id, the section keys', () => {
    expect(roles).toEqual({ patient: '0', provider: '1' });
    expect([defaultInsuranceOption, noClinicId]).toEqual(['yes', 'C000']);
    const keysOf = (role: 'provider' | 'patient') => specSections[role].map(([key]) => key);
    expect(sectionsByRole).toEqual({ '1': keysOf('provider'), '0': keysOf('patient') });
  });

  it('every special character that a password may have, and no other', () => {
    for (const special of '@$!%*?&') expect(brokenPasswordRules(`Harbor1${special}`)).toEqual([]);
    for (const other of '#^()-_=+.,;: ') expect(brokenPasswordRules(`Harbor1${other}`)).toHaveLength(1);
  });
});
