import * as strings from '@/lib/address/strings';
import { config } from '@/lib/config';
import { type AddressSearch, loadedOnDemand } from './address-search';

/**
 * With an API key, uses the maps service; without one, the offline gazetteer (SPEC-NOTES "Places"). Neither is loaded
 * before the user types an address.
 */
function chooseAddressSearch(googleMapsApiKey: string | undefined): AddressSearch {
  if (googleMapsApiKey === undefined) {
    return loadedOnDemand(null, async () => (await import('./gazetteer')).gazetteer);
  }
  return loadedOnDemand(strings.attribution, async () => {
    const { createGooglePlaces, loadGooglePlaces } = await import('./google-places');
    return createGooglePlaces(() => loadGooglePlaces(googleMapsApiKey));
  });
}

/** The address search of this build. */
export const addressSearch: AddressSearch = chooseAddressSearch(config.googleMapsApiKey);
