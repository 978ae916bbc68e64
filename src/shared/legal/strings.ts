/** SPEC §2, byte for byte: never reworded; a translation may only stand beside them. */
export const fixed = {
  title: 'Terms and Conditions',
  agree: 'I agree',
} as const;

/** Ours: free to reword. */
export const strings = {
  description: 'Please read these terms before you continue.',
} as const;
