import { faker } from '@faker-js/faker/locale/en';
import { frequencyOptions, shippingTypes } from '@/contract/constants';
import type { TableRow } from '@/mocks/kitwell/tables';
import { kits } from './kits';

type PatientRow = TableRow<'patients'>;

const places = [
  ['Seattle', 'WA', '98101'],
  ['Portland', 'OR', '97205'],
  ['San Francisco', 'CA', '94103'],
  ['Denver', 'CO', '80202'],
  ['Austin', 'TX', '78701'],
  ['Chicago', 'IL', '60605'],
  ['Boston', 'MA', '02108'],
  ['New York', 'NY', '10011'],
  ['Atlanta', 'GA', '30303'],
  ['Miami', 'FL', '33130'],
  ['Newark', 'NJ', '07102'],
  ['Phoenix', 'AZ', '85004'],
] as const;

const areaCodes = ['206', '503', '415', '303', '512', '312', '617', '212', '404', '305'];

/** Seeded people. Names and streets come from small pools, because faker would take seconds for 10,000 patients. */
export function createPeople(seed: number) {
  faker.seed(seed);
  const pool = (size: number, make: () => string) => faker.helpers.uniqueArray(make, size);
  const firstNames = pool(160, () => faker.person.firstName());
  const lastNames = pool(240, () => faker.person.lastName());
  const streets = pool(120, () => faker.location.street());
  const start = faker.number.int({ min: 1, max: 2 ** 31 - 1 });
  const taken = new Set<string>();

  let state = start;
  const below = (limit: number) => {
    // xorshift32
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T;

  /** Unique, and on a reserved domain. */
  function emailOf(first: string, last: string): string {
    const plain = `${first}.${last}`.toLowerCase().replaceAll(/[^a-z.-]/g, '');
    let name = plain;
    for (let count = 2; taken.has(name); count += 1) name = `${plain}${count}`;
    taken.add(name);
    return `${name}@example.com`;
  }

  /** A fictional number; 555-0100 to 555-0199 are reserved for that. */
  const phone = () => `+1 ${pick(areaCodes)} 555 01${String(below(100)).padStart(2, '0')}`;

  function address() {
    const [city, state_, postalCode] = pick(places);
    return {
      patient_street: `${100 + below(9800)} ${pick(streets)}`,
      patient_city: city,
      patient_state: state_,
      patient_postal_code: postalCode,
      patient_country: 'USA',
      address_line_2: below(5) === 0 ? `Apt ${1 + below(40)}` : null,
    };
  }

  return {
    phone,
    below,
    /** Patient number `position` (from 1) of a clinic, not authorized. */
    patient(position: number, clinicId: string): PatientRow {
      const first = pick(firstNames);
      const last = pick(lastNames);
      return {
        patient_id: `P-${1000 + position}`,
        id: 5000 + position,
        clinic_id: clinicId,
        account_id: null,
        patient_name: `${first} ${last}`,
        patient_email: emailOf(first, last),
        patient_phone: phone(),
        patient_age: 18 + below(52),
        ...address(),
        authorized: 0,
        shipping_type: pick(shippingTypes),
        frequency: pick(frequencyOptions).value,
        kit_type: pick(kits).id,
      };
    },
  };
}

export type People = ReturnType<typeof createPeople>;
