// From SPEC §2 and §4, exact: do not reword.
export const fixed = {
  /** Above the grid. */
  toolbar: {
    import: 'Import Patients from File',
  },
  /** The plus button and Save All. */
  footer: {
    saving: 'Saving...',
    saveAll: 'Save All',
  },
} as const;

// Ours: free to reword.
export const strings = {
  /** Above the grid. */
  toolbar: {
    description:
      'Type your patients in, paste rows from a spreadsheet, or import a file. Your entries stay in this browser until you save them.',
    undo: 'Undo',
    redo: 'Redo',
  },
  /** Announced by screen readers after an action. */
  spoken: {
    removed: (row: number) => `Row ${row} removed.`,
    imported: (count: number) => (count === 1 ? '1 row imported.' : `${count} rows imported.`),
    pasted: (count: number) => (count === 1 ? '1 row pasted.' : `${count} rows pasted.`),
  },
  /** The grid's header and rows. */
  grid: {
    table: 'New patients',
    number: 'Number',
    address: 'Address',
    status: 'Status',
    remove: 'Remove',
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    age: 'Age',
    row: (row: number) => `row ${row}`,
    patient: 'Patient ',
    cell: (column: string, row: string) => `${column}, ${row}`,
    removeOne: (row: string) => `Remove ${row}`,
    whoseAddress: (row: number) => `Row ${row}`,
  },
  /** What Save All will do with a row. */
  status: {
    incomplete: 'Incomplete, will be skipped',
    kitUnknown: 'Kit not looked up, will be skipped',
    ready: 'Ready',
    kitChosen: 'Kit chosen',
  },
  /** What to check in a row; nothing of it keeps the row from being saved. */
  issues: {
    values: {
      email: 'Email: not an email address',
      phone: 'Phone: too short or too long',
      age: 'Age: not from 0 to 120',
      postalCode: 'Postal code: not a US ZIP code',
    },
    inGrid: {
      email: (row: number) => `Same email as row ${row}`,
      name: (row: number) => `Maybe the same person as row ${row}`,
    },
    inList: {
      email: 'Email: already in your list',
      name: 'Maybe already in your list',
    },
    kinds: {
      rejected: (count: number) => `${count} rejected by the server`,
      email: (count: number) => `${count} ${count === 1 ? 'email' : 'emails'}`,
      phone: (count: number) => `${count} ${count === 1 ? 'phone number' : 'phone numbers'}`,
      age: (count: number) => `${count} ${count === 1 ? 'age' : 'ages'} out of range`,
      postalCode: (count: number) => `${count} postal ${count === 1 ? 'code' : 'codes'}`,
      duplicate: (count: number) => `${count} possible ${count === 1 ? 'duplicate' : 'duplicates'}`,
    },
    toCheck: (rows: number, kinds: readonly string[]) =>
      `${rows} ${rows === 1 ? 'row' : 'rows'} to check: ${kinds.join(', ')}`,
    next: 'Next issue',
  },
  /** Below the grid and in toasts: the outcome of the last Save All and the state of the draft. */
  notices: {
    nothingLost: 'Nothing is lost: your rows are still here.',
    loadKits: 'Load the kit list',
    kitsWait:
      'Some rows name a kit, which can’t be looked up before your kit list is loaded. Save All skips them until then.',
    skipped: (count: number) =>
      count === 1 ? '1 incomplete row was not saved.' : `${count} incomplete rows were not saved.`,
    restore: 'Restore skipped rows',
    authenticate: 'Authenticate them now',
    discard: 'Discard',
  },
  /** After a Save All whose response was lost. */
  outcome: {
    unknown:
      'We got no answer, so your patients may or may not have been saved. Check again, or press Save All: no patient is added twice.',
    checkAgain: 'Check again',
    checking: 'Checking...',
    saved: 'The server’s answer was lost, but we checked: your patients are in your list.',
    missing: (saved: number, missing: number) => {
      if (saved === 0) return 'We checked: your patients are not in your list, so they were not saved.';
      const found = saved === 1 ? '1 patient was saved' : `${saved} patients were saved`;
      return `We checked: ${found}, ${missing} ${missing === 1 ? 'was' : 'were'} not.`;
    },
    unclear: (count: number) =>
      count === 1
        ? '1 row has the email and name of a patient in your list, but other details, so we don’t send it again. Compare the two under Update Patients, then change or remove the row.'
        : `${count} rows have the email and name of patients in your list, but other details, so we don’t send them again. Compare them under Update Patients, then change or remove the rows.`,
  },
  /** Rows stored by another release. */
  unread: {
    notice:
      'Some rows were stored by another version of this page, which can’t show them. Download them to keep them, or discard them.',
    download: 'Download',
    fileName: 'unread patients.json',
  },
  /** Why the draft could not be stored. */
  notKept: {
    full: 'Your browser’s storage is full, so these rows stay only until you close or reload this page. Save All keeps them.',
    blocked:
      'Your browser does not let this page store anything, so these rows stay only until you close or reload it.',
  },
  /** Pasted kits. */
  kits: {
    unknown: 'Some pasted kits are not in your kit list. Those rows have no kit.',
    waiting: 'Your kit list isn’t loaded yet. The pasted kits will be looked up as soon as it is.',
  },
  /** The plus button and Save All. */
  footer: {
    addRow: 'Add row',
    savingInOtherTab: 'Saving in another tab...',
    summary: (ready: number, toCheck: number, incomplete: number) =>
      [
        `${ready} ${ready === 1 ? 'patient' : 'patients'} ready to save`,
        ...(toCheck === 0 ? [] : [`${toCheck} to check`]),
        ...(incomplete === 0 ? [] : [`${incomplete} incomplete`]),
      ].join(', '),
  },
} as const;
