import { type ImportColumnKey, importColumns } from '@/contract/import-columns';
import type { HeaderWarning } from '@/contract/import-result';
import * as strings from './strings';

/** Other headers that people write above the same column. */
const otherNames: Partial<Record<ImportColumnKey, readonly string[]>> = {
  name: ['patientname', 'fullname', 'patient'],
  email: ['emailaddress', 'patientemail', 'mail'],
  phone: ['phonenumber', 'patientphone', 'telephone', 'mobile'],
  age: ['patientage', 'ageyears'],
  street: ['address', 'streetaddress', 'address1', 'addressline1'],
  city: ['town'],
  postalCode: ['zip', 'zipcode', 'postcode', 'postal'],
  country: ['countryregion'],
  shippingType: ['shipping', 'shippingmethod'],
  frequency: ['kitfrequency'],
  kitType: ['kit'],
};

const letters = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

function columnLetter(index: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + index);
}

/**
 * Compares the header texts with the expected titles. Columns count by position, so a different header usually means
 * shifted or swapped columns; the first row is skipped in any case.
 */
export function checkHeader(header: readonly string[], hasFurtherColumns: boolean): HeaderWarning[] {
  const warnings: HeaderWarning[] = [];
  if (header.some((text) => text.includes('@'))) {
    warnings.push({ column: null, message: strings.headerIsPatient });
  } else {
    importColumns.forEach(({ key, title }, index) => {
      const found = header[index] ?? '';
      const accepted = [letters(title), ...(otherNames[key] ?? [])];
      if (accepted.includes(letters(found))) return;
      const letter = columnLetter(index);
      const message =
        found === '' ? strings.noHeader(letter, title) : strings.otherHeader(letter, found, title);
      warnings.push({ column: key, message });
    });
  }
  if (hasFurtherColumns) {
    const last = columnLetter(importColumns.length - 1);
    warnings.push({
      column: null,
      message: strings.furtherColumns(last),
    });
  }
  return warnings;
}
