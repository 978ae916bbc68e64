// From SPEC §2 and Google's terms, exact: do not reword.

/** SPEC §2. */
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

/** The search and its status. */
export const search = 'Search for an address';
export const searchHint = 'Addresses in the USA. You can also fill in the fields by hand.';
export const startTyping = 'Start typing to search US addresses';
export const suggestions = 'Addresses';
export const searching = 'Searching addresses...';
export const noAnswer = 'The address search doesn’t answer. You can type the address by hand.';
export const unresolved = 'We couldn’t look this address up. Please fill in the rest by hand.';
export const noneFound = 'No address found. You can type the address by hand.';
export const found = (count: number) => (count === 1 ? '1 address found.' : `${count} addresses found.`);
