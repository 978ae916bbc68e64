// From §2 and §4, exact: do not reword.
export const fixed = {
  /** The Billing entry of the header's menu. */
  menu: {
    edit: 'Edit Card Details',
    redirecting: 'Redirecting to Stripe...',
  },
} as const;

// Ours: free to reword.
export const strings = {
  /** The Billing entry of the header's menu. */
  menu: {
    add: 'Add Card Details',
  },
  /** The page after a card was stored. */
  success: {
    checkingTitle: 'Card details',
    checking: 'Checking with our card provider...',
    saved: 'Your card stays with our card provider; we never see its number.',
    toDashboard: 'Go to Dashboard',
    failed: 'Your card details may not have been saved.',
    retry: 'Retry',
    back: 'Back to Dashboard',
  },
  /** The page after a checkout was cancelled. */
  cancel: {
    cancelled:
      'You may try again whenever you like. The dashboard shows whether your card details are saved.',
    unknown: 'We couldn’t tell which checkout was cancelled.',
    back: 'Back to Dashboard',
  },
} as const;
