// From SPEC §2 and §4, exact: do not reword.
export const fixed = {
  columns: {
    edit: 'Edit',
  },
  /** The row being edited. */
  edit: {
    updating: 'Updating...',
    save: 'Save',
  },
} as const;

// Ours: free to reword.
export const strings = {
  /** The searchable list. */
  list: {
    table: 'Patients',
    toAdd: 'Go to Add Patients',
    emptyHint: 'The patients you add appear here. You can search and edit them.',
  },
  /** The notice about changes that were not saved. */
  unsaved: {
    title: (name: string) => `You have unsaved changes for ${name}.`,
    hint: 'Save or cancel them first.',
    show: 'Show the row',
    cancel: 'Cancel the changes',
  },
  columns: {
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    age: 'Age',
    address: 'Address',
    editOne: (name: string) => `Edit ${name}`,
  },
  /** The row being edited. */
  edit: {
    form: (name: string) => `Details of ${name}`,
    address: 'Address',
    missing: {
      patient_name: 'Enter the patient’s name.',
      patient_email: 'Enter the patient’s email.',
      patient_phone: 'Enter the patient’s phone number.',
    },
    addressIncomplete: 'Complete the address.',
    cancel: 'Cancel',
  },
} as const;
