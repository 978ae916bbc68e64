import { expect, it } from 'vitest';
import {
  asciiDigits,
  cleanCode,
  cleanEmail,
  cleanLines,
  cleanPhone,
  cleanText,
  dialledPhone,
  dialledSoFar,
} from '@/contract/clean-text';

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
  ['Your code is 424242. Questions? Call 800-555-0100.', '424242'],
  ['424242 sent 2026-11-28', '424242'],
  ['28.11.2026: your code is 424242', '424242'],
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
  // What people write, what the form of a clinic without a limit shows, and what counts for a limit.
  ['+1 (617) 555-0123', '+1 (617) 555-0123', '+16175550123'],
  ['617.555.0123', '617.555.0123', '6175550123'],
  ['617-555-0123 ext. 5', '617-555-0123', '6175550123'],
  ['617-555-0123x5', '617-555-0123', '6175550123'],
  ['(617) 555-0123 #5', '(617) 555-0123', '6175550123'],
  ['tel:+1-617-555-0123;ext=5', '+1-617-555-0123', '+16175550123'],
  ['tel:617-555-0123', '617-555-0123', '6175550123'],
  ['Phone: (617) 555-0123', '(617) 555-0123', '6175550123'],
  ['\u202a+1 617 555 0123\u202c', '+1 617 555 0123', '+16175550123'],
  ['(+1) 617 555 0123', '+1 617 555 0123', '+16175550123'],
  ['\u260e +1 617 555 0123', '+1 617 555 0123', '+16175550123'],
  ['＋１ ６１７ ５５５ ０１２３', '+1 617 555 0123', '+16175550123'],
  ['+44 (0)20 7946 0958', '+44 20 7946 0958', '+442079460958'],
  ['+44(0)20 7946 0958', '+44 20 7946 0958', '+442079460958'],
  ['020 7946 0958', '020 7946 0958', '02079460958'],
  ['(0) 20 7946 0958', '(0) 20 7946 0958', '02079460958'],
  ['ask her', 'ask her', ''],
  ['+', '+', '+'],
  ['', '', ''],
])('the phone %j is read as %j, and dialled as %j', (text, phone, dialled) => {
  expect(cleanPhone(text)).toBe(phone);
  expect(cleanPhone(phone)).toBe(phone);
  expect(dialledPhone(text)).toBe(dialled);
});

it.each([
  ['+1 (617) 555-0123 x5', '+16175550123x5'],
  ['+16175550123 ext. 5', '+16175550123xt.5'],
  ['617-555-0123 #5', '6175550123#5'],
  ['tel:+1617', '+1617'],
  ['+44 (0', '+44(0'],
  ['+44 (0)20', '+4420'],
  ['+1 (6', '+16'],
  ['(6', '6'],
])('of the phone %j, the field shows %j while it is typed', (text, displayed) => {
  const typed = [...text].reduce((before, character) => dialledSoFar(before + character), '');
  expect(typed).toBe(displayed);
});

it('cleans each of several lines', () =>
  expect(cleanLines(' Ring\u200b  twice.\r\n\n\tThen wait. ')).toBe('Ring twice.\n\nThen wait.'));
