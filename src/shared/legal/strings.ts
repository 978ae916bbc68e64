/** SPEC §2, byte for byte: never reworded; a translation may only stand beside them. */
export const fixed = {
  title: 'Terms and Conditions',
  agree: 'I agree',
} as const;

/** Ours: free to reword, the terms themselves with the company's lawyers (they say what SPEC §1 asks for). */
export const strings = {
  description: 'Please read these terms before you continue.',
} as const;
