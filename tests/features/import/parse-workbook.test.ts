import { describe, expect, it, vi } from 'vitest';
import { ageText, emailText } from '@/contract';
import { type ImportColumnKey, importColumns } from '@/domain/patient-import';
import { checkRow, parseWorkbook } from '@/features/patients/import/parse-workbook';
import { makeXlsx, makeZip, rowXml, sheetXml, xlsxParts } from './make-xlsx';
import { parseFixture, threeKits } from './support';

const header = importColumns.map(({ title }) => title);
const patient: Readonly<Record<ImportColumnKey, string>> = {
  name: 'Ava Thompson',
  email: 'ava@example.com',
  phone: '+1 617 555 0123',
  age: '34',
  street: '118 Beacon Street',
  city: 'Boston',
  postalCode: '02116',
  state: 'MA',
  country: 'USA',
  shippingType: 'USPS',
  frequency: '3 Months',
  kitType: 'kit 1',
};
const textsOf = (values: Partial<typeof patient>) => Object.values({ ...patient, ...values });
type Options = Partial<Parameters<typeof parseWorkbook>[1]>;
const parse = (bytes: Uint8Array, options: Options = {}) =>
  parseWorkbook(bytes, { fileName: 'patients.xlsx', kits: threeKits, ...options });
const sheetOf = (...rows: readonly (readonly string[])[]) =>
  makeXlsx(rows.map((texts, at) => rowXml(at + 1, texts)).join(''));

/** The value and the messages of one cell of the only patient. */
async function read(key: ImportColumnKey, text: string, others: Partial<typeof patient> = {}) {
  const [row] = (await parse(sheetOf(header, textsOf({ ...others, [key]: text })))).rows;
  const issues = row?.issues.map(({ column, level, message }) => `${column} ${level}: ${message}`);
  return [row?.values[key], ...(issues ?? [])];
}

describe('a postal code', () => {
  const notAZip = 'This doesn’t look like a US ZIP code.';
  const zeros = (typed: string, text: string) =>
    `postalCode warning: Leading zeros were missing: we read ${typed} as ${text}.`;

  it.each([
    ['02116', '02116', []],
    ['2116', '02116', [zeros('2116', '02116')]],
    ['501', '00501', [zeros('501', '00501')]],
    ['021161234', '02116-1234', []],
    ['21161234', '02116-1234', [zeros('21161234', '02116-1234')]],
    ['5011234', '00501-1234', [zeros('5011234', '00501-1234')]],
    ['02116-1234', '02116-1234', []],
  ])('%s of the USA is read as %s', async (typed, text, messages) => {
    expect(await read('postalCode', typed)).toEqual([text, ...messages]);
    expect(await read('postalCode', typed, { country: 'United States of America' })).toEqual([
      text,
      ...messages,
    ]);
  });

  it.each(['21', '123456', '0211612345', 'x2116', '2116x', 'a21161234', '21161234b'])(
    '%s of the USA is left as it is, and doubtful',
    async (typed) => {
      expect(await read('postalCode', typed)).toEqual([typed, `postalCode warning: ${notAZip}`]);
    },
  );

  it.each(['2116', '21161234', 'SW1A 1AA'])('%s of another country is left as it is', async (typed) => {
    expect(await read('postalCode', typed, { country: 'Switzerland' })).toEqual([typed]);
  });
});

