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
  dialogNotLoaded: 'This could not be loaded. Please try again.',
} as const;
