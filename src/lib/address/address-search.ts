import { lazyModule } from '@/lib/lazy';

/** An address that the search offers, in the two lines in which a list shows it. */
export interface AddressSuggestion {
  readonly id: string;
  /** House number and street, such as "12 Alder Street". */
  readonly title: string;
  /** Where that is, such as "Boston, MA 02108". */
  readonly detail: string;
}

/** What an address search knows of an address (SPEC §2, last paragraph). */
export interface FoundAddress {
  /** The whole address in one line. */
  readonly formatted: string;
  /** The locality, or the level-3 area where there is none; empty where the search knows neither. */
  readonly city: string;
  /** The level-1 area, as it is written on a letter: "MA". */
  readonly state: string;
  readonly country: string;
  readonly postalCode: string;
}

/** One search of a user, from the first letter to the choice: maps services bill by it. */
export interface AddressSession {
  readonly number: number;
}

/** Looks addresses of the USA up (SPEC §9 "Address search limited to the USA"). */
export interface AddressSearch {
  /** Whom the list must name as its source, where the service asks for that. */
  readonly attribution: string | null;
  /**
   * Addresses that begin like the text, best first.
   *
   * @param session the same for every text of one search; a new one after each choice
   * @param signal aborts a look-up whose answer nobody waits for any more
   * @throws where the service does not answer, or the signal aborted
   */
  suggest(text: string, session: AddressSession, signal: AbortSignal): Promise<readonly AddressSuggestion[]>;
  /**
   * The parts of a suggestion of this search. Ends the session.
   *
   * @throws where the service does not answer
   */
  resolve(suggestion: AddressSuggestion): Promise<FoundAddress>;
}

/** Fewer letters than these name no address. */
export const minSearchLength = 3;

let sessions = 0;

/** Starts a search. */
export function newAddressSession(): AddressSession {
  sessions += 1;
  return { number: sessions };
}

/** An address as the fields of a form hold it: the formatted address goes into street (SPEC-NOTES "Places"). */
export const addressParts = ({ formatted, city, state, country, postalCode }: FoundAddress) => ({
  street: formatted,
  city,
  postalCode,
  state,
  country,
});

/** Calls back with each field that a found address fills, and its text. */
export function eachAddressPart(
  found: FoundAddress,
  fill: (name: keyof ReturnType<typeof addressParts>, text: string) => void,
): void {
  const parts = addressParts(found);
  for (const name of Object.keys(parts) as (keyof typeof parts)[]) fill(name, parts[name]);
}

/**
 * A search whose code and data are loaded with the first letter that is typed.
 *
 * @param load is asked again after it failed
 */
export function loadedOnDemand(
  attribution: string | null,
  load: () => Promise<AddressSearch>,
): AddressSearch {
  const source = lazyModule(load);
  return {
    attribution,
    suggest: async (text, session, signal) => (await source.load()).suggest(text, session, signal),
    resolve: async (suggestion) => (await source.load()).resolve(suggestion),
  };
}