describe('a cell', () => {
  const rowOf = (cells: string) =>
    makeZip(xlsxParts(sheetXml(`${rowXml(1, header)}<row r="2">${cells}</row>`)));
  const one = async (cells: string) => (await parse(rowOf(cells))).rows[0];

  it('of 500 characters is whole, and of one more is cut and marked', async () => {
    expect(await read('street', 'x'.repeat(500))).toEqual(['x'.repeat(500)]);
    expect(await read('street', 'x'.repeat(501))).toEqual([
      'x'.repeat(500),
      'street error: Longer than 500 characters: we cut off the end.',
    ]);
  });

  it('with an error is blank, and says which, and not that it is missing', async () => {
    const row = await one('<c r="A2" t="e"><v>#N/A</v></c><c r="B2" t="inlineStr"><is><t>a</t></is></c>');
    expect(row?.values.name).toBe('');
    expect(row?.issues.filter(({ column }) => column === 'name')).toEqual([
      { column: 'name', level: 'error', message: 'The cell holds the error #N/A, not a value.' },
    ]);
  });

  it('of true or false is what the program shows', async () => {
    expect((await one('<c r="A2" t="b"><v>1</v></c>'))?.values.name).toBe('TRUE');
    expect((await one('<c r="A2" t="b"><v>0</v></c>'))?.values.name).toBe('FALSE');
  });

  it('with a whole number is all its digits, a number of another kind what is shown', async () => {
    const { values } =
      (await one(
        '<c r="A2"><v>12345678901234</v></c><c r="C2"><v>16175550123</v></c><c r="D2"><v>34.5</v></c><c r="E2"><v>-7</v></c>',
      )) ?? {};
    expect(values).toMatchObject({ name: '12345678901234', phone: '16175550123', age: '34.5', street: '-7' });
  });
});

describe('the rows', () => {
  it('are counted without blank ones, with their numbers in the sheet', async () => {
    const sheet = rowXml(3, header) + rowXml(5, textsOf({})) + rowXml(6, ['', ' ']) + rowXml(9, ['Mia Wong']);
    const { rows, totalRows, truncated } = await parse(makeXlsx(sheet));
    expect(rows.map(({ sheetRow }) => sheetRow)).toEqual([5, 9]);
    expect([totalRows, truncated]).toEqual([2, false]);
  });

  it('arrive in parts of 500, and progress is reported from the start to the end', async () => {
    const rows = Array.from({ length: 1201 }, (_, at) =>
      textsOf({ name: `Person ${at}`, email: `p${at}@a.bc` }),
    );
    const [onRows, onProgress] = [vi.fn(), vi.fn()];
    const result = await parse(sheetOf(header, ...rows), { onRows, onProgress });
    const parts = onRows.mock.calls.map(([part]) => part);
    expect(parts.map((part) => part.length)).toEqual([500, 500, 201]);
    expect(parts.flat()).toEqual(result.rows);
    const steps = onProgress.mock.calls.map(([done]) => done);
    expect(steps).toEqual(steps.toSorted((one, other) => one - other));
    expect(steps[0]).toBeGreaterThan(0);
    expect(steps.at(-1)).toBe(1);
    expect(new Set(steps).size).toBeGreaterThan(3);
  });

  it('are not looked up while the kit list is missing, which counts only where a row names a kit', async () => {
    const named = await parse(sheetOf(header, textsOf({})), { kits: 'unavailable' });
    expect(named.kitsNotLookedUp).toBe(true);
    expect(named.rows[0]?.values.kitType).toBeNull();
    const unnamed = await parse(sheetOf(header, textsOf({ kitType: '' })), { kits: 'unavailable' });
    expect(unnamed.kitsNotLookedUp).toBe(false);
    expect((await parse(sheetOf(header, textsOf({})))).kitsNotLookedUp).toBe(false);
  });

  it('are marked where a person may be there twice', async () => {
    const { rows } = await parse(
      sheetOf(
        header,
        textsOf({}),
        textsOf({ email: 'other@example.com', name: 'AVA  THÓMPSON', phone: '+1 617 555 0199' }),
        textsOf({ name: 'Mia Wong', email: 'AVA@example.com', street: '7 Oak Street' }),
        textsOf({ name: 'Leo Thompson', email: 'ava@example.com', phone: '+1 617 555 0166', age: '5' }),
        textsOf({ name: 'Noah Ramirez', email: 'noah@example.com' }),
      ),
    );
    expect(rows.map(({ issues }) => issues)).toEqual([
      [],
      [{ column: 'name', level: 'warning', message: 'Maybe the same person as in row 2 of the file.' }],
      [{ column: 'email', level: 'error', message: 'Same email as row 2 of the file.' }],
      [
        {
          column: 'email',
          level: 'warning',
          message: 'Same email as row 2 of the file, at the same address: kept, if they share it.',
        },
      ],
      [],
    ]);
  });
});

