import { describe, expect, it } from 'vitest';
import { type ImportColumnKey, type ImportResult, importColumns } from '@/domain/patient-import';
import { parseWorkbook } from '@/features/patients/import/parse-workbook';
import { fixtureBytes, outcomeOf, parseFixture, threeKits } from './support';

/** Files saved by LibreOffice Calc (scripts/fixtures), each as .xlsx and as .xls. */
const both = (name: string) => [`${name}.xlsx`, `${name}.xls`];

const column = ({ rows }: ImportResult, key: ImportColumnKey) => rows.map(({ values }) => values[key]);
const issueTexts = ({ rows }: ImportResult) =>
  rows.flatMap(({ sheetRow, issues }) =>
    issues.map(({ column: key, message }) => `${sheetRow} ${key}: ${message}`),
  );

describe.each(both('good-25'))('%s', (file) => {
  it('gives 25 complete patients without a remark', async () => {
    const result = await parseFixture(file);
    expect(result).toMatchObject({
      sheetName: 'Patients',
      totalRows: 25,
      truncated: false,
      columns: null,
    });
    expect(result.rows).toHaveLength(25);
    expect(issueTexts(result)).toEqual([]);
    expect(new Set(column(result, 'email')).size).toBe(25);
    for (const { key } of importColumns) expect(column(result, key)).not.toContain('');
  });

  it('reads the twelve columns by their position', async () => {
    const [first, second] = (await parseFixture(file)).rows;
    expect(first).toEqual({
      sheetRow: 2,
      values: {
        name: 'Ava Thompson',
        email: 'ava.thompson@example.org',
        phone: '+1 212 555 0100',
        age: '34',
        street: '118 Beacon Street',
        city: 'Boston',
        postalCode: '02116',
        state: 'MA',
        country: 'USA',
        addressLine2: '',
        shippingType: 'USPS',
        frequency: '3 Months',
        kitType: 'gid-1',
      },
      kit: 'kit 1',
      issues: [],
    });
    expect(second?.values).toMatchObject({
      shippingType: 'Overnight',
      frequency: '1 Month',
      kitType: 'gid-2',
    });
  });
});

describe.each(both('zips-and-phones-as-numbers'))('%s', (file) => {
  it('keeps phones whole, however the cell shows them', async () => {
    const phones = ['6175550123', '16175550123', '447911123456', '6175550123', '41446681800'];
    expect(column(await parseFixture(file), 'phone')).toEqual(phones);
    expect(column(await parseFixture(file), 'age')[0]).toBe('34');
  });
});

describe.each(both('dates-and-formulas'))('%s', (file) => {
  it('takes what the cells show: dates as text, formulas by their stored results', async () => {
    const result = await parseFixture(file);
    expect(result.rows[0]?.values.age).toBe('03/02/1990');
    expect(result.rows[1]?.values).toMatchObject({ name: 'Noah Ramirez', age: '41' });
    expect(result.rows[2]?.values.age).toBe('');
    expect(issueTexts(result)).toEqual([
      '2 age: Age must be a whole number from 0 to 120.',
      '4 age: The cell holds the error #DIV/0!, not a value.',
      '6 email: Same email as row 2 of the file.',
    ]);
  });
});

describe('which rows count', () => {
  it.each(both('second-sheet'))('%s: only the first sheet', async (file) => {
    const result = await parseFixture(file);
    expect(result.sheetName).toBe('Spring');
    expect(column(result, 'name')).toEqual(['Ava Thompson', 'Noah Ramirez']);
  });

  it.each(both('blank-rows'))('%s: blank rows are dropped and row numbers are the sheet’s', async (file) => {
    const result = await parseFixture(file);
    expect(result.rows.map(({ sheetRow }) => sheetRow)).toEqual([4, 7, 9]);
    expect(result).toMatchObject({ totalRows: 3, columns: null });
  });

  it.each(both('no-header'))(
    '%s: one row is skipped even if it is a patient, and that is asked about',
    async (file) => {
      const result = await parseFixture(file);
      expect(column(result, 'name')).toEqual(['Noah Ramirez']);
      expect(result.columns?.headerIsPatient).toBe(true);
    },
  );

  it.each(both('swapped-columns'))(
    '%s: headers that contradict their columns do not mislead',
    async (file) => {
      const result = await parseFixture(file);
      expect(result.match).toMatchObject({ name: 0, email: 1, phone: 2, kitType: 11 });
      expect(result.columns?.sources.slice(0, 2)).toMatchObject([
        { letter: 'A', header: 'E-Mail' },
        { letter: 'B', header: 'Patient Name' },
      ]);
    },
  );
});

describe.each(both('kit-texts'))('%s', (file) => {
  it('finds kits by their position, in any case, and marks what names none', async () => {
    const result = await parseFixture(file);
    const kitIds = result.rows.map(({ values }) => values.kitType);
    expect(kitIds).toEqual(['gid-2', null, null, 'gid-1', null, null, 'gid-1']);
    expect(issueTexts(result)).toEqual([
      '3 kitType: There are 3 kits, so “kit 9” is none of them. This row gets no kit.',
      '4 kitType: Write a kit as “kit 1”. This row gets no kit.',
      '7 kitType: Write a kit as “kit 1”. This row gets no kit.',
      '8 shippingType: “UPS” isn’t one of: USPS, Overnight.',
      '8 frequency: “Every 3 Months” isn’t one of: 3 Months, 1 Month, Yearly, 1 Time.',
    ]);
    expect(result.kitsNotLookedUp).toBe(false);
    expect(result.rows[6]?.values).toMatchObject({ shippingType: 'UPS', frequency: 'Every 3 Months' });
  });
});

describe.each(both('bad-cells'))('%s', (file) => {
  it('marks each bad cell with a message', async () => {
    const result = await parseFixture(file);
    expect(issueTexts(result)).toEqual([
      '2 name: Name is missing.',
      '2 email: This isn’t an email address.',
      '3 phone: This doesn’t look like a phone number.',
      '3 age: Age must be a whole number from 0 to 120.',
      '4 email: Same email as row 3 of the file.',
      '5 postalCode: This doesn’t look like a US ZIP code.',
      '5 email: Same email as row 3 of the file.',
    ]);
    expect(result.rows[4]?.values.age).toBe('0');
  });
});

describe('files that are rejected', () => {
  it.each([
    ['header-only.xlsx', 'no-rows'],
    ['header-only.xls', 'no-rows'],
    ['empty.xlsx', 'empty'],
    ['empty.xls', 'empty'],
    ['csv-named.xls', 'content'],
    ['html-named.xls', 'content'],
    ['encrypted.xlsx', 'encrypted'],
    ['encrypted.xls', 'encrypted'],
    ['truncated.xlsx', 'damaged'],
    ['truncated.xls', 'damaged'],
  ] as const)('%s: %s', async (file, reason) => {
    expect(await outcomeOf(fixtureBytes(file), file)).toBe(reason);
  });

  it.each(both('good-25'))('%s cut anywhere is rejected or complete, never a shorter list', async (file) => {
    const bytes = fixtureBytes(file);
    for (let length = 0; length < bytes.length; length += 509) {
      const cut = bytes.slice(0, length);
      const outcome = await outcomeOf(cut, file);
      // Behind the sheets, an .xls has its properties, which are not read.
      if (outcome === 'accepted')
        expect((await parseWorkbook(cut, { fileName: file, kits: threeKits })).rows).toHaveLength(25);
      else expect(['damaged', 'no-content', 'content'], `first ${length} bytes`).toContain(outcome);
    }
  });
});
