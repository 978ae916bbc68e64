import { expect, it } from 'vitest';
import { ageText, emailText } from '@/contract';
import type { ImportedValues } from '@/contract/patient-import';
import { checkRow } from '@/features/patients/import/parse-workbook';

const ada: ImportedValues = {
  name: 'Ada Byron',
  email: 'ada@example.com',
  phone: '+1 555 010 0100',
  age: '36',
  street: '1 Main St',
  city: 'Boston',
  postalCode: '02101',
  state: 'MA',
  country: 'United States',
  shippingType: '',
  frequency: '',
  kitType: '',
  kitId: null,
  addressLine2: '',
};
const marked = (values: Partial<ImportedValues>) =>
  checkRow({ ...ada, ...values }).map(({ column }) => column);

it.each([
  'ada',
  'ada@example',
  'a,b@example.com',
  'ada@example..com',
  'ada@@example.com',
  '(ada)@example.com',
])('the email %s is marked in a file exactly where every form rejects it', (email) => {
  expect(marked({ email })).toEqual(emailText.safeParse(email).success ? [] : ['email']);
});

it.each(['0', '120', '121', '-1', '36.5', '036', 'x', '1e1'])(
  'the age %s is marked in a file exactly where every form rejects it',
  (age) => {
    expect(marked({ age })).toEqual(ageText.safeParse(age).success ? [] : ['age']);
  },
);
