import { screen, within } from '@testing-library/react';
import { toastText } from '@tests/support/outcomes';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createMockServer } from '@/mocks/node';
import { openProfile, tracking, trackingAtRest } from './support';

const server = createMockServer();
beforeAll(() => server.listen());
beforeEach(() => server.reset({ preset: 'demo' }));
afterAll(() => server.close());

const tracked = 'POST /patient/track-kit-status';
const refresh = () => within(tracking()).getByRole('button', { name: 'Refresh' });

/** Sets the age of the demo patient's order. */
async function orderPlaced(daysAgo: number) {
  const orders = server.db.list('orders') as { order_id: string; patient_id: string }[];
  const order = orders.find(({ patient_id }) => patient_id === 'P-1001');
  const placed_at = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
  await server.db.patch('orders', order?.order_id ?? '', { placed_at });
}

it('shows the status as a way with the stations reached so far', async () => {
  await openProfile(server);
  expect(within(tracking()).getByRole('status')).toHaveTextContent(/^Kit shipped$/);
  const [, shipped] = within(tracking()).getAllByRole('listitem');
  expect(shipped).toHaveAttribute('aria-current', 'step');
});

it('shows the newest status after a refresh', async () => {
  const { user } = await openProfile(server);
  await orderPlaced(0);
  await user.click(refresh());
  expect(await within(tracking()).findByText('Order placed', { selector: '[role=status]' })).toBeVisible();
  await trackingAtRest();
});

it('finds an order on refresh that was confirmed after the page was opened', async () => {
  const orders = server.db.list('orders') as { order_id: string; patient_id: string }[];
  const own = orders.filter(({ patient_id }) => patient_id === 'P-1001');
  for (const { order_id } of own) await server.db.remove('orders', order_id);
  const { user } = await openProfile(server);
  expect(within(tracking()).getByRole('status')).toHaveTextContent(/^Order not placed$/);
  for (const order of own) await server.db.insert('orders', order);
  await user.click(refresh());
  expect(await within(tracking()).findByText('Kit shipped', { selector: '[role=status]' })).toBeVisible();
  await trackingAtRest();
});

it('shows "Order not placed" as the status of a patient without an order, and no alarm', async () => {
  const orders = server.db.list('orders') as { order_id: string; patient_id: string }[];
  for (const { order_id, patient_id } of orders) {
    if (patient_id === 'P-1001') await server.db.remove('orders', order_id);
  }
  await openProfile(server);
  expect(within(tracking()).getByRole('status')).toHaveTextContent(/^Order not placed$/);
  expect(within(tracking()).queryByRole('list')).toBeNull();
  expect(within(tracking()).queryByRole('alert')).toBeNull();
  expect(toastText()).toEqual([]);
});

it('shows an unknown status verbatim', async () => {
  server.set(tracked, 'soft-fail');
  await openProfile(server);
  expect(within(tracking()).getByRole('status')).toHaveTextContent(/^The server declined this request\.$/);
});

it('shows that the status could not be loaded, and loads it on refresh', async () => {
  server.set(tracked, '500', { times: 1 });
  const { user } = await openProfile(server);
  expect(within(tracking()).getByRole('alert')).toHaveTextContent('We couldn’t load the status.');
  await user.click(refresh());
  expect(await within(tracking()).findByRole('status')).toHaveTextContent(/^Kit shipped$/);
  await trackingAtRest();
});

it('keeps the status visible when a refresh fails, and shows the failure', async () => {
  const { user } = await openProfile(server);
  server.set(tracked, 'network', { times: 1 });
  await user.click(refresh());
  expect(await within(tracking()).findByRole('alert')).toHaveTextContent('We couldn’t load the status.');
  expect(screen.getByText('Kit shipped', { selector: '[role=status]' })).toBeVisible();
});
