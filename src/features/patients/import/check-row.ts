import { frequencyOptions, patientAge, shippingTypes } from '@/contract/constants';
import { isAge, isEmail } from '@/contract/fields';
import { importColumns } from '@/contract/import-columns';
import type { ImportedValues, ImportIssue } from '@/contract/import-result';
import * as strings from './strings';

type Finding = ImportIssue | undefined;

function checkEmail({ email }: ImportedValues): Finding {
  if (email === '' || isEmail(email)) return undefined;
  return { column: 'email', message: strings.notAnEmail, level: 'error' };
}

function checkAge({ age }: ImportedValues): Finding {
  if (age === '' || isAge(age)) return undefined;
  const message = strings.notAnAge(patientAge.min, patientAge.max);
  return { column: 'age', message, level: 'error' };
}

function checkPhone({ phone }: ImportedValues): Finding {
  const digits = phone.replace(/\D/g, '').length;
  const onlyPhoneCharacters = /^[\d\s+().-]*$/.test(phone);
  if (phone === '' || (onlyPhoneCharacters && digits >= 10 && digits <= 15)) return undefined;
  return { column: 'phone', message: strings.notAPhone, level: 'warning' };
}

function checkOption(
  column: 'shippingType' | 'frequency',
  options: readonly string[],
  values: ImportedValues,
): Finding {
  const text = values[column];
  if (text === '' || options.includes(text)) return undefined;
  return { column, message: strings.notAnOption(text, options), level: 'warning' };
}

const frequencies = frequencyOptions.map(({ value }) => value);

/** Finds what is missing or odd in the values of one row; duplicates and kits need more than one row to judge. */
export function checkRow(values: ImportedValues): ImportIssue[] {
  const missing = importColumns
    .filter(({ key, required }) => required && values[key] === '')
    .map(({ key, title }): ImportIssue => ({ column: key, message: strings.missing(title), level: 'error' }));
  const findings = [
    checkEmail(values),
    checkPhone(values),
    checkAge(values),
    checkOption('shippingType', shippingTypes, values),
    checkOption('frequency', frequencies, values),
  ];
  return [...missing, ...findings.filter((finding) => finding !== undefined)];
}