describe('the columns of another program', () => {
  const other = ['Who', 'E-mail', '', 'Colour'];

  it('are listed with their letters, headers and first values, without blank columns', async () => {
    const { columns, confirmed } = await parse(
      sheetOf(
        other,
        ['Ava', 'ava@example.com', '', 'Blue'],
        ['Mia', 'mia@example.com', '', 'Blue'],
        ['Noah', '', '', 'Red'],
        ['Liam', '', '', 'Green'],
        ['Emma', '', '', 'Grey'],
      ),
    );
    expect(confirmed).toBe(false);
    expect(columns?.headerIsPatient).toBe(false);
    expect(columns?.sources).toEqual([
      { index: 0, letter: 'A', header: 'Who', samples: ['Ava', 'Mia', 'Noah'] },
      { index: 1, letter: 'B', header: 'E-mail', samples: ['ava@example.com', 'mia@example.com'] },
      { index: 3, letter: 'D', header: 'Colour', samples: ['Blue', 'Red', 'Green'] },
    ]);
  });

  it('are read as the user has chosen or confirmed before, first and last name as one', async () => {
    const { match } = await parseFixture('good-25.xlsx');
    const none = Object.fromEntries(Object.keys(match).map((key) => [key, null])) as typeof match;
    const chosen = { ...none, name: 0, lastName: 3, email: 1 };
    const bytes = sheetOf(other, ['Ava', 'ava@example.com', '', 'Blue'], ['', 'x@example.com', '', 'Red']);
    const names = async (options: Options) => {
      const { rows, confirmed } = await parse(bytes, options);
      return [confirmed, ...rows.map(({ values }) => values.name)];
    };
    expect(await names({ match: chosen })).toEqual([true, 'Ava Blue', 'Red']);
    const recall = vi.fn(async () => chosen);
    expect(await names({ recall })).toEqual([true, 'Ava Blue', 'Red']);
    expect(recall).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ headerIsPatient: false, sources: expect.any(Array) }),
    );
    const forgotten = vi.fn(async () => null);
    expect((await names({ recall: forgotten }))[0]).toBe(false);
    expect((await parse(sheetOf(header, textsOf({})), { recall })).confirmed).toBe(true);
    expect(recall).toHaveBeenCalledOnce();
  });
});

describe('a file marks what every form rejects, and nothing else', () => {
  const marked = (values: Partial<typeof patient>) =>
    checkRow({ ...patient, addressLine2: '', ...values }).map(({ column }) => column);

  it.each(['ada', 'a,b@example.com', 'ada@example..com', 'ada@@example.com', 'ada@example.com'])(
    'the email %s',
    (email) => expect(marked({ email })).toEqual(emailText.safeParse(email).success ? [] : ['email']),
  );

  it.each(['0', '120', '121', '-1', '36.5', '036', 'x'])('the age %s', (age) =>
    expect(marked({ age })).toEqual(ageText.safeParse(age).success ? [] : ['age']),
  );
});

it('a row without values lacks all that the product requires, each with its title', () => {
  const blank = Object.fromEntries([...importColumns.map(({ key }) => [key, '']), ['addressLine2', '']]);
  const issues = checkRow({ ...(blank as Record<ImportColumnKey | 'addressLine2', string>) });
  expect(issues.map(({ message }) => message)).toEqual([
    'Name is missing.',
    'Email is missing.',
    'Phone is missing.',
    'Age is missing.',
    'Street is missing.',
    'City is missing.',
    'Postal Code is missing.',
    'State is missing.',
    'Country is missing.',
  ]);
  expect(new Set(issues.map(({ level }) => level))).toEqual(new Set(['error']));
});
