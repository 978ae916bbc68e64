import { expect, it } from 'vitest';
import { checkNameAndSize, ImportError, type ImportFailureReason } from '@/domain/patient-import';

/** In bytes (docs/assumptions.md). */
const limit = 10 * 1024 * 1024;

it.each(['patients.xlsx', 'patients.xls', 'PATIENTS.XLSX', ' patients.xls ', 'list.csv.xlsx'])(
  'a file named "%s" can be imported (§9)',
  (name) => expect(() => checkNameAndSize(name, 1)).not.toThrow(),
);

it.each(['patients.csv', 'patients.xlsx.pdf', 'patients.xlsm', 'patients', 'xlsx', ''])(
  'a file named "%s" can not be imported',
  (name) => expect(() => checkNameAndSize(name, 1)).toThrow(expect.objectContaining({ reason: 'extension' })),
);

it('a file can be imported from one byte to 10 MB', () => {
  expect(() => checkNameAndSize('patients.xlsx', limit)).not.toThrow();
  expect(() => checkNameAndSize('patients.xlsx', limit + 1)).toThrow(
    expect.objectContaining({
      reason: 'too-large',
      message: 'This file is too large. The limit is 10 MB: split the list into several files.',
    }),
  );
  expect(() => checkNameAndSize('patients.xlsx', 0)).toThrow(
    expect.objectContaining({ reason: 'no-content' }),
  );
});

it.each<[ImportFailureReason, string]>([
  [
    'content',
    'This file isn’t an Excel workbook, although its name says so. Open it in your spreadsheet program and save it as .xlsx.',
  ],
  [
    'damaged',
    'This workbook is damaged or incomplete. Open it in your spreadsheet program, save it again, then choose it again.',
  ],
  ['empty', 'The sheet that we read is empty.'],
  ['encrypted', 'This workbook has a password. Save a copy without a password, then choose that one.'],
  [
    'extension',
    'You can import .xlsx and .xls files only. Save your list as an Excel workbook, then choose it again.',
  ],
  [
    'no-content',
    'This file is empty: it holds no data at all. Save your list as an Excel workbook (.xlsx) again, then choose that file.',
  ],
  ['no-rows', 'The sheet that we read has a header row but no patients below it.'],
  [
    'old-format',
    'This workbook is in an old or binary Excel format that we can’t read. Open it in your spreadsheet program, save it as an Excel workbook (.xlsx), then choose that one.',
  ],
  [
    'unreadable',
    'We couldn’t read this file. Check that it still exists and isn’t open elsewhere, then choose it again.',
  ],
])('a file that is rejected for "%s" is rejected with a message that says what to do', (reason, message) => {
  expect(new ImportError(reason).message).toBe(message);
});
