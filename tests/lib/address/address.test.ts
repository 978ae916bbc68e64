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
      'is the street where that holds the formatted address',
      { street: '12 Pine Street, Boston, MA 02108, USA' },
      '12 Pine Street, Boston, MA 02108, USA',
    ],
    [
      'has line 2 after the formatted address',
      { street: '12 Pine Street, Boston, MA 02108, USA', addressLine2: 'Apt 4' },
      '12 Pine Street, Boston, MA 02108, USA, Apt 4',
    ],
    [
      'knows the formatted address without the last four digits of the postal code',
      { street: '12 Pine Street, Boston, MA 02108, USA', postalCode: '02108-1234' },
      '12 Pine Street, Boston, MA 02108, USA',
    ],
    [
      'has the city after a street that is named after it',
      { street: '2 Boston Road, Unit 2108' },
      '2 Boston Road, Unit 2108, Boston, MA 02108, United States',
    ],
    [
      'has the parts that were changed after the address was chosen',
      { street: '12 Pine Street, Boston, MA 02108, USA', city: 'Cambridge', postalCode: '02139' },
      '12 Pine Street, Boston, MA 02108, USA, Cambridge, MA 02139, United States',
    ],
  ])('%s', (_, change, line) => expect(addressLine({ ...boston, ...change })).toBe(line));
});
