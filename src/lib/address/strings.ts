import { groupedCount } from '../grouped-count';

// From §2 and Google's terms, exact: do not reword.

/** §2. */
export const addressLine2 = 'Address Line 2';
/** Google's terms require it wherever suggestions are shown without a map. */
export const attribution = 'Powered by Google';

// Ours: free to reword.

/** Labels of the fields. */
export const street = 'Street';
export const city = 'City';
export const postalCode = 'Postal Code';
export const state = 'State';
export const country = 'Country';
export const addressLine2Hint = 'Optional: apartment, suite or floor';

/** Required fields that are blank, of the user's own address and of another one. */
export const missing = {
  own: {
    street: 'Enter your street address.',
    city: 'Enter your city.',
    postalCode: 'Enter your postal code.',
    state: 'Enter your state.',
    country: 'Enter your country.',
  },
  other: {
    street: 'Enter a street address.',
    city: 'Enter a city.',
    postalCode: 'Enter a postal code.',
    state: 'Enter a state.',
    country: 'Enter a country.',
  },
} as const;

/** The search and its status. */
export const search = 'Search for an address';
export const searchHint = 'US addresses only. You can also type it in below.';
export const startTyping = 'Start typing to search US addresses';
export const suggestions = 'Addresses';
export const searching = 'Searching addresses...';
export const noAnswer = 'Address search isn’t responding. Type the address instead.';
export const unresolved = 'We couldn’t look up this address. Fill in the rest yourself.';
export const noneFound = 'No addresses found. Type the address instead.';
export const addressCount = (count: number) =>
  count === 1 ? '1 address found.' : `${groupedCount(count)} addresses found.`;
