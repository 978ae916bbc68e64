import { en, Faker } from '@faker-js/faker';
import { describe, expect, it } from 'vitest';
import type { ColumnMatch, ColumnTarget } from '@/contract/patient-import';
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
