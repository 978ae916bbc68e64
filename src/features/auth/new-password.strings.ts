// From SPEC §2, exact: do not reword.
export const fixed = {
  /** The fields of a new password. */
  fields: {
    confirm: 'Confirm Password',
  },
} as const;

// Ours: free to reword.
export const strings = {
  /** The fields of a new password. */
  fields: {
    password: 'Password',
  },
  /** The list of password rules; the rules' own texts are in the contract. */
  rules: {
    title: 'Your password needs',
    met: 'Met',
    notMet: 'Not met yet',
  },
} as const;
