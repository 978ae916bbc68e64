import { expect, it } from 'vitest';
import { checkNameAndSize } from '@/contract/patient-import';

/** In bytes (docs/assumptions.md). */
const limit = 10 * 1024 * 1024;

it.each(['patients.xlsx', 'patients.xls', 'PATIENTS.XLSX', ' patients.xls ', 'list.csv.xlsx'])(
  'a file named "%s" can be imported (SPEC §9)',
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
