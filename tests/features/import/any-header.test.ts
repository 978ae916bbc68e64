import { en, Faker } from '@faker-js/faker';
import { describe, expect, it } from 'vitest';
import type { ColumnMatch, ColumnTarget } from '@/contract/patient-import';
import {
  columnLetter,
  looksWrong,
  matchOfHeader,
  suggestMatch,
} from '@/features/patients/import/column-match';
import { parseWorkbook } from '@/features/patients/import/parse-workbook';
import { makeZip, sheetXml, xlsxParts } from './make-xlsx';
import { threeKits } from './support';

/** Headers as clinics write them, collected by hand from the exports of common clinic programs. */
const headers: Record<ColumnTarget, readonly string[]> = {
  name: [
    'Name',
    'Patient Name',
    'Full Name',
    'PATIENT',
    'Patient (full name)',
    'client name',
    'Pateint Name',
  ],
  lastName: ['Last Name', 'Surname', 'LAST', 'Family name', 'patient_last_name'],
  email: [
    'E-Mail',
    'Email Address',
    'email',
    'Patient E-mail',
    'EMAIL_ADDR',
    'e-mail (primary)',
    'Emial',
    'PatientEmail',
  ],
  phone: [
    'Phone Number',
    'Mobile',
    'Cell Phone',
    'Tel.',
    'phone_no',
    'Telephone (home)',
    'Contact Number',
    'Phnoe',
  ],
  age: ['Age', 'AGE (years)', 'Patient Age', 'Age in years', 'age_yrs'],
  street: [
    'Street',
    'Address',
    'Street Address',
    'Address 1',
    'Address Line 1',
    'Mailing Address',
    'HomeAddress',
    'Adress',
  ],
  addressLine2: ['Address Line 2', 'Address 2', 'Apt', 'Apt/Suite', 'Unit #'],
  city: ['City', 'Town', 'CITY', 'City/Town', 'Mailing City', 'patient_city'],
  postalCode: ['Zip', 'ZIP Code', 'Postal Code', 'Postcode', 'Zip/Postal', 'zip_code', 'ZipCode'],
  state: ['State', 'ST', 'State/Province', 'US State', 'Mailing State', 'patient-state'],
  country: ['Country', 'COUNTRY', 'Country/Region', 'Country Name', 'Mailing Country'],
  shippingType: ['Shipping', 'Shipping Method', 'Ship via', 'Delivery Method', 'Carrier'],
  frequency: ['Frequency', 'How often', 'Kit Frequency', 'Testing frequency', 'Interval'],
  kitType: ['Kit', 'Kit Type', 'Test Kit', 'kit_name', 'Kit No.'],
};

const firstNameHeaders = ['First Name', 'Given name', 'FIRST', 'Forename', 'patient_first_name'];

/** The header row of the sample file (SPEC §5). */
const expected = {
  ...{ name: 'Name', email: 'Email', phone: 'Phone', age: 'Age', street: 'Street', city: 'City' },
  ...{ postalCode: 'Postal Code', state: 'State', country: 'Country', shippingType: 'Shipping Type' },
  ...{ frequency: 'Frequency', kitType: 'Kit Type' },
};
const inOrder = Object.keys(expected) as (keyof typeof expected)[];

/** How a program stores a column: as shown, as a number, or as the serial number of a day that it shows as a date. */
type Storage = 'text' | 'number' | 'date';

type Column = {
  target: ColumnTarget | null;
  header: string;
  values: readonly string[];
  storage?: Storage;
  /** Cells are merged in pairs, one above the other, and the lower ones are blank. */
  merged?: boolean;
};

const extras: readonly [string, (faker: Faker, row: number) => string][] = [
  ['Notes', (faker) => faker.lorem.words(3)],
  ['Date of Birth', (faker) => faker.date.birthdate().toISOString().slice(0, 10)],
  ['Emergency Contact Phone', (faker) => faker.phone.number({ style: 'international' })],
  ['Emergency Contact Name', (faker) => faker.person.fullName()],
  ['Provider', (faker) => `Dr. ${faker.person.lastName()}`],
  ['Insurance ID', (faker) => faker.string.alphanumeric(10)],
  ['#', (_, row) => String(row + 1)],
  ['MRN', (faker) => faker.string.numeric(6)],
  ['Status', (faker) => faker.helpers.arrayElement(['active', 'inactive'])],
  ['Gender', (faker) => faker.person.sex()],
  ['Ethnicity', (faker) => faker.helpers.arrayElement(['Hispanic', 'White', 'Black', 'Asian'])],
  ['Last Visit', (faker) => faker.date.past().toLocaleDateString('en-US')],
  ['', () => ''],
];

