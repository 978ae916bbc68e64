import type { AddressSearch, AddressSession, AddressSuggestion, FullAddress } from './address-search';
import * as strings from './strings';

/** The part of the Maps JavaScript API's `places` library that we use (the new Autocomplete API). */
export interface PlacesLibrary {
  readonly AutocompleteSessionToken: new () => object;
  readonly AutocompleteSuggestion: {
    fetchAutocompleteSuggestions(request: {
      input: string;
      sessionToken: object;
      includedRegionCodes: readonly string[];
      language: string;
      region: string;
    }): Promise<{ suggestions: readonly { placePrediction: PlacePrediction | null }[] }>;
  };
}

interface PlacePrediction {
  readonly placeId: string;
  readonly text: { readonly text: string };
  readonly mainText: { readonly text: string } | null;
  readonly secondaryText: { readonly text: string } | null;
  toPlace(): Place;
}

interface Place {
  readonly formattedAddress?: string | null;
  readonly addressComponents?: readonly AddressComponent[] | null;
  fetchFields(request: { fields: readonly string[] }): Promise<unknown>;
}

interface AddressComponent {
  readonly types: readonly string[];
  readonly longText: string | null;
  readonly shortText: string | null;
}

/**
 * Google Places as the address search. A session's token is sent with every autocomplete request; the library adds it
 * to the first `fetchFields` of the chosen place.
 *
 * @param loadLibrary called for every request; loads the library only once
 */
export function createGooglePlaces(loadLibrary: () => Promise<PlacesLibrary>): AddressSearch {
  const tokens = new WeakMap<AddressSession, object>();
  const predictions = new WeakMap<AddressSuggestion, PlacePrediction>();

  function tokenOf(session: AddressSession, places: PlacesLibrary): object {
    const token = tokens.get(session) ?? new places.AutocompleteSessionToken();
    tokens.set(session, token);
    return token;
  }

  function suggestionOf(prediction: PlacePrediction): AddressSuggestion {
    const suggestion = {
      id: prediction.placeId,
      title: prediction.mainText?.text ?? prediction.text.text,
      detail: prediction.secondaryText?.text ?? '',
    };
    predictions.set(suggestion, prediction);
    return suggestion;
  }

  return {
    attribution: strings.attribution,
    async suggest(input, session, signal) {
      const places = await loadLibrary();
      signal.throwIfAborted();
      const { suggestions } = await places.AutocompleteSuggestion.fetchAutocompleteSuggestions({
        input,
        sessionToken: tokenOf(session, places),
        includedRegionCodes: ['us'],
        language: 'en-US',
        region: 'us',
      });
      signal.throwIfAborted();
      return suggestions.flatMap(({ placePrediction }) =>
        placePrediction === null ? [] : [suggestionOf(placePrediction)],
      );
    },
    async resolve(suggestion) {
      const place = predictions.get(suggestion)?.toPlace();
      if (place === undefined) throw new Error('This suggestion is of another search.');
      await place.fetchFields({ fields: ['formattedAddress', 'addressComponents'] });
      return addressOf(place, suggestion.title);
    },
  };
}

/**
 * Maps a place to an address: city is the locality or the level-3 area, state the level-1 area (§2).
 *
 * @param title the street line of a place that names no street
 */
function addressOf({ formattedAddress, addressComponents }: Place, title: string): FullAddress {
  const part = (type: string) => addressComponents?.find(({ types }) => types.includes(type));
  const long = (type: string) => part(type)?.longText ?? '';
  return {
    formatted: formattedAddress ?? '',
    street: long('route') === '' ? title : [long('street_number'), long('route')].filter(Boolean).join(' '),
    city: long('locality') || long('administrative_area_level_3'),
    state: part('administrative_area_level_1')?.shortText ?? '',
    country: long('country'),
    postalCode: long('postal_code'),
  };
}

const mapsLoaded = '__kitwellMapsLoaded';

/** Milliseconds; the limit of a call of the API, too. */
const longestLoad = 20_000;

interface MapsWindow {
  google?: { maps?: { importLibrary?(name: 'places'): Promise<PlacesLibrary> } };
  [mapsLoaded]?: () => void;
}

let script: Promise<void> | null = null;

/**
 * Loads the maps script once, and its `places` library.
 *
 * @throws if the script can't be loaded; the next call tries again
 */
export async function loadGooglePlaces(key: string): Promise<PlacesLibrary> {
  script ??= loadScript(key).catch((error: unknown) => {
    script = null;
    throw error;
  });
  await script;
  const library = await mapsWindow().google?.maps?.importLibrary?.('places');
  if (library === undefined) throw new Error('The maps script came without its libraries.');
  return library;
}

const mapsWindow = (): MapsWindow => window as unknown as MapsWindow;

function loadScript(key: string): Promise<void> {
  const query = new URLSearchParams({ key, v: 'weekly', loading: 'async', callback: mapsLoaded });
  const element = document.createElement('script');
  element.src = `https://maps.googleapis.com/maps/api/js?${query}`;
  element.async = true;
  return new Promise((resolve, reject) => {
    const fail = () => {
      element.remove();
      reject(new Error('The maps script could not be loaded.'));
    };
    // A connection that has died may never report an error.
    const timer = setTimeout(fail, longestLoad);
    mapsWindow()[mapsLoaded] = () => {
      clearTimeout(timer);
      resolve();
    };
    element.addEventListener('error', () => {
      clearTimeout(timer);
      fail();
    });
    document.head.append(element);
  });
}
