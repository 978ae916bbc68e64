import { ignoredBody, silent, text } from '@kitwell/mock-engine/declaration';
import * as z from '@/contract/zod';
import { clinicProfile, lab } from './entities';
import { postalAddress, requiredLines, requiredText } from './fields';
import { everyFailure, operation } from './operation';

/** The clinic's profile and its one sample-testing lab (§7, §8). */

export const labPayload = z.object({
  name: requiredText,
  labId: requiredText,
  phoneNo: requiredText,
  ...postalAddress,
  instructions: requiredLines,
});
export type LabPayload = z.output<typeof labPayload>;

export const clinicProfilePayload = z.object({
  phoneNumber: requiredText,
  clinicName: requiredText,
  ...postalAddress,
  patients: requiredText,
});
export type ClinicProfilePayload = z.output<typeof clinicProfilePayload>;

const labError = text('Server error, please try again later!');

export const clinicContract = {
  fetchLabs: operation({
    operation: 'GET /clinic/fetch-labs',
    auth: 'required',
    role: 'provider',
    host: 'api',
    ok: { status: 200, body: z.nullable(lab) },
    notices: { ok: silent, ...everyFailure(silent) },
    toasts: 'top-center',
    reads: ['Lab'],
  }),
  addLab: operation({
    operation: 'POST /clinic/add-lab',
    auth: 'required',
    role: 'provider',
    host: 'api',
    body: labPayload,
    ok: { status: 200, body: ignoredBody },
    notices: {
      ok: text('Lab added successfully'),
      otherStatus: text('Error adding lab, please try again later!'),
      noResponse: labError,
      thrown: labError,
    },
    toasts: 'top-center',
    writes: ['Lab'],
    // A clinic has one lab, which is fetched to see whether it is this one.
    existsAlready: (status) => [400, 409, 422].includes(status),
  }),
  updateLab: operation({
    operation: 'PUT /clinic/update-lab',
    auth: 'required',
    role: 'provider',
    host: 'api',
    body: labPayload,
    ok: { status: 200, body: ignoredBody },
    errorResponses: { 404: { example: 'There is no lab yet' } },
    notices: {
      ok: text('Lab updated successfully'),
      otherStatus: text('Error updating lab, please try again later!'),
      noResponse: labError,
      thrown: labError,
    },
    toasts: 'top-center',
    writes: ['Lab'],
  }),
  fetchClinicProfile: operation({
    operation: 'GET /clinic/fetch-clinic-profile',
    auth: 'required',
    role: 'provider',
    host: 'api',
    ok: { status: 200, body: clinicProfile },
    notices: { ok: silent, ...everyFailure(silent) },
    toasts: 'top-center',
    reads: ['ClinicProfile'],
  }),
  updateClinicProfile: operation({
    operation: 'POST /clinic/update-clinic-profile',
    auth: 'required',
    role: 'provider',
    host: 'api',
    body: clinicProfilePayload,
    ok: { status: 200, body: ignoredBody },
    notices: {
      ok: text('Profile updated successfully'),
      otherStatus: text('Error updating profile'),
      noResponse: text('Server error'),
      thrown: text('Server error'),
    },
    toasts: 'top-center',
    writes: ['ClinicProfile', 'Session', 'Clinics'],
  }),
} as const;
