import { lazyModule } from '@/lib/lazy';

/** A suggested address, as the two lines of a list item. */
export interface AddressSuggestion {
  readonly id: string;
  /** House number and street, such as "12 Alder Street". */
  readonly title: string;
  /** City, state and postal code, such as "Boston, MA 02108". */
  readonly detail: string;
}

/** The parts of an address that a search returns (§2, last paragraph). */
export interface FullAddress {
  /** The whole address in one line. */
  readonly formatted: string;
  /** House number and street alone, such as "12 Alder Street". */
  readonly street: string;
  /** The locality, or else the level-3 administrative area; empty if the search has neither. */
  readonly city: string;
  /** The level-1 administrative area in its short form, such as "MA". */
  readonly state: string;
  readonly country: string;
  readonly postalCode: string;
}

/** One search by a user, from the first letter to the choice. Maps services bill per session. */
export interface AddressSession {
  readonly number: number;
}

/** Searches addresses in the USA (§9 "Address search limited to the USA"). */
export interface AddressSearch {
  /** The source that the list must name, if the service requires it. */
  readonly attribution: string | null;
  /**
   * Returns addresses that begin with the text, best match first.
   *
   * @param session the same for every text of one search; a new one after each choice
   * @param signal aborts a request whose result is no longer needed
   * @throws if the service fails, or the signal is aborted
   */
  suggest(text: string, session: AddressSession, signal: AbortSignal): Promise<readonly AddressSuggestion[]>;
  /**
   * Returns the parts of a suggestion from this search, and ends the session.
   *
   * @throws if the service fails
   */
  resolve(suggestion: AddressSuggestion): Promise<FullAddress>;
}

/** Shorter texts are not searched. */
export const minSearchLength = 3;

let sessions = 0;

export function newAddressSession(): AddressSession {
  sessions += 1;
  return { number: sessions };
}

/** Maps an address to form fields: the street is the street line alone (§Notes "Places"). */
export const addressParts = ({ street, city, state, country, postalCode }: FullAddress) => ({
  street,
  city,
  postalCode,
  state,
  country,
});

/** Calls `fill` with each field that a found address fills, and its text. */
export function eachAddressPart(
  address: FullAddress,
  fill: (name: keyof ReturnType<typeof addressParts>, text: string) => void,
): void {
  const parts = addressParts(address);
  for (const name of Object.keys(parts) as (keyof typeof parts)[]) fill(name, parts[name]);
}

/**
 * A search whose code and data are loaded when the user types the first letter.
 *
 * @param load called again after a failure
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
