import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { MockServer } from '@/mocks/node';
import type { PageDriver, PageDrivers } from '../page-driver';
import { expectTyped, fillIn, findButton, openPage, openSection, press, retry } from './page-actions';

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
      await within(dialog).findByRole('option', { name: 'Essential 2 Panel' }),
    );
    return stage;
  },
  async call({ user }) {
    await press(user, 'Place Order');
    await press(user, 'I agree');
  },
  async kept() {
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
  async kept() {
    await findButton('Confirm Address');
  },
  async done() {
    expect(screen.getByText(/You can close this page/)).toBeVisible();
  },
};

export const ordersDrivers: PageDrivers = {
  'GET /shopify/fetch-products': listKits,
  'POST /alert/request-address-confirmation-single-patient': placeOrder,
  'POST /order/confirm-address-order-kit': confirmAddress,
};
