import { counted, groupedCount } from '@/lib/grouped-count';

// From §2, exact: do not reword.

export const title = 'Import Patients from File';
export const upload = 'Upload File';

// Ours: free to reword. Separate constants instead of one object: dialog and worker import only what they show.

/** Choosing a file. */
export const chooser = 'Choose a file';
export const dropHint =
  'Drop an Excel file here, or choose one. We read its first sheet; you can choose another.';
export const sample = 'Sample file format';
export const file = 'Excel file';
export const cancel = 'Cancel';
export const reading = (fileName: string) => `Reading ${fileName}`;
export const matchPrompt = 'Match your columns: check where each one is in your file, then continue.';
export const rowsWereRead = (count: number) =>
  count === 1 ? '1 row read.' : `${groupedCount(count)} rows read.`;
export const notImported = (fileName: string) => `We didn’t import ${fileName}.`;
export const listReady = 'The list below is still from your previous file.';

/** Matching the file's columns. */
export const matchColumns = {
  label: 'Match your columns',
  intro:
    'Your columns are named or ordered differently from the sample file. Check where each one is. Nothing is imported until you continue.',
  headerIsPatient:
    'The first row of your file looks like a patient. We treat it as the header and don’t import it.',
  titles: {
    name: 'Name',
    lastName: 'Last name, if it has a column of its own',
    email: 'Email',
    phone: 'Phone',
    age: 'Age',
    street: 'Street',
    addressLine2: 'Address Line 2',
    city: 'City',
    postalCode: 'Postal Code',
    state: 'State',
    country: 'Country',
    shippingType: 'Shipping Type',
    frequency: 'Frequency',
    kitType: 'Kit Type',
  },
  notInFile: 'Not in this file',
  source: (letter: string, header: string) => (header === '' ? `Column ${letter}` : `${letter}: ${header}`),
  samples: (texts: readonly string[]) =>
    texts.length === 0 ? 'This column is empty.' : texts.map((text) => `“${text}”`).join(', '),
  noneChosen: 'Choose at least one column of your file.',
  missing: (titles: readonly string[]) =>
    `No column is chosen for: ${titles.join(', ')}. Every patient needs them: choose a column, or fill them in later, in the grid.`,
  toFillIn: 'Fill it in later, in the grid.',
  looksWrong: (title: string) => `Check this: the values don’t look like “${title}”.`,
  usedTwice: (column: string, title: string) => `${column} is already used for “${title}”.`,
  leftOut: (columns: readonly string[]) => `Not imported: ${columns.join(', ')}.`,
  proceed: 'Continue',
};
export const columnsMatched = 'We matched the columns as you chose.';
export const changeColumns = 'Change columns';

/** What of a file is read. */
export const whatIsRead = {
  sheet: 'Sheet',
  headerRow: 'Header row',
  row: (number: number, text: string) => `Row ${number}: ${text}`,
  hidden: (rows: number, columns: number) => {
    const parts = [rows > 0 ? counted(rows, 'row') : '', columns > 0 ? counted(columns, 'column') : ''];
    return parts.filter((part) => part !== '').join(' and ');
  },
  leftOutHidden: (what: string) => `Hidden in the file, and left out: ${what}.`,
  readHidden: (what: string) => `Hidden in the file, and read, too: ${what}.`,
  withHidden: 'Read what is hidden',
  noPatients: (rows: readonly number[]) =>
    `Left out, because they repeat the header or are totals: ${rows.length === 1 ? 'row' : 'rows'} ${rows.slice(0, 20).join(', ')}${rows.length > 20 ? ' …' : ''}.`,
};

/** The preview. */
export const preview = 'Preview of the import';
export const rowCount = (count: number) => counted(count, 'row');
export const source = (sheetName: string, fileName: string) => `from “${sheetName}” in ${fileName},`;
export const withErrors = (count: number) =>
  count === 0 ? 'none with errors' : `${groupedCount(count)} with errors`;
export const onlyErrors = 'Only errors';
export const noErrors = 'No row has an error.';
export const noRows = 'There is nothing to add.';
export const noRowsHint = 'All rows are blank in the columns that we read.';
export const errorRowsAdded = 'Rows with errors are added, too. Fix them in the grid, or in your file.';
export const row = 'Row';
export const error = 'Error:';
export const warning = 'Warning:';
export const add = (rows: number) =>
  rows === 1 ? 'Add 1 row to the grid' : `Add ${groupedCount(rows)} rows to the grid`;

/** Problems of the whole file. */
export const kitsNotLoaded = 'We couldn’t load the kit list.';
export const kitsNeeded =
  'Without it we can’t look up the kit types in this file, so you can’t add the rows yet.';
export const cutOff = (read: number, all: number) =>
  `Only the first ${groupedCount(read)} of ${groupedCount(all)} rows`;
export const cutOffHint = (most: number) =>
  `A file can have up to ${groupedCount(most)} rows. Put the rest in another file.`;

/** Problems of a cell. */
export const missing = (column: string) => `${column} is missing.`;
export const sameEmail = (row: number) => `Same email as row ${row} of the file.`;
export const householdEmail = (row: number) =>
  `Same email as row ${row} of the file, at the same address: kept, if they share it.`;
export const samePerson = (row: number) => `Maybe the same person as in row ${row} of the file.`;
export const emailOfPatient = 'You already have a patient with this email.';
export const emailInGrid = 'A row of the grid already has this email.';
export const cellError = (display: string) => `The cell holds the error ${display}, not a value.`;
export const noResult =
  'The result of this formula isn’t stored in the file. Open the file in Excel and save it, then choose it again.';
export const filledDown = (row: number) => `From the merged cell in row ${row}.`;
export const transformed = (display: string) =>
  `Check this: the spreadsheet program may have made “${display}” of what was typed.`;
export const maybeUnitedStates =
  'Check this: if it is a US ZIP code, its leading zeros are missing. Write the country as “United States”.';
export const tooLong = (length: number) =>
  `Longer than ${groupedCount(length)} characters: we cut off the end.`;
export const zerosMissing = (typed: string, read: string) =>
  `Leading zeros were missing: we read ${typed} as ${read}.`;

/** The file of rows to correct. */
export const downloadErrorRows = 'Download error rows';
export const notWritten = 'We couldn’t create the file. Try again.';
export const errorSheet = 'Rows to correct';
export const rowInFile = 'Row in file';
export const problems = 'Problems';
