import { makeXlsx, rowXml } from '@tests/features/import/make-xlsx';

export const emailOf = (name: string) => `${name.replace(' ', '.').toLowerCase()}@example.com`;

const header = [
  'Name',
  'Email',
  'Phone',
  'Age',
  'Street',
  'City',
  'Postal Code',
  'State',
  'Country',
  'Shipping Type',
  'Frequency',
  'Kit Type',
];

/** A file to import with one complete patient. */
export const fileWith = (name: string): File => {
  const rows =
    rowXml(1, header) +
    rowXml(2, [
      name,
      emailOf(name),
      '+1 555 010 0100',
      '36',
      `2 ${name} Street`,
      'Boston',
      '02101',
      'MA',
      'United States',
      'USPS',
      '3 Months',
      'kit 1',
    ]);
  return new File([makeXlsx(rows)], 'patients.xlsx');
};
