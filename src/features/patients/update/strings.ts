import { patientList } from '@/lib/patient-list';

/** SPEC §2 and §4, byte for byte: never reworded; a translation may only stand beside them. */
export const fixed = {
  /** Its columns. */
  columns: {
    sno: 'SNO',
    edit: 'Edit',
  },
  /** A row in edit. */
  edit: {
    updating: 'Updating...',
    save: 'Save',
  },
} as const;

/** Ours: free to reword. */
export const strings = {
  /** The searchable list. */
  list: {
    ...patientList,
    table: 'Patients',
    toAdd: 'Go to Add Patients',
    emptyHint: 'The patients you add appear here, ready to be looked up and edited.',
  },
  /** The notice about changes that were not saved. */
  unsaved: {
    title: (name: string) => `You have unsaved changes for ${name}.`,
    hint: 'Save or cancel them first.',
    show: 'Show the row',
    cancel: 'Cancel the changes',
  },
  /** Its columns. */
  columns: {
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    age: 'Age',
    address: 'Address',
    editOne: (name: string) => `Edit ${name}`,
  },
  /** A row in edit. */
  edit: {
    address: 'Address',
    addressIncomplete: 'This address is not complete.',
    cancel: 'Cancel',
  },
} as const;