/** Days as serial numbers, as Excel stores dates. */
const days: readonly [string, number, number][] = [
  ['DOB', 10_000, 38_000],
  ['Date of Birth', 10_000, 38_000],
  ['Last Visit', 43_800, 45_900],
  ['Registered on', 43_800, 45_900],
  ['Next appointment', 45_300, 46_000],
];

const values: Record<ColumnTarget, (faker: Faker) => string> = {
  name: (faker) => `${faker.person.firstName()} ${faker.person.lastName()}`,
  lastName: (faker) => faker.person.lastName(),
  email: (faker) => faker.internet.email().toLowerCase(),
  phone: (faker) => faker.helpers.fromRegExp('[2-9][0-9]{2}-555-[0-9]{4}'),
  age: (faker) => String(faker.number.int({ min: 18, max: 95 })),
  street: (faker) => faker.location.streetAddress(),
  addressLine2: (faker) => (faker.datatype.boolean() ? faker.location.secondaryAddress() : ''),
  city: (faker) => faker.location.city(),
  postalCode: (faker) => faker.location.zipCode('#####'),
  state: (faker) => faker.location.state({ abbreviated: true }),
  country: (faker) => faker.helpers.arrayElement(['USA', 'United States', 'US']),
  shippingType: (faker) => faker.helpers.arrayElement(['USPS', 'Overnight']),
  frequency: (faker) => faker.helpers.arrayElement(['3 Months', '1 Month', 'Yearly', '1 Time']),
  kitType: (faker) => `kit ${faker.number.int({ min: 1, max: 3 })}`,
};

