import { describe, expect, it } from 'vitest';
import { type AddressSuggestion, newAddressSession } from '@/lib/address/address-search';
import { gazetteer, states, streets } from '@/lib/address/gazetteer';

const suggest = (text: string) => gazetteer.suggest(text, newAddressSession(), new AbortController().signal);
const lines = async (text: string) => (await suggest(text)).map(({ title, detail }) => `${title}, ${detail}`);
const resolveFirst = async (text: string) =>
  gazetteer.resolve((await suggest(text))[0] ?? { id: '', title: '', detail: '' });

/** The first digits of each state's postal codes, as assigned by the postal service. */
const postalRanges: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  AL: [[350, 369]],
  AK: [[995, 999]],
  AZ: [[850, 865]],
  AR: [[716, 729]],
  CA: [[900, 961]],
  CO: [[800, 816]],
  CT: [[60, 69]],
  DE: [[197, 199]],
  FL: [[320, 349]],
  GA: [
    [300, 319],
    [398, 399],
  ],
  HI: [[967, 968]],
  ID: [[832, 838]],
  IL: [[600, 629]],
  IN: [[460, 479]],
  IA: [[500, 528]],
  KS: [[660, 679]],
  KY: [[400, 427]],
  LA: [[700, 714]],
  ME: [[39, 49]],
  MD: [[206, 219]],
  MA: [[10, 27]],
  MI: [[480, 499]],
  MN: [[550, 567]],
  MS: [[386, 397]],
  MO: [[630, 658]],
  MT: [[590, 599]],
  NE: [[680, 693]],
  NV: [[889, 898]],
  NH: [[30, 38]],
  NJ: [[70, 89]],
  NM: [[870, 884]],
  NY: [[100, 149]],
  NC: [[270, 289]],
  ND: [[580, 588]],
  OH: [[430, 459]],
  OK: [[730, 749]],
  OR: [[970, 979]],
  PA: [[150, 196]],
  RI: [[28, 29]],
  SC: [[290, 299]],
  SD: [[570, 577]],
  TN: [[370, 385]],
  TX: [[750, 799]],
  UT: [[840, 847]],
  VT: [[50, 59]],
  VA: [[220, 246]],
  WA: [[980, 994]],
  WV: [[247, 268]],
  WI: [[530, 549]],
  WY: [[820, 831]],
};

describe('the gazetteer', () => {
  it('knows at least 300 addresses, in all fifty states', () => {
    const cities = states.flatMap(([, , inState]) => inState);
    expect(states.map(([code]) => code).toSorted()).toEqual(Object.keys(postalRanges).toSorted());
    expect(cities.length * streets.length).toBeGreaterThanOrEqual(300);
  });

  it.each(states.map(([code, , cities]) => [code, cities] as const))(
    'gives the cities of %s postal codes of that state',
    (code, cities) => {
      for (const [city, postalCode] of cities) {
        const prefix = Number(postalCode.slice(0, 3));
        const inRange = postalRanges[code]?.some(([from, to]) => prefix >= from && prefix <= to);
        expect(postalCode, city).toMatch(/^\d{5}$/);
        expect(inRange, `${city} ${postalCode}`).toBe(true);
      }
    },
  );

  it('finds an address by the beginnings of its words, in any order and case', async () => {
    expect(await lines('harb sea wash')).toEqual([
      expect.stringMatching(/^\d+ Harbor Street, Seattle, WA 98101$/),
    ]);
    expect(await lines('SEATTLE, WA harbor')).toEqual(await lines('harb sea wash'));
  });

  it('understands the usual short forms', async () => {
    expect(await lines('cedar ave nashville')).toEqual([
      expect.stringMatching(/^\d+ Cedar Avenue, Nashville, TN 37203$/),
    ]);
    expect((await lines('elm st st paul'))[0]).toMatch(/^\d+ Elm Street, Saint Paul, MN 55101$/);
  });

  it('takes over a house number that it does not know', async () => {
    expect(await lines('4711 willow austin')).toEqual(['4711 Willow Street, Austin, TX 78701']);
  });

  it('offers five addresses at most, first the streets that begin with the text', async () => {
    const suggestions = await suggest('union');
    expect(suggestions).toHaveLength(5);
    for (const { title } of suggestions) expect(title).toMatch(/ Union Street$/);
  });

  it('finds nothing outside the USA, and nothing for nonsense', async () => {
    expect(await suggest('Unter den Linden Berlin')).toEqual([]);
    expect(await suggest('qqqq')).toEqual([]);
  });

  it('finds the same again', async () => {
    expect(await suggest('pine')).toEqual(await suggest('pine'));
  });

  it('gives every part of what was chosen', async () => {
    expect(await resolveFirst('4711 willow austin')).toEqual({
      formatted: '4711 Willow Street, Austin, TX 78701, United States',
      street: '4711 Willow Street',
      city: 'Austin',
      state: 'TX',
      country: 'United States',
      postalCode: '78701',
    });
  });

  it('does not answer a cancelled request', async () => {
    await expect(gazetteer.suggest('pine', newAddressSession(), AbortSignal.abort())).rejects.toThrow();
  });

  it('resolves nothing that it has not offered', async () => {
    const foreign: AddressSuggestion = { id: 'x', title: '1 Somewhere', detail: '' };
    await expect(gazetteer.resolve(foreign)).rejects.toThrow('This suggestion is of another search.');
  });
});
