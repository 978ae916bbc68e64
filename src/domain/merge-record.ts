import { cleanLines } from '@/contract/clean-text';
import { postalAddress } from '@/contract/fields';
import type { PatientRecord } from '@/contract/patients.contract';

/** The values of a form or a record by field. */
export type Texts = Readonly<Record<string, string>>;

interface Merged<Values> {
  /** The user's values where they were edited, and the server's everywhere else. */
  readonly merged: Values;
  /** The fields that the user and someone else have both changed, to different values. `merged` has the user's. */
  readonly conflicts: readonly (keyof Values)[];
}

/** The names of the address parts in a patient's record; every other record has the names of `postalAddress`. */
export const patientAddress = {
  street: 'patient_street',
  city: 'patient_city',
  postalCode: 'patient_postal_code',
  state: 'patient_state',
  country: 'patient_country',
  addressLine2: 'address_line_2',
} as const satisfies Record<keyof typeof postalAddress, keyof PatientRecord>;

const addressParts = new Set<PropertyKey>([...Object.keys(postalAddress), ...Object.values(patientAddress)]);

/**
 * Merges one record that two people have edited, field by field (§Notes "Dashboard"). The address is one field, because
 * parts of two people's addresses would make one that neither entered. A provider that is set is not the patient's to
 * change (§6).
 *
 * @param base the values that the user's edits started from; a field without one counts as edited
 * @param mine the user's values
 * @param theirs the values that the server has now; other fields are ignored
 * @param sent the values of an earlier save without a response: where the server has them, they are the user's own
 */
export function mergeRecord<Values extends Texts>(
  base: Partial<Values>,
  mine: Values,
  theirs: Values,
  sent: Values | null = null,
): Merged<Values> {
  const fields: (keyof Values)[] = Object.keys(mine);
  const address = fields.filter((field) => addressParts.has(field));
  const others = fields.filter((field) => !addressParts.has(field)).map((field) => [field]);
  const own = fields.filter((field) => sent !== null && isSameText(sent[field], theirs[field]));
  const start = { ...base, ...Object.fromEntries(own.map((field) => [field, theirs[field]])) };
  const conflicts: (keyof Values)[] = [];
  const merged = { ...mine };
  for (const group of [address, ...others]) {
    const differ = (some: Partial<Values>, rest: Partial<Values>) =>
      group.some((field) => !isSameText(some[field], rest[field]));
    const isSet = group.includes('clinicId') && theirs.clinicId !== '';
    if (isSet || !differ(mine, start)) for (const field of group) merged[field] = theirs[field];
    else if (differ(mine, theirs) && differ(theirs, start)) conflicts.push(...group);
  }
  return { merged, conflicts };
}

/** Whether two texts are the same once they are cleaned, as forms send them. */
export const isSameText = (one: string | undefined, other: string | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && cleanLines(one) === cleanLines(other));
