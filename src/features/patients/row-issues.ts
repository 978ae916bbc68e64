import { frequencyOptions, patientAge, shippingTypes } from '@/contract/constants';
import type { KitId } from '@/contract/entities';
import { isAge, isBlank, isEmail } from '@/contract/fields';
import type { ImportIssue, ImportKits } from '@/domain/patient-import';
import { fold } from '@/lib/search/fold';
import { cellIssues } from './strings';

/** The cells of a new patient whose values can be checked, in the grid as in a file. */
type CheckedCells = Readonly<
  Record<
    'email' | 'phone' | 'age' | 'postalCode' | 'state' | 'country' | 'shippingType' | 'frequency',
    string
  >
>;

/**
 * Whether a text can be a phone number: 10 to 15 digits, and the signs that people put between them. The forms ask
 * libphonenumber, which is too slow for 10,000 rows.
 */
export function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length;
  return digits >= 10 && digits <= 15 && /^[\d\s+().-]*$/.test(text);
}

/** Letters and digits of a text, without accents, in lower case. */
export const plain = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]/gu, '');

/** Names of the USA and Puerto Rico, which has ZIP codes of the USA, as people and programs write them. */
const unitedStates: ReadonlySet<string> = new Set(
  ' us usa unitedstates theunitedstates unitedstatesofamerica unitedstatesusa unitedstatesofamericausa america 840 puertorico etatsunis estadosunidos eeuu vereinigtestaaten statiuniti'.split(
    ' ',
  ),
);

/** Whether an address is in the USA; so is one without a country. */
export const isUnitedStates = (country: string): boolean => unitedStates.has(plain(country));

const states: ReadonlySet<string> = new Set(
  [
    'alabama alaska arizona arkansas california colorado connecticut delaware florida georgia hawaii idaho illinois indiana iowa kansas kentucky louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana nebraska nevada newhampshire newjersey newmexico newyork northcarolina northdakota ohio oklahoma oregon pennsylvania rhodeisland southcarolina southdakota tennessee texas utah vermont virginia washington westvirginia wisconsin wyoming',
    'al ak az ar ca co ct de fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa ri sc sd tn tx ut vt va wa wv wi wy',
    // The capital, the territories and the armed forces.
    'districtofcolumbia washingtondc puertorico guam americansamoa virginislands usvirginislands northernmarianaislands dc pr gu as vi mp aa ae ap',
  ].flatMap((list) => list.split(' ')),
);

/** Whether a text is the name or the code of a state of the USA, or of what mail counts as one. */
export const isState = (text: string): boolean => states.has(plain(text));

/** A US ZIP code of five or nine digits. */
export const zipCode = /^\d{5}(-\d{4})?$/;

const frequencies = frequencyOptions.map(({ value }) => value);

const isOption = (text: string, options: readonly string[]): boolean =>
  isBlank(text) || options.includes(text);

/**
 * Returns the doubtful values of a row. None of them keeps a row from being sent: §5 asks for values that are not
 * blank, and the server decides about the rest.
 */
export function valueIssues(row: CheckedCells): ImportIssue[] {
  const { email, phone, age, postalCode, state, country, shippingType, frequency } = row;
  const issues: ImportIssue[] = [];
  const mark = (column: ImportIssue['column'], message: string, level: ImportIssue['level']) =>
    issues.push({ column, message, level });
  if (!isBlank(email) && !isEmail(email)) mark('email', cellIssues.email, 'error');
  if (!isBlank(phone) && !isPhone(phone)) mark('phone', cellIssues.phone, 'warning');
  if (!isBlank(age) && !isAge(age)) mark('age', cellIssues.age(patientAge.min, patientAge.max), 'error');
  if (!isBlank(postalCode) && isUnitedStates(country) && !zipCode.test(postalCode.trim()))
    mark('postalCode', cellIssues.postalCode, 'warning');
  if (!isBlank(state) && isUnitedStates(country) && !isState(state))
    mark('state', cellIssues.state, 'warning');
  if (!isOption(shippingType, shippingTypes))
    mark('shippingType', cellIssues.option(shippingType, shippingTypes), 'warning');
  if (!isOption(frequency, frequencies))
    mark('frequency', cellIssues.option(frequency, frequencies), 'warning');
  return issues;
}

type KitLookup = { readonly kitId: KitId | null; readonly issue?: ImportIssue };

const kitText = /^kit\s+([1-9]\d*)$/i;

/**
 * Looks up the kit that text such as "kit 2" names by its position in the kit list (§5 "Spreadsheet import").
 * Blank text names no kit; any other text without a kit is marked.
 */
export function lookUpKit(text: string, kits: ImportKits): KitLookup {
  if (text === '') return { kitId: null };
  const mark = (message: string, level: ImportIssue['level']): KitLookup => ({
    kitId: null,
    issue: { column: 'kitType', message, level },
  });
  if (kits === 'unavailable') return mark(cellIssues.kitNotLookedUp, 'error');
  const position = kitText.exec(text)?.[1];
  if (position === undefined) return mark(cellIssues.notAKit, 'warning');
  const kit = kits[Number(position) - 1];
  if (kit) return { kitId: kit.id };
  return mark(cellIssues.noSuchKit(text, kits.length), 'warning');
}
