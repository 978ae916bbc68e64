/** SPEC §2, byte for byte: never reworded; a translation may only stand beside them. */
export const fixed = {
  /** The fields of a new password. */
  fields: {
    confirm: 'Confirm Password',
  },
} as const;

/** Ours: free to reword. */
export const strings = {
  /** The fields of a new password. */
  fields: {
    password: 'Password',
  },
  /** The list of what a password needs; the rules themselves are the contract's. */
  rules: {
    title: 'What it needs',
    met: 'Met',
    notMet: 'Not met yet',
  },
} as const;
