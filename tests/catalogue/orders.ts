import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { MockServer } from '@/mocks/node';
import { expectTyped, fillIn, findButton, openPage, openSection, press, retry } from './page-actions';
import type { PageDriver } from './page-driver';
import { type Area, inPage, notLoaded, toast, unanswered } from './rows';

const patient = 'Robin Ellis';

/** Removes the demo patient's orders, so that they may be ordered for. */
async function clearOrders(server: MockServer) {
  const patients = server.db.list('patients') as { patient_id: string; patient_name: string }[];
  const orders = server.db.list('orders') as { patient_id: string; order_id: string }[];
  const id = patients.find(({ patient_name }) => patient_name === patient)?.patient_id;
  for (const order of orders) {
    if (order.patient_id === id) await server.db.remove('orders', order.order_id);
  }
}

const listKits: PageDriver = {
  open: (server) => openSection(server, 'provider', 'kitsInfo', 'Kit Information'),
  callsOnOpen: true,
  call: retry,
  async done() {
    await screen.findByText(/^Price: \$/);
  },
};

const kitChosen = () => screen.getByLabelText<HTMLSelectElement>('Kit Type').value;

const placeOrder: PageDriver = {
  async open(server) {
    await clearOrders(server);
    const stage = await openSection(server, 'provider', 'authenticate', 'Booking / Order Kits');
    await press(stage.user, `Order kit for ${patient}`);
    const dialog = await screen.findByRole('dialog', { name: 'Order Kit' });
    await fillIn({ Frequency: 'Yearly' }, dialog);
    const kits = within(dialog).getByLabelText('Kit Type');
    await stage.user.selectOptions(
      kits,
      await within(dialog).findByRole('option', { name: 'Essential 2 Panel, $79' }),
    );
    return stage;
  },
  async call({ user }) {
    await press(user, 'Place Order');
    await press(user, 'I agree');
  },
  async inputStays() {
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Terms and Conditions' })).toBeNull());
    expectTyped({ Frequency: 'Yearly' });
    expect(kitChosen()).not.toBe('');
  },
  async done() {
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
};

const confirmAddress: PageDriver = {
  async open(server) {
    const mail = server.mail.list().find(({ kind }) => kind === 'confirm-address');
    return openPage(server, new URL(mail?.link ?? '').pathname);
  },
  async call({ user }) {
    await press(user, 'Confirm Address');
    await press(user, 'Confirm');
  },
  elements: () => [
    ...document.querySelectorAll('main [role="alert"]'),
    ...screen.queryAllByRole('heading', { level: 1, name: 'Address Confirmed' }),
  ],
  async inputStays() {
    await findButton('Confirm Address');
  },
  async done() {
    expect(screen.getByText(/You can close this page/)).toBeVisible();
  },
};

export const orders = {
  'GET /shopify/fetch-products': {
    auth: 'auth',
    status: 200,
    sends: '',
    toasts: 'top-center',
    rows: notLoaded('We couldn’t load the kits.', ['400', '401', '500']),
    driver: listKits,
  },
  'POST /alert/request-address-confirmation-single-patient': {
    auth: 'auth',
    status: 200,
    sends: 'patientId frequency kitType',
    toasts: 'top-center',
    rows: {
      ok: toast('We emailed Robin Ellis to confirm the delivery address.'),
      '400': inPage('This patient already has an order for this kit.'),
      '400.noMessage': inPage('Order has already been placed for this patient.'),
      '401': toast('Unexpected error occurred. Please try again later.'),
      '403': inPage('Authorize this patient first.'),
      '403.noMessage': inPage('Patient is not authorized.'),
      '404': inPage('Unexpected error occurred. Please try again later.'),
      '500': inPage('The confirmation email could not be sent.'),
      '500.noMessage': inPage('Internal server error. Please try again later.'),
      'soft-fail': inPage('The server declined this request.'),
      'soft-fail.noMessage': inPage('Failed to process the request'),
      'wrong-2xx': inPage('Failed to process the request'),
      malformed: inPage('Unexpected error occurred. Please try again later.'),
      ...unanswered(inPage('Network error. Please check your connection and try again.')),
    },
    driver: placeOrder,
  },
  'POST /order/confirm-address-order-kit': {
    auth: 'none',
    status: 200,
    sends: 'token',
    toasts: 'top-right',
    rows: {
      ok: {
        toast: 'Address confirmed successfully! Your order is being processed.',
        inPage: 'Address Confirmed',
      },
      '400': inPage('Invalid or expired token. Please request a new confirmation link.'),
      '500': inPage('Server encountered an issue. Please try again later.'),
      'soft-fail': inPage('The server declined this request.'),
      'soft-fail.noMessage': inPage('Invalid or expired token. Please request a new confirmation link.'),
      'wrong-2xx': inPage('Invalid or expired token. Please request a new confirmation link.'),
      malformed: inPage('Server encountered an issue. Please try again later.'),
      ...unanswered(inPage('Unable to connect to the server. Please check your internet connection.')),
    },
    driver: confirmAddress,
  },
} satisfies Area;
