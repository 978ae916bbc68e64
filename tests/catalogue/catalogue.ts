import { dashboard } from './dashboard';
import { publicPages } from './public-pages';
import type { Entry } from './rows';

/**
 * SPEC §8 with §2's page messages and §5's messages of the server, typed out by hand: this table is the oracle, so it
 * imports no words of the product. Where SPEC says nothing, docs/assumptions.md says what was chosen.
 *
 * Words that a server says itself ("Sign in again", "This time slot has passed") are those of the mock.
 */
export const catalogue = { ...publicPages, ...dashboard };

export type CatalogueOperation = keyof typeof catalogue;

/** The entry of one operation, without its literal types. */
export const entryOf = (operation: CatalogueOperation): Entry => catalogue[operation];
