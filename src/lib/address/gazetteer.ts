import { wordsOf } from './address';
import type { AddressSearch, AddressSuggestion, FullAddress } from './address-search';

/** A state's abbreviation, its name, and cities with one postal code each. */
type State = readonly [code: string, name: string, cities: readonly (readonly [string, string])[]];

// One state per line. The cities and postal codes are real.
const written = `
  AL Alabama: Birmingham 35203, Montgomery 36104, Mobile 36602
  AK Alaska: Anchorage 99501, Fairbanks 99701, Juneau 99801
  AZ Arizona: Phoenix 85004, Tucson 85701, Flagstaff 86001
  AR Arkansas: Little Rock 72201, Fayetteville 72701, Fort Smith 72901
  CA California: Los Angeles 90012, San Francisco 94103, San Diego 92101, Sacramento 95814
  CO Colorado: Denver 80202, Boulder 80302, Colorado Springs 80903
  CT Connecticut: Hartford 06103, New Haven 06510, Stamford 06901
  DE Delaware: Wilmington 19801, Dover 19901, Newark 19711
  FL Florida: Miami 33130, Orlando 32801, Tampa 33602, Jacksonville 32202
  GA Georgia: Atlanta 30303, Savannah 31401, Augusta 30901
  HI Hawaii: Honolulu 96813, Hilo 96720, Kahului 96732
  ID Idaho: Boise 83702, Idaho Falls 83402, Coeur d'Alene 83814
  IL Illinois: Chicago 60605, Springfield 62701, Peoria 61602
  IN Indiana: Indianapolis 46204, Fort Wayne 46802, Bloomington 47404
  IA Iowa: Des Moines 50309, Cedar Rapids 52401, Iowa City 52240
  KS Kansas: Wichita 67202, Topeka 66603, Lawrence 66044
  KY Kentucky: Louisville 40202, Lexington 40507, Bowling Green 42101
  LA Louisiana: New Orleans 70112, Baton Rouge 70801, Shreveport 71101
  ME Maine: Portland 04101, Bangor 04401, Augusta 04330
  MD Maryland: Baltimore 21202, Annapolis 21401, Rockville 20850
  MA Massachusetts: Boston 02108, Cambridge 02139, Worcester 01608
  MI Michigan: Detroit 48226, Grand Rapids 49503, Ann Arbor 48104
  MN Minnesota: Minneapolis 55401, Saint Paul 55101, Duluth 55802
  MS Mississippi: Jackson 39201, Gulfport 39501, Hattiesburg 39401
  MO Missouri: Kansas City 64106, Saint Louis 63101, Springfield 65806
  MT Montana: Billings 59101, Missoula 59802, Bozeman 59715
  NE Nebraska: Omaha 68102, Lincoln 68508, Grand Island 68801
  NV Nevada: Las Vegas 89101, Reno 89501, Carson City 89701
  NH New Hampshire: Manchester 03101, Concord 03301, Portsmouth 03801
  NJ New Jersey: Newark 07102, Jersey City 07302, Trenton 08608
  NM New Mexico: Albuquerque 87102, Santa Fe 87501, Las Cruces 88001
  NY New York: New York 10011, Brooklyn 11201, Buffalo 14202, Albany 12207
  NC North Carolina: Charlotte 28202, Raleigh 27601, Asheville 28801
  ND North Dakota: Fargo 58102, Bismarck 58501, Grand Forks 58201
  OH Ohio: Columbus 43215, Cleveland 44114, Cincinnati 45202
  OK Oklahoma: Oklahoma City 73102, Tulsa 74103, Norman 73069
  OR Oregon: Portland 97205, Eugene 97401, Salem 97301
  PA Pennsylvania: Philadelphia 19103, Pittsburgh 15222, Harrisburg 17101
  RI Rhode Island: Providence 02903, Newport 02840, Warwick 02886
  SC South Carolina: Charleston 29401, Columbia 29201, Greenville 29601
  SD South Dakota: Sioux Falls 57104, Rapid City 57701, Pierre 57501
  TN Tennessee: Nashville 37203, Memphis 38103, Knoxville 37902
  TX Texas: Austin 78701, Houston 77002, Dallas 75201, San Antonio 78205
  UT Utah: Salt Lake City 84101, Provo 84601, Ogden 84401
  VT Vermont: Burlington 05401, Montpelier 05602, Rutland 05701
  VA Virginia: Richmond 23219, Norfolk 23510, Alexandria 22314
  WA Washington: Seattle 98101, Spokane 99201, Tacoma 98402
  WV West Virginia: Charleston 25301, Morgantown 26501, Huntington 25701
  WI Wisconsin: Milwaukee 53202, Madison 53703, Green Bay 54301
  WY Wyoming: Cheyenne 82001, Casper 82601, Laramie 82070
`;

