import type { Suggestions } from './use-address-suggestions';

const byHand = 'You can type the address by hand.';

/** How a search stands, in words; empty where there is nothing to say. */
export function suggestionWords({ status, items }: Suggestions): string {
  switch (status) {
    case 'idle':
      return '';
    case 'searching':
      return 'Searching addresses...';
    case 'failed':
      return `The address search doesn’t answer. ${byHand}`;
    case 'unresolved':
      return 'We couldn’t look this address up. Please fill in the rest by hand.';
    case 'found':
      if (items.length === 0) return `No address found. ${byHand}`;
      return items.length === 1 ? '1 address found.' : `${items.length} addresses found.`;
  }
}
