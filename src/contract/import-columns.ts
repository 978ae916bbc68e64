/**
 * The twelve columns of a patient spreadsheet, in the order in which a file holds them (SPEC §5 "Spreadsheet import").
 * Columns are found by position, never by their header: the titles only serve the sample file and the header check.
 * `required` follows the Add patients rule of SPEC §5.
 */
export const importColumns = [
  { key: 'name', title: 'Name', required: true },
  { key: 'email', title: 'Email', required: true },
  { key: 'phone', title: 'Phone', required: true },
  { key: 'age', title: 'Age', required: true },
  { key: 'street', title: 'Street', required: true },
  { key: 'city', title: 'City', required: true },
  { key: 'postalCode', title: 'Postal Code', required: true },
  { key: 'state', title: 'State', required: true },
  { key: 'country', title: 'Country', required: true },
  { key: 'shippingType', title: 'Shipping Type', required: false },
  { key: 'frequency', title: 'Frequency', required: false },
  { key: 'kitType', title: 'Kit Type', required: false },
] as const;

type ImportColumn = (typeof importColumns)[number];
export type ImportColumnKey = ImportColumn['key'];

/** Name of the sample file that the import dialog offers, beside the application's own files. */
export const sampleFileName = 'sample-patients.xlsx';
