import { counted, groupedCount } from '@/lib/grouped-count';

// From §2 and §4, exact: do not reword.
export const fixed = {
  /** The section and its tabs. */
  section: {
    addTab: 'Add Patients',
    updateTab: 'Update Patients',
  },
  /** Above the grid. */
  toolbar: {
    import: 'Import Patients from File',
  },
  /** The plus button and Save All. */
  footer: {
    saving: 'Saving...',
    saveAll: 'Save All',
  },
  columns: {
    edit: 'Edit',
  },
  /** The row being edited. */
  edit: {
    updating: 'Updating...',
    save: 'Save',
  },
} as const;

const addressCells: readonly string[] = ['street', 'city', 'postalCode', 'state', 'country'];

/** The names of a row's cells as words; an address of which nothing is given is one word. */
function wordsOfCells(cells: readonly string[]): string[] {
  const isWithoutAddress = addressCells.every((cell) => cells.includes(cell));
  const named = isWithoutAddress
    ? [...cells.filter((cell) => !addressCells.includes(cell)), 'address']
    : cells;
  return named.map((cell) => (cell === 'postalCode' ? 'postal code' : cell));
}

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
  /** Above the grid. */
  toolbar: {
    description:
      'Type in your patients, paste them from a spreadsheet, or import a file. We keep your entries in this browser until you save them or log out.',
    undo: 'Undo',
    redo: 'Redo',
  },
  /** Announced by screen readers after an action. */
  spoken: {
    removed: (row: number) => `Row ${row} removed.`,
    imported: (count: number) => (count === 1 ? '1 row imported.' : `${groupedCount(count)} rows imported.`),
    pasted: (count: number) => (count === 1 ? '1 row pasted.' : `${groupedCount(count)} rows pasted.`),
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
    kitUnknown: 'Kit not recognized yet, will be skipped',
    missing: (cells: readonly string[]) => `No ${wordsOfCells(cells).join(', ')}`,
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
      rejected: (count: number) => `${groupedCount(count)} rejected by the server`,
      email: (count: number) => counted(count, 'email'),
      phone: (count: number) => counted(count, 'phone number'),
      age: (count: number) => `${counted(count, 'age')} out of range`,
      postalCode: (count: number) => counted(count, 'postal code'),
      duplicate: (count: number) => counted(count, 'possible duplicate'),
    },
    toCheck: (rows: number, kinds: readonly string[]) =>
      `${counted(rows, 'row')} to check: ${kinds.join(', ')}`,
    next: 'Next issue',
  },
  /** Below the grid and in toasts: the outcome of the last Save All and the state of the draft. */
  notices: {
    nothingLost: 'Your rows are still here.',
    loadKits: 'Load the kit list',
    kitsWait:
      'Some rows name a kit that we can’t look up until your kit list loads. Save All skips them until then.',
    skipped: (count: number) =>
      count === 1
        ? '1 incomplete row wasn’t saved.'
        : `${groupedCount(count)} incomplete rows weren’t saved.`,
    restore: 'Restore skipped rows',
    notAuthenticated: (count: number) =>
      count === 1
        ? '1 new patient isn’t authenticated yet.'
        : `${groupedCount(count)} new patients aren’t authenticated yet.`,
    authenticate: 'Authenticate them now',
    discard: 'Discard',
  },
  /** After a Save All whose response was lost. */
  outcome: {
    unknown:
      'We didn’t get a response, so your patients may or may not have been saved. Check again, or press Save All: no patient is added twice.',
    checkAgain: 'Check again',
    checking: 'Checking...',
    saved: 'The response was lost, but we checked: your patients are in your list.',
    missing: (saved: number, missing: number) => {
      if (saved === 0) return 'We checked: your patients aren’t in your list, so they weren’t saved.';
      const found = saved === 1 ? '1 patient was saved' : `${groupedCount(saved)} patients were saved`;
      return `We checked: ${found}, ${groupedCount(missing)} ${missing === 1 ? 'wasn’t' : 'weren’t'}.`;
    },
    unclear: (count: number) =>
      `${count === 1 ? '1 row' : `${groupedCount(count)} rows`} may already be in your list, with other details. Save All doesn’t send such rows again. Compare them under Update Patients, then change or remove them here.`,
  },
  /** The rows of a session that ended. */
  restored: (count: number) =>
    count === 1 ? 'Your unsaved row is back.' : `Your ${groupedCount(count)} unsaved rows are back.`,
  /** Instead of the grid, while another tab has the rows. */
  elsewhere: {
    title: 'Your new patients are open in another tab',
    hint: 'Only one tab at a time can change the rows that you haven’t saved yet. Continue here to get them in this tab, as they are there.',
    action: 'Continue here',
    moving: 'Getting your rows...',
    moved: 'Your new patients were opened in another tab.',
  },
  /** Rows stored by another release. */
  unread: {
    notice:
      'Another version of this page stored rows that this one can’t show. Download them to keep them, or discard them.',
    download: 'Download',
    fileName: 'unread patients.json',
  },
  /** Why the draft could not be stored. */
  notKept: {
    full: 'Storage is full. Save now, or these rows are lost when you close this page.',
    blocked: 'Your browser blocks storage. Save now, or these rows are lost when you close this page.',
  },
  /** Pasted kits. */
  kits: {
    unknown: 'Some pasted kits aren’t in your kit list. Those rows have no kit.',
    waiting: 'Your kit list hasn’t loaded yet. We’ll look up the pasted kits as soon as it does.',
  },
  /** The plus button and Save All. */
  footer: {
    addRow: 'Add row',
    summary: (ready: number, toCheck: number, incomplete: number) =>
      [
        `${counted(ready, 'patient')} ready to save`,
        ...(toCheck === 0 ? [] : [`${groupedCount(toCheck)} to check`]),
        ...(incomplete === 0 ? [] : [`${groupedCount(incomplete)} incomplete`]),
      ].join(', '),
  },
  /** The searchable list. */
  list: {
    table: 'Patients',
    toAdd: 'Go to Add Patients',
    emptyHint: 'The patients you add appear here. You can search and edit them.',
  },
  /** The notice about changes that were not saved. */
  unsaved: {
    title: (name: string) => `You have unsaved changes for ${name}.`,
    hint: 'Save or cancel them before you edit another patient.',
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
    gone: (name = 'The patient whom you edited') =>
      `${name} is no longer in your list, so your changes could not be saved.`,
    cannotSave: (name: string) =>
      `${name} is no longer in your list, so this can’t be saved. Copy what you still need before you cancel.`,
    cancel: 'Cancel',
  },
} as const;

// Ours, too. Separate constants, so that the import's worker gets no more than these.

/** What is wrong with a cell of a new patient, in the grid and in the import's preview. */
export const cellIssues = {
  email: 'This isn’t an email address.',
  age: (min: number, max: number) => `Age must be a whole number from ${min} to ${max}.`,
  phone: 'This doesn’t look like a phone number.',
  postalCode: 'This doesn’t look like a US ZIP code.',
  state: 'This isn’t a US state.',
  option: (text: string, options: readonly string[]) => `“${text}” isn’t one of: ${options.join(', ')}.`,
  kitNotLookedUp: 'We couldn’t load the kit list, so we couldn’t look up this kit.',
  notAKit: 'Write a kit as “kit 1”. This row gets no kit.',
  noSuchKit: (text: string, count: number) =>
    `${count === 1 ? 'There is 1 kit' : `There are ${groupedCount(count)} kits`}, so “${text}” is none of them. This row gets no kit.`,
};
