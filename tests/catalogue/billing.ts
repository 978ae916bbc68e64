import type { EventEmitter } from 'node:events';
import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { openPage, openSection, press, retry } from './page-actions';
import type { PageDriver } from './page-driver';
import { alerts } from './read-messages';
import { type Area, type ExpectedMessage, inPage, notLoaded, silent, toast, unanswered } from './rows';

const openAuthenticate: PageDriver['open'] = (server) =>
  openSection(server, 'provider', 'authenticate', 'Booking / Order Kits');

const checking = 'GET /payment/check-payment-details';

const checkCard: PageDriver = {
  async open(server) {
    // The header makes the same call and may get the first response, so keep this one until the section has it.
    server.set(checking, '400');
    const stage = await openAuthenticate(server);
    await screen.findByRole('alert');
    server.clear(checking);
    return stage;
  },
  callsOnOpen: true,
  call: retry,
  async done({ user }) {
    await press(user, /^Hey, /);
    await screen.findByRole('menuitem', { name: 'Edit Card Details' });
  },
};

const payment = 'cs_test_catalogue_1';

const verifyPayment: PageDriver = {
  async open(server) {
    await server.db.insert('checkouts', {
      session_id: payment,
      clinic_id: 'C001',
      status: 'paid',
      created_at: '2026-01-01T00:00:00.000Z',
    });
    return openPage(server, `/payment-success?session_id=${payment}`);
  },
  callsOnOpen: true,
  call: retry,
  elements: () => [...screen.queryAllByRole('heading', { level: 1 }), ...alerts()],
  async done() {
    expect(screen.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/dashboard');
  },
};

let leaving: { readonly expected: () => boolean } | null = null;

/** Detects navigation: jsdom can't navigate and reports an error instead. */
function watchLeaving(): { readonly expected: () => boolean } {
  const { virtualConsole } = (globalThis as unknown as { jsdom: { virtualConsole: EventEmitter } }).jsdom;
  let expected = false;
  virtualConsole.removeAllListeners('jsdomError');
  virtualConsole.on('jsdomError', ({ message }: Error) => {
    expected ||= message.includes('navigation');
  });
  return { expected: () => expected };
}

const entry = () => screen.findByRole('menuitem', { name: 'Edit Card Details' });

const startCheckout: PageDriver = {
  async open(server) {
    const stage = await openAuthenticate(server);
    await press(stage.user, /^Hey, /);
    leaving = watchLeaving();
    return stage;
  },
  call: async ({ user }) => user.click(await entry()),
  async inputStays() {
    expect(await entry()).toBeVisible();
    expect(leaving?.expected()).toBe(false);
  },
  async done() {
    expect(screen.getByRole('menuitem', { name: 'Redirecting to Stripe...' })).toBeVisible();
    await waitFor(() => expect(leaving?.expected()).toBe(true));
  },
};

const notVerified: ExpectedMessage = {
  ...inPage('Failed to verify payment session'),
  title: 'Failed to process payment!',
};
const errorVerifying: ExpectedMessage = {
  ...inPage('Error verifying payment session'),
  title: 'Something Went Wrong',
};

export const billing = {
  'GET /payment/check-payment-details': {
    auth: 'auth',
    status: 200,
    sends: '',
    toasts: 'top-center',
    rows: notLoaded('We couldn’t check your card details and lab details.'),
    driver: checkCard,
  },
  'GET /payment/payment-success': {
    auth: 'none',
    status: 200,
    sends: 'session_id',
    toasts: 'top-right',
    rows: {
      ok: inPage('Payment method saved successfully!'),
      '400': notVerified,
      '500': notVerified,
      'soft-fail': notVerified,
      'wrong-2xx': notVerified,
      malformed: errorVerifying,
      ...unanswered(errorVerifying),
    },
    driver: verifyPayment,
  },
  'POST /payment/create-checkout-session': {
    auth: 'auth',
    status: 200,
    sends: '',
    toasts: 'top-center',
    rows: {
      ok: silent,
      '400': toast('Failed to process payment!'),
      '401': toast('Failed to process payment!'),
      '403': toast('Failed to process payment!'),
      '500': toast('Failed to process payment!'),
      'wrong-2xx': toast('Failed to process payment!'),
      malformed: toast('Failed to process payment!'),
      ...unanswered(toast('Failed to process payment!')),
    },
    driver: startCheckout,
  },
} satisfies Area;
