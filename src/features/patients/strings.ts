// From SPEC §2, exact: do not reword.
export const fixed = {
  /** The section and its tabs. */
  section: {
    addTab: 'Add Patients',
    updateTab: 'Update Patients',
  },
} as const;

// Ours: free to reword.
export const strings = {
  /** The section and its tabs. */
  section: {
    title: 'Patients',
  },
  /** The address cell and its modal, in both tabs. */
  address: {
    title: 'Address',
    done: 'Done',
    cancel: 'Cancel',
    button: (label: string, address: string) => `${label}: ${address || 'not entered. Add address'}`,
    add: 'Add address',
  },
  dialogNotLoaded: 'This didn’t load. Try again, or reload the page.',
} as const;

// Ours, too. Separate constants, so that the import's worker gets no more than these.

/** What is wrong with a cell of a new patient, in the grid and in the import's preview. */
export const cellIssues = {
  email: 'This isn’t an email address.',
  age: (min: number, max: number) => `Age must be a whole number from ${min} to ${max}.`,
  phone: 'This doesn’t look like a phone number.',
  postalCode: 'This doesn’t look like a US ZIP code.',
  option: (text: string, options: readonly string[]) => `“${text}” isn’t one of: ${options.join(', ')}.`,
};
