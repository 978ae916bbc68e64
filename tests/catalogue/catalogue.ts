import { dashboard } from './dashboard';
import { publicPages } from './public-pages';
import type { Entry } from './rows';

/**
 * SPEC §8 with the page messages of §2 and the server messages of §5, written by hand: this table is the oracle, so it
 * imports no text of the product. Where SPEC is silent, docs/assumptions.md records the choice.
 * Messages that come from the server ("Sign in again", "This time slot has passed") are those of the mock.
 */
export const catalogue = { ...publicPages, ...dashboard };

export type CatalogueOperation = keyof typeof catalogue;

/** An operation's entry, widened from its literal type. */
export const entryOf = (operation: CatalogueOperation): Entry => catalogue[operation];
