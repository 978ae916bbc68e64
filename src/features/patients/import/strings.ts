import { groupedCount } from '@/lib/grouped-count';

// From SPEC §2, exact: do not reword.

export const title = 'Import Patients from File';
export const upload = 'Upload File';

// Ours: free to reword. Separate constants instead of one object: dialog and worker import only what they show.

/** Choosing a file. */
export const chooser = 'Choose a file';
export const dropHint =
  'Drop an Excel file here, or choose one. The first sheet is read, with twelve columns in a fixed order.';
export const sample = 'Sample file format';
export const file = 'Excel file';
export const cancel = 'Cancel';
export const reading = (fileName: string) => `Reading ${fileName}`;
export const rowsWereRead = (count: number) => (count === 1 ? '1 row was read.' : `${count} rows were read.`);
export const notImported = (fileName: string) => `${fileName} was not imported.`;
export const listReady = 'The list below is still the one that was read before.';

/** The preview. */
export const preview = 'Preview of the import';
export const rowCount = (count: number) => `${groupedCount(count)} ${count === 1 ? 'row' : 'rows'}`;
export const source = (sheetName: string, fileName: string) => `from “${sheetName}” in ${fileName},`;
export const withErrors = (count: number) =>
  count === 0 ? 'none with errors' : `${groupedCount(count)} with errors`;
export const onlyErrors = 'Only errors';
export const noErrors = 'No row has an error.';
export const errorRowsAdded = 'Rows with errors are added, too: correct them in the grid, or in the file.';
export const row = 'Row';
export const error = 'Error:';
export const warning = 'Warning:';
export const add = (rows: number) =>
  rows === 1 ? 'Add 1 row to the grid' : `Add ${groupedCount(rows)} rows to the grid`;

/** Problems of the whole file. */
export const kitsNotLoaded = 'The kit list could not be loaded.';
export const kitsNeeded =
  'The kit types in this file cannot be looked up without it, so the rows cannot be added yet.';
export const cutOff = (read: number, all: number) =>
  `Only the first ${groupedCount(read)} of ${groupedCount(all)} rows`;
export const cutOffHint = (most: number) =>
  `A file may have up to ${groupedCount(most)} rows. Put the other rows into a file of their own.`;
export const headersDiffer = 'The headers do not match the sample file';
export const headerIsPatient =
  'The first row looks like a patient. It counts as the header and is not imported.';
export const noHeader = (column: string, readAs: string) =>
  `Column ${column} has no header; it is read as ${readAs}.`;
export const otherHeader = (column: string, found: string, readAs: string) =>
  `Column ${column} is headed "${found}"; it is read as ${readAs}.`;
export const furtherColumns = (last: string) =>
  `Columns after ${last} are not part of the format and are left out.`;

/** Problems of a cell. */
export const missing = (column: string) => `${column} is missing.`;
export const notAnEmail = 'This is not an email address.';
export const notAnAge = (min: number, max: number) => `Age must be a whole number from ${min} to ${max}.`;
export const notAPhone = 'This does not look like a phone number.';
export const notAnOption = (text: string, options: readonly string[]) =>
  `"${text}" is not one of: ${options.join(', ')}.`;
export const sameEmail = (row: number) => `Same email as row ${row} of the file.`;
export const knownEmail = 'You already have a patient with this email.';
export const cellError = (shown: string) => `The cell holds the error ${shown}, not a value.`;
export const tooLong = (length: number) => `Longer than ${length} characters: the end was cut off.`;
export const zerosMissing = (typed: string, read: string) =>
  `Leading zeros were missing: ${typed} was read as ${read}.`;
export const notAZipCode = 'This does not look like a US ZIP code.';
export const kitNotLookedUp = 'The kit list could not be loaded, so this kit was not looked up.';
export const notAKit = 'A kit must read like "kit 1". No kit will be set.';
export const noSuchKit = (text: string, count: number) =>
  `${count === 1 ? 'There is 1 kit' : `There are ${count} kits`}, so "${text}" names none. No kit will be set.`;

/** The file of rows to correct. */
export const downloadErrorRows = 'Download error rows';
export const notWritten = 'The error rows could not be written. Try again.';
export const errorSheet = 'Rows to correct';
export const rowInFile = 'Row in file';
export const problems = 'Problems';
