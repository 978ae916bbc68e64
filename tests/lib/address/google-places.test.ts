import { afterEach, describe, expect, it, vi } from 'vitest';
import { type AddressSuggestion, newAddressSession } from '@/lib/address/address-search';
import { createGooglePlaces, loadGooglePlaces, type PlacesLibrary } from '@/lib/address/google-places';

type Request = Parameters<PlacesLibrary['AutocompleteSuggestion']['fetchAutocompleteSuggestions']>[0];
type Component = { types: string[]; longText: string | null; shortText: string | null };

const component = (type: string, longText: string, shortText = longText): Component => ({
  types: [type, 'political'],
  longText,
  shortText,
});

const boston = [
  component('locality', 'Boston'),
  component('administrative_area_level_1', 'Massachusetts', 'MA'),
  component('country', 'United States', 'US'),
  component('postal_code', '02108'),
];

/** The maps library as documented in its reference, returning one place. */
function mapsLibrary(components: Component[]) {
  class Token {}
  const requests: Request[] = [];
  const fetchFields = vi.fn(async () => undefined);
  const place = {
    formattedAddress: '12 Alder St, Boston, MA 02108, USA',
    addressComponents: components,
    fetchFields,
  };
  const prediction = {
    placeId: 'place-1',
    text: { text: '12 Alder St, Boston, MA, USA' },
    mainText: { text: '12 Alder St' },
    secondaryText: { text: 'Boston, MA, USA' },
    toPlace: () => place,
  };
  const library: PlacesLibrary = {
    AutocompleteSessionToken: Token,
    AutocompleteSuggestion: {
      async fetchAutocompleteSuggestions(request) {
        requests.push(request);
        return { suggestions: [{ placePrediction: prediction }, { placePrediction: null }] };
      },
    },
  };
  return { library, requests, fetchFields, Token };
}

const patient = () => new AbortController().signal;

async function chosen(components: Component[]) {
  const search = createGooglePlaces(async () => mapsLibrary(components).library);
  const [suggestion] = await search.suggest('12 al', newAddressSession(), patient());
  return search.resolve(suggestion as AddressSuggestion);
}

describe('the search through the maps service', () => {
  it('asks for addresses in the USA only, and offers them in two lines', async () => {
    const { library, requests } = mapsLibrary(boston);
    const search = createGooglePlaces(async () => library);
    expect(await search.suggest('12 al', newAddressSession(), patient())).toEqual([
      { id: 'place-1', title: '12 Alder St', detail: 'Boston, MA, USA' },
    ]);
    expect(requests).toEqual([expect.objectContaining({ input: '12 al', includedRegionCodes: ['us'] })]);
  });

  it('sends the same token during one search, and a new one with the next', async () => {
    const { library, requests, Token } = mapsLibrary(boston);
    const search = createGooglePlaces(async () => library);
    const session = newAddressSession();
    await search.suggest('12 a', session, patient());
    await search.suggest('12 al', session, patient());
    await search.suggest('9 b', newAddressSession(), patient());
    const [first, second, third] = requests.map(({ sessionToken }) => sessionToken);
    expect(first).toBeInstanceOf(Token);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('asks for the fields that it needs and no others', async () => {
    const { library, fetchFields } = mapsLibrary(boston);
    const search = createGooglePlaces(async () => library);
    const [suggestion] = await search.suggest('12 al', newAddressSession(), patient());
    await search.resolve(suggestion as AddressSuggestion);
    expect(fetchFields).toHaveBeenCalledWith({ fields: ['formattedAddress', 'addressComponents'] });
  });

  it('takes the locality as the city and the level-1 area as the state', async () => {
    expect(await chosen(boston)).toEqual({
      formatted: '12 Alder St, Boston, MA 02108, USA',
      street: '12 Alder St',
      city: 'Boston',
      state: 'MA',
      country: 'United States',
      postalCode: '02108',
    });
  });

  it('takes the house number and the road as the street', async () => {
    const road = [component('street_number', '12'), component('route', 'Alder Street', 'Alder St')];
    expect((await chosen([...road, ...boston])).street).toBe('12 Alder Street');
  });

  it('takes the level-3 area as the city where there is no locality', async () => {
    const [, ...rest] = boston;
    expect((await chosen([component('administrative_area_level_3', 'Nantucket'), ...rest])).city).toBe(
      'Nantucket',
    );
  });

  it('leaves out what the service does not know', async () => {
    expect(await chosen([])).toMatchObject({ city: '', state: '', country: '', postalCode: '' });
  });

  it('drops the answer to a cancelled request', async () => {
    const { library } = mapsLibrary(boston);
    const search = createGooglePlaces(async () => library);
    await expect(search.suggest('12 al', newAddressSession(), AbortSignal.abort())).rejects.toThrow();
  });
});

describe('the maps script', () => {
  const scripts = () => [
    ...document.querySelectorAll<HTMLScriptElement>('script[src*="maps.googleapis.com"]'),
  ];
  afterEach(() => {
    for (const script of scripts()) script.remove();
    Reflect.deleteProperty(window, 'google');
  });

  it('is given up when it does not arrive, so that the next search asks for it again', async () => {
    vi.useFakeTimers();
    const loading = loadGooglePlaces('key-1');
    const rejected = expect(loading).rejects.toThrow('The maps script could not be loaded.');
    await vi.advanceTimersByTimeAsync(20_000);
    await rejected;
    expect(scripts()).toEqual([]);
    vi.useRealTimers();
  });

  it('is added when first asked for, again after it failed, and then never more', async () => {
    expect(scripts()).toEqual([]);
    const rejected = loadGooglePlaces('key-1');
    scripts()[0]?.dispatchEvent(new Event('error'));
    await expect(rejected).rejects.toThrow('The maps script could not be loaded.');
    expect(scripts()).toEqual([]);

    const { library } = mapsLibrary(boston);
    const loading = loadGooglePlaces('key-1');
    const [script] = scripts();
    const query = new URL(script?.src ?? '').searchParams;
    expect(Object.fromEntries(query)).toMatchObject({ key: 'key-1', loading: 'async' });
    Reflect.set(window, 'google', { maps: { importLibrary: async () => library } });
    Reflect.get(window, query.get('callback') ?? '')();
    expect(await loading).toBe(library);
    expect(await loadGooglePlaces('key-1')).toBe(library);
    expect(scripts()).toEqual([script]);
  });
});
