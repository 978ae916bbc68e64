import { describe, expect, it } from 'vitest';
import { type Address, addressLine } from '@/lib/address/address';

const boston: Address = {
  street: '12 Pine Street',
  addressLine2: '',
  city: 'Boston',
  state: 'MA',
  postalCode: '02108',
  country: 'United States',
};

describe('an address on one line', () => {
  it.each<[string, Partial<Address>, string]>([
    ['has all parts', {}, '12 Pine Street, Boston, MA 02108, United States'],
    ['leaves out blank parts', { state: ' ', country: '' }, '12 Pine Street, Boston, 02108'],
    ['is empty without any', { street: '', city: '', state: '', postalCode: '', country: '' }, ''],
    [
      'has the parts once where the street holds the formatted address',
      { street: '12 Pine Street, Boston, MA 02108, USA', addressLine2: 'Apt 4' },
      '12 Pine Street, Apt 4, Boston, MA 02108, United States',
    ],
    [
      'has a street of several parts before the formatted address',
      { street: '12 Pine Street, Unit 4, Boston, MA 02108-1234', postalCode: '02108-1234' },
      '12 Pine Street, Unit 4, Boston, MA 02108-1234, United States',
    ],
    [
      'knows the formatted address by the name of its state, too',
      { street: '12 Pine Street, Boston, Massachusetts 02108, USA', state: 'Massachusetts' },
      '12 Pine Street, Boston, Massachusetts 02108, United States',
    ],
    [
      'has one postal code, the corrected one, where the street still holds the formatted address',
      { street: '12 Pine Street, Boston, MA 02108, USA', city: 'Cambridge', postalCode: '02139' },
      '12 Pine Street, Cambridge, MA 02139, United States',
    ],
    [
      'has all of a formatted address that no field repeats',
      { street: '12 Pine Street, Boston, MA 02108, USA', city: '', state: '', postalCode: '', country: '' },
      '12 Pine Street, Boston, MA 02108, USA',
    ],
    [
      'has the city after a street that is named after it',
      { street: '2 Boston Road, Unit 2108' },
      '2 Boston Road, Unit 2108, Boston, MA 02108, United States',
    ],
    [
      'has a unit whose number looks like a postal code',
      { street: '2 Pier Road, Building B, Unit 21080' },
      '2 Pier Road, Building B, Unit 21080, Boston, MA 02108, United States',
    ],
  ])('%s', (_, change, line) => expect(addressLine({ ...boston, ...change })).toBe(line));
});
