import { isBlankIssue } from '@kitwell/mock-engine/declaration';
import * as z from '@/contract/zod';
import { cleanEmail, cleanLines, cleanText } from './clean-text';
import { emailPattern, longest, patientAge } from './constants';
import { fieldMessages } from './notice';

/** The password rules shown live as a list (§5). */
export const passwordRules = [
  {
    message: 'Password must be at least 8 characters long.',
    holds: (password: string) => password.length >= 8,
  },
  {
    message: 'Password must contain at least one uppercase letter.',
    holds: (password: string) => /[A-Z]/.test(password),
  },
  {
    message: 'Password must contain at least one lowercase letter.',
    holds: (password: string) => /[a-z]/.test(password),
  },
  { message: 'Password must contain at least one number.', holds: (password: string) => /\d/.test(password) },
  {
    message: 'Password must contain at least one special character from @$!%*?&.',
    holds: (password: string) => /[@$!%*?&]/.test(password),
  },
] as const;

/** Returns the messages of the rules that a password breaks, in their fixed order. */
export const brokenPasswordRules = (password: string): string[] =>
  passwordRules.filter((rule) => !rule.holds(password)).map((rule) => rule.message);

/** Whether the text is empty after trimming. Age 0 is not blank (§Notes). */
export const isBlank = (value: string): boolean => value.trim() === '';

/** Marks, in types only, a schema that rejects blank text. */
declare const required: unique symbol;
type RequiredText = z.ZodMiniString<string> & { readonly [required]: true };

const notBlank = z.refine<string>((value) => !isBlank(value), { params: { isBlank: true } });

/** Text that must not be blank and is sent unchanged, such as a password; each form has its own message for blank text. */
export const exactText = z.string().check(notBlank) as RequiredText;

/** A line of text that must not be blank. As in all texts but the exact ones, invisible characters don't count. */
export const requiredText = z.string().check(z.overwrite(cleanText), notBlank) as RequiredText;

/** Text of one or more lines that must not be blank. */
export const requiredLines = z.string().check(z.overwrite(cleanLines), notBlank) as RequiredText;

/** The names of the fields in an object's shape that must not be blank. */
export type RequiredField<Shape> = {
  [Field in keyof Shape & string]: Shape[Field] extends RequiredText ? Field : never;
}[keyof Shape & string];

/**
 * Returns the names of a payload's fields that must not be blank (§5), in schema order, so that the schema is the
 * only place that defines them. Call it once per schema, not per payload.
 */
export const requiredFieldsOf = <Shape extends Readonly<Record<string, z.ZodMiniType>>>({
  shape,
}: {
  readonly shape: Shape;
}): readonly RequiredField<Shape>[] =>
  Object.entries(shape)
    .filter(([, schema]) => schema.safeParse('').error?.issues.some(isBlankIssue))
    .map(([field]) => field as RequiredField<Shape>);

/** Text that may be empty. */
export const optionalText = z.string().check(z.overwrite(cleanText));

/** The parts of a postal address, under the names that every payload uses (§3). */
export const postalAddress = {
  street: requiredText,
  city: requiredText,
  postalCode: requiredText,
  state: requiredText,
  country: requiredText,
  addressLine2: optionalText,
};

/** An email address; blank text is reported as missing, not as malformed. */
export const emailText = requiredText.check(
  z.overwrite(cleanEmail),
  z.refine((value) => isBlank(value) || isEmail(value), fieldMessages.email),
);

/** Whether the text looks like an email address; only a mail server can verify it. */
export function isEmail(value: string): boolean {
  return emailPattern.test(value.trim());
}

/** Normalizes an email address for comparison, which ignores case. */
export const normalEmail = (email: string): string => email.trim().toLowerCase();

/** Whole years from 0 to 120, as typed. */
export const ageText = requiredText.check(
  z.refine((value) => isBlank(value) || isAge(value), fieldMessages.age),
);

/** Whether the text is a whole number of years within the limits of §5. */
export function isAge(value: string): boolean {
  const typed = value.trim();
  return /^\d{1,3}$/.test(typed) && Number(typed) >= patientAge.min && Number(typed) <= patientAge.max;
}

/** A meet link: http or https only (§Notes). */
export const meetLinkText = requiredText.check(
  z.refine((value) => isBlank(value) || isWebLink(value), fieldMessages.meetLink),
);

/** Whether the text is an absolute http(s) URL. */
export function isWebLink(value: string): boolean {
  const typed = value.trim();
  return URL.canParse(typed) && ['https:', 'http:'].includes(new URL(typed).protocol);
}

/** A server's text without invisible characters; plain ASCII stays as it is, spaces included. */
export const cleanAnswer = (text: string): string => (/^[ -~\n]*$/.test(text) ? text : cleanLines(text));

/** Text in a response. Real servers sent null for some fields and numbers for digits; the UI always gets text. */
export const answerText = z.pipe(
  z.nullish(z.union([z.string(), z.number()])),
  z.transform((value) => (value === null || value === undefined ? '' : cleanAnswer(String(value)))),
);

/** A text of a fetched record that a request sends back: null means empty, and the field must be there. */
const storedText = z.pipe(
  z.nullable(z.union([z.string(), z.number()])),
  z.transform((value) => (value === null ? '' : String(value))),
);

/** Returns schemas for the texts of a fetched record that a request sends back. */
export const storedTexts = <Texts extends Readonly<Record<string, z.ZodMiniType<string, string>>>>(
  texts: Texts,
) =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, z.pipe(storedText, text)]),
    // TypeScript can't see that each entry has the name of one text.
  ) as { [Name in keyof Texts]: z.ZodMiniPipe<typeof storedText, Texts[Name]> };

/** Yes or no in a response, where it may also be a digit or a text. */
export const flagInAnswer = z.pipe(
  z.union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false'])]),
  z.transform((value) => value === 'true' || Number(value) === 1),
);

/** The "yes" of a response to a call that may also fail with a success status. */
export const successInAnswer = z.pipe(flagInAnswer, z.literal(true));

/** Cuts a text that is longer than a page should show; the last character then says so. */
export const shorten = (text: string, limit: number): string =>
  text.length > limit ? `${text.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text;

/** A name in a response that is only shown, never sent back. */
export const answerName = z.pipe(
  answerText,
  z.transform((name) => shorten(name, longest.name)),
);

/** Returns the names of the `answerText` fields of an entity's schema, in schema order. */
export const textFieldsInAnswer = ({
  shape,
}: {
  readonly shape: Readonly<Record<string, z.ZodMiniType>>;
}): readonly string[] =>
  Object.entries(shape)
    .filter(([, schema]) => schema === answerText)
    .map(([field]) => field);

// Some servers send ids as numbers.
const answeredId = z.union([z.string(), z.number()]);

/** Returns the schema of an id in a response, and where it is sent back, where it may also be a number. */
export const idInAnswer = <Id extends z.ZodMiniType<unknown, string>>(id: Id) =>
  z.pipe(z.pipe(answeredId, z.transform(String)), id);

/** Returns the schema of a row number in a response, where it may also be a string of digits. */
export const rowIdInAnswer = <Id extends z.ZodMiniType<unknown, number>>(id: Id) =>
  z.pipe(z.pipe(z.union([z.number(), z.string().check(z.regex(/^\d+$/))]), z.transform(Number)), id);
