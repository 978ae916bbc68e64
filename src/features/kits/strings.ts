import { notLoaded } from '@/contract';

// From SPEC §2, exact: do not reword.
export const fixed = {
  section: {
    title: 'Kit Information',
    price: (amount: string) => `Price: $${amount}`,
  },
} as const;

// Ours: free to reword.
export const strings = {
  section: {
    notLoaded: notLoaded('the kits'),
    none: 'No kits are available right now.',
    list: 'Kits',
  },
} as const;
