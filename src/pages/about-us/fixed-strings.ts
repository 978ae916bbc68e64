// SPEC §2, byte for byte: never reworded; a translation may only stand beside them.

export const title = 'About Us';
export const workTogether = "Let's work together";
export const careers = 'Careers';