/** A clinic's list: some columns missing, some of its own, in any order, under other names. */
function someColumns(faker: Faker, rows: number): Column[] {
  const filled = (target: ColumnTarget, header: string): Column => ({
    target,
    header,
    values: Array.from({ length: rows }, () => values[target](faker)),
  });
  const kind = faker.number.int({ min: 0, max: 9 });
  if (kind === 0) return inOrder.map((target) => filled(target, expected[target]));
  const isSplit = faker.number.int({ min: 0, max: 9 }) < 3;
  const present = inOrder.filter((target) => target === 'name' || faker.number.int({ min: 0, max: 9 }) > 0);
  const columns = present.map((target) => filled(target, faker.helpers.arrayElement(headers[target])));
  if (faker.number.int({ min: 0, max: 4 }) === 0)
    columns.push(filled('addressLine2', faker.helpers.arrayElement(headers.addressLine2)));
  if (isSplit) {
    const name = columns.find(({ target }) => target === 'name');
    if (name !== undefined) {
      name.header = faker.helpers.arrayElement(firstNameHeaders);
      name.values = name.values.map((text) => text.split(' ')[0] ?? '');
    }
    columns.push(filled('lastName', faker.helpers.arrayElement(headers.lastName)));
  }
  const own = faker.helpers.arrayElements(extras, { min: 0, max: 4 });
  for (const [header, value] of own)
    columns.push({
      target: null,
      header,
      values: Array.from({ length: rows }, (_, row) => value(faker, row)),
    });
  for (const [header, min, max] of faker.helpers.arrayElements(days, { min: 0, max: 2 }))
    columns.push({
      target: null,
      header,
      values: Array.from({ length: rows }, () => String(faker.number.int({ min, max }))),
      // Some programs lose the format, and the number is what is shown.
      storage: faker.helpers.arrayElement(['date', 'date', 'number']),
    });
  for (const column of columns)
    column.merged =
      (column.target === 'country' || column.target === 'state') &&
      faker.number.int({ min: 0, max: 4 }) === 0;
  return kind < 3 ? columns : faker.helpers.shuffle(columns);
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const letterOf = (index: number) => String.fromCharCode(65 + index);

/** One cell; the style with the index 1 shows a date. */
function cellXml(text: string, at: string, storage: Storage): string {
  if (text === '') return '';
  if (storage === 'date') return `<c r="${at}" s="1"><v>${text}</v></c>`;
  if (storage === 'number' && /^\d+$/.test(text)) return `<c r="${at}"><v>${Number(text)}</v></c>`;
  return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

const styles = `<?xml version="1.0"?><styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/** A workbook with a style sheet, without which no number is shown as a date. */
const withStyles = (sheet: string) =>
  makeZip([
    ...xlsxParts(sheet).map((part) => ({
      ...part,
      text: String(part.text)
        .replace(
          '</Types>',
          '<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>',
        )
        .replace(
          '</Relationships>',
          '<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>',
        ),
    })),
    { name: 'xl/styles.xml', text: styles },
  ]);

/** A workbook of these columns, with blank rows in between, hidden rows and columns, and merged cells. */
function workbookOf(columns: readonly Column[], faker: Faker) {
  const rows = columns[0]?.values.length ?? 0;
  // Programs differ in whether they store ages, ZIP codes and phones as numbers.
  const usual: Storage = faker.datatype.boolean() ? 'number' : 'text';
  const rowXml = (number: number, cells: readonly string[]) => {
    const hidden = number > 1 && faker.number.int({ min: 0, max: 9 }) === 0 ? ' hidden="1"' : '';
    return `<row r="${number}"${hidden}>${cells.join('')}</row>`;
  };
  const numbersOfRows: number[] = [];
  const merges: string[] = [];
  let next = 1 + faker.number.int({ min: 0, max: 3 });
  let xml = rowXml(
    next,
    columns.map(({ header }, index) => cellXml(header, `${letterOf(index)}${next}`, 'text')),
  );
  for (let row = 0; row < rows; row += 1) {
    const before = next;
    next += faker.number.int({ min: 0, max: 9 }) === 0 ? 2 : 1;
    numbersOfRows.push(next);
    const cells = columns.map(({ values: texts, storage, merged }, index) => {
      const isLower = merged && row % 2 === 1;
      if (isLower) merges.push(`${letterOf(index)}${before}:${letterOf(index)}${next}`);
      return cellXml(isLower ? '' : (texts[row] ?? ''), `${letterOf(index)}${next}`, storage ?? usual);
    });
    xml += rowXml(next, cells);
  }
  merges.push(`A${next + 2}:C${next + 2}`);
  const sheet = sheetXml(xml, {
    before: '<cols><col min="2" max="3" width="9" hidden="1"/></cols>',
    after: `<mergeCells count="${merges.length}">${merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`,
  });
  return { bytes: withStyles(sheet), numbersOfRows };
}

describe('500 workbooks as clinics make them', () => {
  it('98 of 100 columns are suggested right, no row is moved, and nothing wrong is applied without a question', async () => {
    let right = 0;
    let asked = 0;
    const wrong: string[] = [];
    for (let seed = 1; seed <= 500; seed += 1) {
      const faker = new Faker({ locale: en, seed });
      const columns = someColumns(faker, faker.number.int({ min: 5, max: 25 }));
      const { bytes, numbersOfRows } = workbookOf(columns, faker);
      const result = await parseWorkbook(bytes, { fileName: 'clinic.xlsx', kits: threeKits });
      expect(result.rows.map(({ sheetRow }) => sheetRow)).toEqual(numbersOfRows);
      for (const target of Object.keys(headers) as ColumnTarget[]) {
        const index = columns.findIndex((column) => column.target === target);
        const truth = index < 0 ? null : index;
        asked += 1;
        if (result.match[target] === truth) right += 1;
        else {
          wrong.push(
            `${seed} ${target}: ${describeMatch(result.match, target, columns)}, not ${columns[index]?.header}`,
          );
          expect(result.columns, 'a wrong suggestion must be confirmed').not.toBeNull();
        }
      }
    }
    expect(right / asked, wrong.slice(0, 40).join('\n')).toBeGreaterThanOrEqual(0.98);
  });
});

const describeMatch = (match: ColumnMatch, target: ColumnTarget, columns: readonly Column[]): string =>
  columns[match[target] ?? -1]?.header ?? 'none';

const source = (header: string, index = 0, samples: readonly string[] = []) => ({
  ...{ index, header, samples },
  letter: letterOf(index),
});

/** A file whose columns have these headers and texts, and what is suggested for each column. */
function suggestedFor(columns: readonly (readonly [header: string, texts?: readonly string[]])[]) {
  const sources = columns.map(([header, samples], index) => source(header, index, samples));
  const match = Object.entries(suggestMatch({ sources, headerIsPatient: false }));
  return sources.map(({ index }) => match.find(([, at]) => at === index)?.[0] ?? null);
}

describe('a column whose header is no known name is suggested by what its texts look like', () => {
  it.each<[target: ColumnTarget, texts: readonly string[]]>([
    [
      'name',
      [
        'Ada Byron',
        'Mary O’Neil',
        "Pat O'Brien",
        'Jean-Luc Picard',
        'Byron, Ada',
        'Ada M. King',
        'Zoë Åberg',
      ],
    ],
    ['phone', ['202-555-0101', '(202) 555-0102', '+1 202 555 0103', '202.555.0104']],
    ['age', ['18', '44', '101']],
    [
      'street',
      ['12 Main St', '12a Elm Rd', '12, Oak Ave', '7-B Park', 'PO Box 9', 'P.O. Box 4', 'p. o. box 12'],
    ],
    ['postalCode', ['12345', '12345-6789', '123456789', '1234', 'K1A 0B1', 'k1a0b1']],
    ['state', ['CA', 'ny', 'Ohio', 'New York', 'D.C. ', 'North-Dakota']],
    ['shippingType', ['USPS', 'overnight']],
    ['frequency', ['3 Months', 'Every 3 Months', 'yearly', '1 Time']],
    ['kitType', ['Kit 1', 'kit2', 'KIT 12']],
  ])('%s', (target, texts) => {
    for (const text of texts)
      expect([text, suggestedFor([['Email'], ['Field X', [text]]])[1]]).toEqual([text, target]);
  });

  it('unless they look like nothing in particular', () => {
    const texts = [
      ...['Ada', 'Ada Byron 1', 'A Byron 7', 'ab@', 'Main St 12', 'x12 Main St', 'my PO Box 9', 'UPS'],
      ...['123', '1234567', '12345-67', 'x12345', '12345x', 'K1A 0B11', 'KK1A 0B1', '555-0101', ''],
      ...['Kit', 'Kit 1 2', 'Kit 1b', 'my 1 kit 1'],
    ];
    for (const text of texts)
      expect([text, suggestedFor([['Email'], ['Field X', [text]]])[1]]).toEqual([text, null]);
  });

  it('not by countries or second address lines, which look like much else', () => {
    expect(suggestedFor([['Email'], ['Field X', ['USA', 'Canada']], ['Field Y', ['Apt 4', '#7']]])).toEqual([
      'email',
      null,
      null,
    ]);
  });

  it('where at least nine of ten do', () => {
    const kits = (good: number) =>
      Array.from({ length: 10 }, (_, index) => (index < good ? 'Kit 1' : 'none'));
    expect(suggestedFor([['Email'], ['Field X', kits(9)]])).toEqual(['email', 'kitType']);
    expect(suggestedFor([['Email'], ['Field X', kits(8)]])).toEqual(['email', null]);
  });
});

describe('where a header and the texts below it disagree', () => {
  const names = ['Ada Byron', 'Pat Lee', 'Mary Jones'];
  it('emails are emails whatever their header is', () => {
    expect(suggestedFor([['Name', ['a@example.com', 'b@example.com']]])).toEqual(['email']);
  });
  it('ages, phones and emails must look so', () => {
    expect(suggestedFor([['City'], ['Age', names], ['Phone', names], ['Email', names]])).not.toContain('age');
    expect(suggestedFor([['City'], ['Phone', ['call me', 'none']]])).toEqual(['city', null]);
    expect(suggestedFor([['City'], ['Email', ['none', 'ask']]])).toEqual(['city', null]);
    expect(suggestedFor([['City'], ['Age', ['44', 'old', 'young', '?']]])).toEqual(['city', 'age']);
  });
  it('the numbers of a list are no ages', () => {
    expect(suggestedFor([['City'], ['Age', ['18', '19', '20']]])).toEqual(['city', null]);
    expect(suggestedFor([['City'], ['Age', ['18', '19']]])).toEqual(['city', 'age']);
    expect(suggestedFor([['City'], ['Age', ['20', '19', '18']]])).toEqual(['city', 'age']);
  });
  it('of two columns for one thing, the one whose texts fit better is suggested, and then the more common name', () => {
    expect(
      suggestedFor([
        ['Zip', ['none', '12345']],
        ['Zip', ['12345', '67890']],
      ]),
    ).toEqual([null, 'postalCode']);
    expect(suggestedFor([['Contact Phone'], ['Phone']])).toEqual([null, 'phone']);
    expect(suggestedFor([['Phone'], ['Phone']])).toEqual(['phone', null]);
  });
});

describe('a header', () => {
  it.each<[header: string, target: ColumnTarget | null]>([
    ['E-Mail', 'email'],
    ['Emial', 'email'],
    ['ZIP / Postal', 'postalCode'],
    ['PatientPhoneNumber', 'phone'],
    ['Town of residence', 'city'],
    ['Città', null],
    ['Code postal: PostalCode', 'postalCode'],
    ['Emergency contact phone', null],
    ['Insurance city', null],
    ['Billing ZIP', null],
    ['Date of birth', null],
    ['Patient', 'name'],
    ['Patient identifier', null],
    ['Unit', 'addressLine2'],
    ['Unit price', null],
    ['First', 'name'],
    ['First seen', null],
    ['Client First Name', 'name'],
    ['one two three four five six seven email', 'email'],
    ['one two three four five six seven eight email', null],
    ['', null],
    ['#', null],
  ])('"%s" names %s', (header, target) => {
    expect(suggestedFor([['Shipping Type'], [header]])[1]).toBe(target);
  });

  it('"Last Name" is the second part of a name only beside a first name', () => {
    expect(suggestedFor([['First Name'], ['Last Name']])).toEqual(['name', 'lastName']);
    expect(suggestedFor([['Patient Name'], ['Last Name']])).toEqual(['name', null]);
  });

  it('that is no header, but the first patient, says nothing: the positions of the sample file do', () => {
    const sources = ['Ada Byron', 'ada@example.com', 'Phone'].map((header, index) => source(header, index));
    expect(suggestMatch({ sources, headerIsPatient: true })).toMatchObject({
      name: 0,
      email: 1,
      phone: 2,
      age: null,
    });
  });

  it('that is unknown in all columns leaves it to their positions', () => {
    expect(suggestedFor([['A'], ['B'], ['C'], ['D']])).toEqual(['name', 'email', 'phone', 'age']);
  });
});

describe('a header row', () => {
  const titles = Object.values(expected);
  const of = (row: readonly string[]) => matchOfHeader(row.map((header, index) => source(header, index)));

  it('with the titles of the sample file, or common names for them, needs no question', () => {
    expect(of(titles)).toMatchObject({ name: 0, kitType: 11, addressLine2: null });
    expect(of(titles.with(2, 'Mobile'))).toMatchObject({ phone: 2 });
  });
  it('with another order, fewer titles or further ones does', () => {
    expect(of([...titles].reverse())).toBeNull();
    expect(of(titles.slice(0, 11))).toBeNull();
    expect(of([...titles, 'Notes'])).toBeNull();
    expect(of([...titles, 'Address Line 2'])).toBeNull();
  });
  it('of a file of error rows needs none', () => {
    expect(of([...titles, 'Row in file', 'Problems'])).toMatchObject({ kitType: 11, addressLine2: null });
    expect(of([...titles, 'Address Line 2', 'Row in file', 'Problems'])).toMatchObject({ addressLine2: 12 });
    expect(of([...titles, 'Row in file', 'Problems', 'Notes'])).toBeNull();
  });
});

it('a column without a header has the letters that a spreadsheet program shows', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnLetter)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
});

it('a column looks wrong where less than half of its texts fit what it was chosen for', () => {
  const looks = (target: ColumnTarget, samples: readonly string[]) =>
    looksWrong(target, source('', 0, samples));
  expect(looks('age', ['Ada', 'Pat', '44'])).toBe(true);
  expect(looks('age', ['Ada', '44'])).toBe(false);
  expect(looks('age', [])).toBe(false);
  expect(looks('city', ['44', '45'])).toBe(false);
  // Names, streets and second lines are written in too many ways.
  expect(looks('name', ['44'])).toBe(false);
  expect(looks('street', ['44'])).toBe(false);
  expect(looks('addressLine2', ['Ada'])).toBe(false);
});
