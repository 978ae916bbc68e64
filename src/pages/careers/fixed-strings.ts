// SPEC §2, byte for byte: never reworded; a translation may only stand beside them.

export const title = 'Chief Technology Officer';
export const applyNow = 'Apply Now';
