// From SPEC §2, exact: do not reword.
export const fixed = {
  title: 'Terms and Conditions',
  agree: 'I agree',
} as const;

// Ours: free to reword.
export const strings = {
  description: 'Read these terms before you continue.',
} as const;

/** A titled group of terms. */
export interface TermsSection {
  readonly title: string;
  readonly clauses: readonly { readonly heading: string; readonly text: string }[];
}

/** SPEC leaves this timeframe open; it stays a visible placeholder until the company decides (SPEC-NOTES). */
const defectiveKitTimeframe = '[timeframe, e.g. 7 days]';

/** Also shown where an order is placed. */
export const allSalesFinal = 'All sales are final.';

/**
 * The terms users agree to: about the product at sign-up, about a purchase at payment. Ours: free to reword, with
 * lawyers, as long as it covers what SPEC §1 asks for.
 */
export const termsSections = {
  'sign-up': {
    title: 'Sign-up terms',
    clauses: [
      {
        heading: 'We only distribute kits',
        text: 'This product only distributes sample-collection kits. We do not perform any testing.',
      },
      {
        heading: 'No medical advice',
        text: 'Nothing here is medical advice. Please talk to your healthcare provider about your results and your care.',
      },
    ],
  },
  payment: {
    title: 'Payment terms',
    clauses: [
      { heading: 'Price', text: 'The price at checkout includes taxes and shipping.' },
      { heading: 'No returns', text: `${allSalesFinal} We do not accept returns.` },
      {
        heading: 'Defective kits',
        text: `Defective kits are replaced free of charge if reported within ${defectiveKitTimeframe}.`,
      },
      { heading: 'Liability', text: 'Our liability is limited to the replacement cost of the kit.' },
    ],
  },
} as const satisfies Record<string, TermsSection>;

export type TermsSectionName = keyof typeof termsSections;
