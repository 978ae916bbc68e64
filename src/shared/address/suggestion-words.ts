import * as strings from '@/shared/address/strings';
import type { Suggestions } from './use-address-suggestions';

/** How a search stands, in words; empty where there is nothing to say. */
export function suggestionWords({ status, items }: Suggestions): string {
  switch (status) {
    case 'idle':
      return '';
    case 'searching':
      return strings.searching;
    case 'failed':
      return strings.noAnswer;
    case 'unresolved':
      return strings.unresolved;
    case 'found':
      return items.length === 0 ? strings.noneFound : strings.found(items.length);
  }
}
