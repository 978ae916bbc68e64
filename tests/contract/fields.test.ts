import { isBlankIssue } from '@kitwell/mock-engine/declaration';
import { describe, expect, it } from 'vitest';
import {
  ageText,
  brokenPasswordRules,
  contract,
  datedInvitation,
  emailText,
  isAge,
  isBlank,
  isEmail,
  isWebLink,
  labPayload,
  meetLinkText,
  normalEmail,
  patientImportRow,
  patientProfileUpdate,
  patientRecord,
  requiredFieldsOf,
  requiredText,
} from '@/contract';
import { importColumns } from '@/domain/patient-import';

/** The field's error messages; empty if it is valid. */
const saidOf = (schema: typeof requiredText, value: string) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

describe('blank text', () => {
  const blanks = ['', ' ', '\t\n', '\u00a0\u2003'];
  it('is white space of any kind, and nothing else', () => {
    expect(blanks.filter(isBlank)).toEqual(blanks);
    expect(['0', '-', ' a ', '\u00a0.\n'].filter(isBlank)).toEqual([]);
  });

  it('is rejected once, as blank, regardless of the other rules of the field', () => {
    for (const schema of [requiredText, emailText, ageText, meetLinkText])
      for (const text of blanks)
        expect(schema.safeParse(text).error?.issues.map(isBlankIssue)).toEqual([true]);
  });
});

describe('a text', () => {
  it('is cleaned wherever a form or a server reads it, but a password is not', () => {
    const { body: login } = contract.login;
    const typed = { email: ' <ada@clinic.example>', password: ' p\u200b  w ' };
    expect(login.parse(typed)).toEqual({ email: 'ada@clinic.example', password: typed.password });
    expect(requiredText.parse(' Zoe\u0308\u200b  Quill ')).toBe('Zoë Quill');
    expect(requiredText.safeParse('\u200b').error?.issues.map(isBlankIssue)).toEqual([true]);
    const lab = Object.fromEntries(Object.keys(labPayload.shape).map((field) => [field, 'One\u200b\n  Two']));
    expect(labPayload.parse(lab)).toMatchObject({ name: 'One Two', instructions: 'One\nTwo' });
  });
});

describe('an age', () => {
  it('is a whole number from 0 to 120, and nothing else', () => {
    expect(['0', '120', ' 34 ', '007'].filter(isAge)).toEqual(['0', '120', ' 34 ', '007']);
    expect(['', ' ', '-1', '-0', '121', '3.5', '1e2', '0x10', '+5', 'ten', '٣٤'].filter(isAge)).toEqual([]);
  });

  it('reports why it is rejected', () =>
    expect(saidOf(ageText, '121')).toEqual(['Enter an age from 0 to 120.']));
});

describe('a meet link', () => {
  it.each(['https://meet.example.com/a', 'http://localhost:8000', ' https://example.com ', 'HTTPS://E.COM'])(
    'may be %j',
    (link) => expect(isWebLink(link)).toBe(true),
  );

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'file:///etc/hosts',
    'meet.example.com',
    '//example.com',
    'https://',
    '',
  ])('may not be %j', (link) => expect(isWebLink(link)).toBe(false));

  it('reports why it is rejected', () =>
    expect(saidOf(meetLinkText, 'ftp://example.com')).toEqual([
      'Enter a link that starts with https:// or http://.',
    ]));
});

describe('an email address', () => {
  it.each(['a@b.co', ' robin.ellis+kit@mail.example.com ', 'é@exämple.de'])('may be %j', (email) =>
    expect(saidOf(emailText, email)).toEqual([]),
  );
  it('is the same in another case and with spaces around it', () =>
    expect(normalEmail(' Robin.Ellis@Mail.example.com ')).toBe('robin.ellis@mail.example.com'));

  it.each(['a', 'a@b', '@b.co', 'a@b.co c', 'a@@b.co'])('may not be %j', (email) =>
    expect(saidOf(emailText, email)).toEqual(['Enter an email address such as name@example.com.']),
  );
});

const said = {
  length: 'Password must be at least 8 characters long.',
  upper: 'Password must contain at least one uppercase letter.',
  lower: 'Password must contain at least one lowercase letter.',
  number: 'Password must contain at least one number.',
  special: 'Password must contain at least one special character from @$!%*?&.',
};

describe('the password rules of §5', () => {
  it.each([
    ['Harbor1!', []],
    ['Harbo1!', [said.length]],
    ['harbor1!', [said.upper]],
    ['HARBOR1!', [said.lower]],
    ['Harbors!', [said.number]],
    ['Harbor12', [said.special]],
    ['Harbor1#', [said.special]],
    ['', [said.length, said.upper, said.lower, said.number, said.special]],
  ])('of %j break %j', (password, broken) => expect(brokenPasswordRules(password)).toEqual(broken));
});

describe('what must not be blank', () => {
  const address = ['street', 'city', 'postalCode', 'state', 'country'];
  it.each([
    ['an added patient', requiredFieldsOf(patientImportRow), ['name', 'email', 'phone', 'age', ...address]],
    [
      'an updated patient',
      requiredFieldsOf(patientRecord),
      [
        ...['patient_name', 'patient_email', 'patient_phone', 'patient_street', 'patient_city'],
        ...['patient_postal_code', 'patient_state', 'patient_country'],
      ],
    ],
    [
      'a profile',
      requiredFieldsOf(patientProfileUpdate),
      ['name', 'phone', 'age', ...address, 'shippingType', 'frequency', 'kitType'],
    ],
    ['a lab', requiredFieldsOf(labPayload), ['name', 'labId', 'phoneNo', ...address, 'instructions']],
    [
      'a clinic profile',
      requiredFieldsOf(contract.updateClinicProfile.body),
      ['phoneNumber', 'clinicName', ...address, 'patients'],
    ],
    [
      'an invitation',
      requiredFieldsOf(datedInvitation),
      ['providerType', 'appointmentDate', 'timeSlotStart', 'timeSlotEnd', 'meetLink'],
    ],
  ] as const)('in %s is what §5 names', (_, required, fields) => expect(required).toEqual(fields));

  it('in a row of a file is what an added patient needs', () => {
    const required = importColumns.filter((column) => column.required).map(({ key }) => key);
    expect(required).toEqual(requiredFieldsOf(patientImportRow));
  });
});

it.each(['a@b.example', 'a.b+c@d-e.example', "o'brien@clinic.example", 'ä@ö.example'])(
  '%s is an email',
  (email) => expect(isEmail(email)).toBe(true),
);
it.each([
  'a..b@c.example',
  'a@b..example',
  'a@b-.example',
  'a@-b.example',
  'a@b.example,',
  'a,b@c.example',
  'a@b',
])('%s is no email', (email) => expect(isEmail(email)).toBe(false));
