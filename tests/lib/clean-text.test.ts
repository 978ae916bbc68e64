import { expect, it } from 'vitest';
import { asciiDigits, cleanCode, cleanEmail, cleanPhone, cleanText } from '@/lib/clean-text';

it.each([
  ['Ada\u200b Quill', 'Ada Quill'],
  ['\ufeffAda\u2060', 'Ada'],
  ['\u202aada@clinic.example\u202c', 'ada@clinic.example'],
  ['\u2066Ada\u2069 \u200eQuill\u200f', 'Ada Quill'],
  ['clinic\u00adtest', 'clinictest'],
  ['A\u0000d\u0007a\u009f\u007f', 'Ada'],
  ['a\u200db\u200cc', 'abc'],
  [' Ada\t\u00a0 \r\nQuill\u3000', 'Ada Quill'],
  ['Zoe\u0308 A\u030aberg', 'Zoë Åberg'],
  ['e\u200b\u0301', 'é'],
  // Joiners that are part of what is seen.
  ['علی\u200cرضا', 'علی\u200cرضا'],
  ['👩\u200d⚕️', '👩\u200d⚕️'],
  ['𠮷田 😜', '𠮷田 😜'],
  ['', ''],
])('the text %j is read as %j', (text, read) => {
  expect(cleanText(text)).toBe(read);
  expect(cleanText(read)).toBe(read);
});

it.each([
  ['٤٢٤٢٤٢', '424242'],
  ['۴۲۴۲۴۲', '424242'],
  ['４２', '42'],
  ['४२', '42'],
  ['A 7', 'A 7'],
])('the digits of %j are %j', (text, digits) => expect(asciiDigits(text)).toBe(digits));

it.each([
  ['mailto:dale@clinic.example', 'dale@clinic.example'],
  ['MAILTO:dale@clinic.example', 'dale@clinic.example'],
  ['<hugo@clinic.example>', 'hugo@clinic.example'],
  ['Hugo Lund <hugo@clinic.example>,', 'hugo@clinic.example'],
  ['<mailto:hugo@clinic.example>', 'hugo@clinic.example'],
  ['"jude@clinic.example"', 'jude@clinic.example'],
  ['“jude@clinic.example”;', 'jude@clinic.example'],
  ['finn@clinic.example,', 'finn@clinic.example'],
  ['gwen@clinic.example.', 'gwen@clinic.example'],
  ['\u200bada@clinic.example\u200b', 'ada@clinic.example'],
  ['ada＠clinic．example', 'ada@clinic.example'],
  // Whoever wrote these has to say what they mean.
  ['ada@clinic.example, ben@clinic.example', 'ada@clinic.example, ben@clinic.example'],
  ['ask her.', 'ask her.'],
  ["o'brien@clinic.example", "o'brien@clinic.example"],
  ['', ''],
])('the email %j is read as %j', (text, email) => expect(cleanEmail(text)).toBe(email));

it.each([
  ['424242', '424242'],
  [' 424 242 ', '424242'],
  ['424-242', '424242'],
  ['424–242', '424242'],
  ['4 2 4 2 4 2', '424242'],
  ['Your code is 424242', '424242'],
  ['Your code is 424242.', '424242'],
  ['424242 is your Kitwell code. It is valid for 10 minutes.', '424242'],
  ['G-424242', '424242'],
  ['４２４２４２', '424242'],
  ['٤٢٤٢٤٢', '424242'],
  ['\u200e424\u200b242', '424242'],
  ['A1B2C3', 'A1B2C3'],
  ['A1B2 C3', 'A1B2C3'],
  ['12', '12'],
  ['12345678', '12345678'],
  ['', ''],
])('the code %j is read as %j', (text, code) => expect(cleanCode(text)).toBe(code));

it.each([
  ['+1 (617) 555-0123', '+16175550123'],
  ['617.555.0123', '6175550123'],
  ['617-555-0123 ext. 5', '6175550123'],
  ['617-555-0123x5', '6175550123'],
  ['(617) 555-0123 #5', '6175550123'],
  ['tel:+1-617-555-0123;ext=5', '+16175550123'],
  ['\u202a+1 617 555 0123\u202c', '+16175550123'],
  ['(+1) 617 555 0123', '+16175550123'],
  ['＋１ ６１７ ５５５ ０１２３', '+16175550123'],
  ['+44 (0)20 7946 0958', '+442079460958'],
  ['020 7946 0958', '02079460958'],
  ['+', '+'],
  ['', ''],
])('the phone %j is read as %j', (text, phone) => expect(cleanPhone(text)).toBe(phone));
