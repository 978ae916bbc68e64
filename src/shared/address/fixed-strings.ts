// Byte for byte: never reworded; a translation may only stand beside them.

/** SPEC §2. */
export const addressLine2 = 'Address Line 2';
/** The maps service's terms ask for it wherever its suggestions are shown without a map. */
export const attribution = 'Powered by Google';
