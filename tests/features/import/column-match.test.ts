import { describe, expect, it } from 'vitest';
import type { ColumnTarget } from '@/domain/patient-import';
import {
  columnLetter,
  looksWrong,
  matchOfHeader,
  suggestMatch,
} from '@/features/patients/import/column-match';

const source = (header: string, index = 0, samples: readonly string[] = []) => ({
  index,
  header,
  samples,
  letter: columnLetter(index),
});

/** A file whose columns have these headers and texts, and what is suggested for each column. */
function suggestedFor(columns: readonly (readonly [header: string, texts?: readonly string[]])[]) {
  const sources = columns.map(([header, samples], index) => source(header, index, samples));
  const match = Object.entries(suggestMatch({ sources, headerIsPatient: false }));
  return sources.map(({ index }) => match.find(([, at]) => at === index)?.[0] ?? null);
}

describe('a column whose header is no known name is suggested by what its texts look like', () => {
  it.each<[target: ColumnTarget, texts: readonly string[]]>([
    ['name', ['Ada Byron', 'Mary O’Neil', "Pat O'Brien", 'Byron, Ada', 'Ada M. King', 'Zoë Åberg']],
    ['phone', ['202-555-0101', '(202) 555-0102', '+1 202 555 0103', '202.555.0104']],
    ['age', ['18', '44', '101']],
    ['street', ['12 Main St', '12a Elm Rd', '12, Oak Ave', 'PO Box 9', 'P.O. Box 4']],
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
      'Ada',
      'A Byron 7',
      'Main St 12',
      'UPS',
      '123',
      '1234567',
      '12345x',
      '555-0101',
      'Kit 1b',
      '',
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
  it('an exact header wins, unless a column without one holds what it names', () => {
    expect(suggestedFor([['City'], ['Age', names], ['Phone', names], ['Email', names]])).toEqual([
      'city',
      'age',
      'phone',
      'email',
    ]);
    expect(
      suggestedFor([['City'], ['Email', names], ['Contact', ['a@example.com', 'b@example.com']]]),
    ).toEqual(['city', 'name', 'email']);
    expect(suggestedFor([['City'], ['Age', ['44', 'old', 'young', '?']]])).toEqual(['city', 'age']);
  });
  it('numbers that count up are ages under that header, and otherwise row numbers', () => {
    expect(suggestedFor([['City'], ['Age', ['20', '21', '22', '23', '24']]])).toEqual(['city', 'age']);
    expect(suggestedFor([['City'], ['#', ['20', '21', '22']]])).toEqual(['city', null]);
    expect(suggestedFor([['City'], ['Years', ['20', '19', '18']]])).toEqual(['city', 'age']);
  });
  it('of two columns for one thing, the one whose texts fit better is suggested, and then the more common name', () => {
    expect(
      suggestedFor([
        ['Zip', ['none', '12345']],
        ['Zip', ['12345', '67890']],
      ]),
    ).toEqual([null, 'postalCode']);
    expect(suggestedFor([['Contact Phone'], ['Phone']])).toEqual([null, 'phone']);
  });
});

describe('a header', () => {
  it.each<[header: string, target: ColumnTarget | null]>([
    ['E-Mail', 'email'],
    ['Emial', 'email'],
    ['ZIP / Postal', 'postalCode'],
    ['PatientPhoneNumber', 'phone'],
    ['Town of residence', 'city'],
    ['Emergency contact phone', null],
    ['Date of birth', null],
    ['Patient', 'name'],
    ['Patient identifier', null],
    ['Unit', 'addressLine2'],
    ['Unit price', null],
    ['First', 'name'],
    ['First seen', null],
    ['Client First Name', 'name'],
    ['', null],
    ['#', null],
  ])('"%s" names %s', (header, target) => {
    expect(suggestedFor([['Shipping Type'], [header]])[1]).toBe(target);
  });

  it('"Last Name" is the second part of a name only beside a first name', () => {
    expect(suggestedFor([['First Name'], ['Last Name']])).toEqual(['name', 'lastName']);
    expect(suggestedFor([['Patient Name'], ['Last Name']])).toEqual(['name', null]);
  });

  it('that is the first patient is not used: the positions of the sample file are', () => {
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
  const titles = [
    ...['Name', 'Email', 'Phone', 'Age', 'Street', 'City', 'Postal Code', 'State', 'Country'],
    ...['Shipping Type', 'Frequency', 'Kit Type'],
  ];
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
});
