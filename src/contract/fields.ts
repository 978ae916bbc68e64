import { patientAge } from './constants';
import { fieldMessages } from './messages';
import * as z from './zod';

/** The password rules shown live as a list (SPEC §5). */
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

/** The messages of the rules that a password breaks, in their fixed order. */
export const brokenPasswordRules = (password: string): string[] =>
  passwordRules.filter((rule) => !rule.holds(password)).map((rule) => rule.message);

/** `trim() !== ""`: age 0 is a value (SPEC-NOTES). */
export const isBlank = (value: string): boolean => value.trim() === '';

/** Text that must not be blank. Keeps what was typed; blank text is refused beside its field. */
export const requiredText = z
  .string(fieldMessages.required)
  .check(z.refine((value) => !isBlank(value), fieldMessages.required));

/** The fields of an object's shape that hold text. */
type TextField<Shape extends Readonly<Record<string, z.ZodMiniType>>> = {
  [Field in keyof Shape & string]: z.input<Shape[Field]> extends string ? Field : never;
}[keyof Shape & string];

const rejectsBlank = (schema: z.ZodMiniType): boolean =>
  schema.safeParse('').error?.issues.some(({ message }) => message === fieldMessages.required) ?? false;

/**
 * Takes the schema of a payload; gives the names of its fields that must not be blank (SPEC §5), in its order. So that
 * what is required stands in the schema alone. Ask once for each schema, not for each payload.
 */
export const requiredFieldsOf = <Shape extends Readonly<Record<string, z.ZodMiniType>>>({
  shape,
}: {
  readonly shape: Shape;
}): readonly TextField<Shape>[] =>
  Object.entries(shape)
    .filter(([, schema]) => rejectsBlank(schema))
    .map(([field]) => field as TextField<Shape>);

/** Text that may be empty. */
export const optionalText = z.string();

/** The parts of a postal address, as every payload that holds one names them (SPEC §3). */
export const postalAddress = {
  street: requiredText,
  city: requiredText,
  postalCode: requiredText,
  state: requiredText,
  country: requiredText,
  addressLine2: optionalText,
};

/** An email address; blank is refused as missing, not as malformed. */
export const emailText = requiredText.check(
  z.refine((value) => isBlank(value) || isEmail(value), fieldMessages.email),
);

/** Whether the text reads like an email address; more than that only a mail server can know. */
export function isEmail(value: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim());
}

/** An email address in the form in which two are compared: they are the same whatever their case. */
export const normalEmail = (email: string): string => email.trim().toLowerCase();

/** Whole years from 0 to 120, as typed. */
export const ageText = requiredText.check(
  z.refine((value) => isBlank(value) || isAge(value), fieldMessages.age),
);

/** Whether the text is a whole number of years that SPEC §5 admits. */
export function isAge(value: string): boolean {
  const typed = value.trim();
  return /^\d{1,3}$/.test(typed) && Number(typed) >= patientAge.min && Number(typed) <= patientAge.max;
}

/** A meet link: http and https only (SPEC-NOTES). */
export const meetLinkText = requiredText.check(
  z.refine((value) => isBlank(value) || isWebLink(value), fieldMessages.meetLink),
);

/** Whether the text is an absolute http(s) address. */
export function isWebLink(value: string): boolean {
  const typed = value.trim();
  return URL.canParse(typed) && ['https:', 'http:'].includes(new URL(typed).protocol);
}

/**
 * Text in a server's answer. Servers of this product were seen to leave fields null or to send numbers for digits; the
 * screens always get text.
 */
export const answerText = z.pipe(
  z.nullish(z.union([z.string(), z.number()])),
  z.transform((value) => (value === null || value === undefined ? '' : String(value))),
);

/** Takes the schema of an entity in an answer; gives the names of its fields that are `answerText`, in its order. */
export const textFieldsInAnswer = ({
  shape,
}: {
  readonly shape: Readonly<Record<string, z.ZodMiniType>>;
}): readonly string[] =>
  Object.entries(shape)
    .filter(([, schema]) => schema === answerText)
    .map(([field]) => field);

/** What a server sends for an id: some send numbers where others send digits. */
const answeredId = z.union([z.string(), z.number()]);

/**
 * Takes an id's schema; gives the schema of that id in an answer, where it may also come as a number.
 * In requests ids travel as they are declared.
 */
export const idInAnswer = <Id extends z.ZodMiniType<unknown, string>>(id: Id) =>
  z.pipe(z.pipe(answeredId, z.transform(String)), id);

/** Takes a row number's schema; gives the schema of that number in an answer, where it may also come as digits. */
export const rowIdInAnswer = <Id extends z.ZodMiniType<unknown, number>>(id: Id) =>
  z.pipe(z.pipe(z.union([z.number(), z.string().check(z.regex(/^\d+$/))]), z.transform(Number)), id);