/** Parses a line such as `VT Vermont: Burlington 05401, Rutland 05701`. */
function stateIn(line: string): State {
  const [, code = '', name = '', cities = ''] = /^(\w\w) ([^:]+): (.+)$/.exec(line) ?? [];
  return [code, name, cities.split(', ').map((city) => [city.slice(0, -6), city.slice(-5)])];
}

/** All fifty states. */
export const states: readonly State[] = written
  .trim()
  .split('\n')
  .map((line) => stateIn(line.trim()));

/** Street names that many towns have. The house numbers are made up. */
export const streets: readonly string[] = [
  'Alder Street',
  'Birch Lane',
  'Cedar Avenue',
  'Dogwood Drive',
  'Elm Street',
  'Foundry Street',
  'Garden Street',
  'Harbor Street',
  'Ivy Court',
  'Juniper Way',
  'Kingfisher Road',
  'Laurel Avenue',
  'Maple Street',
  'Nightingale Lane',
  'Orchard Road',
  'Pine Street',
  'Quarry Road',
  'River Road',
  'Spruce Street',
  'Thornton Avenue',
  'Union Street',
  'Valley View Drive',
  'Willow Street',
  'Yarrow Place',
];

interface Entry {
  readonly house: string;
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  /** The words of the address in lower case; a search term must be a prefix of one of them. */
  readonly words: readonly string[];
}

const suggestionLimit = 5;
const country = 'United States';

/** Common abbreviations. Every other search term must be a prefix of a word in the address. */
const longForms: Readonly<Record<string, readonly string[]>> = {
  st: ['street', 'saint'],
  ave: ['avenue'],
  rd: ['road'],
  dr: ['drive'],
  ln: ['lane'],
  ct: ['court'],
  pl: ['place'],
};

/** One address for every street of every city; the house numbers are the same on every run. */
const entries: readonly Entry[] = states.flatMap(([state, stateName, cities]) =>
  cities.flatMap(([city, postalCode]) =>
    streets.map((street, position) => {
      const house = String(10 + ((Number(postalCode) * 37 + position * 211) % 890));
      const words = [house, ...wordsOf(`${street} ${city} ${state} ${stateName} ${postalCode}`)];
      return { house, street, city, state, postalCode, words };
    }),
  ),
);

const streetLine = ({ house, street }: Entry): string => `${house} ${street}`;
const townLine = ({ city, state, postalCode }: Entry): string => `${city}, ${state} ${postalCode}`;

const begins = (word: string, typed: string): boolean =>
  word.startsWith(typed) || (longForms[typed]?.includes(word) ?? false);

const contains = ({ words }: Entry, typed: readonly string[]): boolean =>
  typed.every((part) => words.some((word) => begins(word, part)));

/** Addresses whose street begins with the typed text come first. */
function best(hits: readonly Entry[], typed: readonly string[]): Entry[] {
  const [first = ''] = typed;
  const isFirst = ({ house, street }: Entry) => begins(house, first) || begins(street.toLowerCase(), first);
  return [...hits.filter(isFirst), ...hits.filter((entry) => !isFirst(entry))].slice(0, suggestionLimit);
}

/** Entries that contain every typed word. An unknown house number is used as typed. */
function find(text: string): Entry[] {
  const typed = wordsOf(text);
  const hits = entries.filter((entry) => contains(entry, typed));
  const [house = '', ...rest] = typed;
  if (hits.length > 0 || rest.length === 0 || !/^\d{1,5}$/.test(house)) return best(hits, typed);
  const onStreet = entries.filter((entry) => contains(entry, rest));
  return best(onStreet, rest).map((entry) => ({ ...entry, house }));
}

/** Searches addresses in all fifty states offline, for builds without a maps service. */
function createGazetteer(): AddressSearch {
  const entryOf = new WeakMap<AddressSuggestion, Entry>();

  function suggestionOf(entry: Entry): AddressSuggestion {
    const suggestion = {
      id: `${streetLine(entry)}, ${townLine(entry)}`,
      title: streetLine(entry),
      detail: townLine(entry),
    };
    entryOf.set(suggestion, entry);
    return suggestion;
  }

  return {
    attribution: null,
    async suggest(text, _session, signal) {
      signal.throwIfAborted();
      return find(text).map(suggestionOf);
    },
    async resolve(suggestion): Promise<FullAddress> {
      const entry = entryOf.get(suggestion);
      if (entry === undefined) throw new Error('This suggestion is of another search.');
      const { city, state, postalCode } = entry;
      return {
        formatted: `${streetLine(entry)}, ${townLine(entry)}, ${country}`,
        street: streetLine(entry),
        city,
        state,
        country,
        postalCode,
      };
    },
  };
}

/** The offline address search (§Notes "Places"): at least 300 addresses in all 50 states. */
export const gazetteer: AddressSearch = createGazetteer();
