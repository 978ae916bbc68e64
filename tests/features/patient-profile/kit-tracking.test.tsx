import { screen, within } from '@testing-library/react';
import { startMockServer } from '@tests/support/mock-server';
import { expectToast, toastText } from '@tests/support/outcomes';
import { beforeEach, expect, it } from 'vitest';
import { confirm, openProfile, tracking, trackingAtRest, update } from './support';

const server = startMockServer();
beforeEach(() => server.reset({ preset: 'demo' }));

const tracked = 'POST /patient/track-kit-status';
const refresh = () => within(tracking()).getByRole('button', { name: 'Refresh' });

/** Sets the age of the demo patient's order. */
async function orderPlaced(daysAgo: number) {
  const orders = server.db.list('orders') as { order_id: string; patient_id: string }[];
  const order = orders.find(({ patient_id }) => patient_id === 'P-1001');
  const placed_at = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
  await server.db.patch('orders', order?.order_id ?? '', { placed_at });
}

/** The days since the order, the status, and what the patient reads about it. */
const journey = [
  [0, 'Order placed', 'We ship your kit to you, in plain packaging.', 'You don’t need to do anything.'],
  [
    1,
    'Kit shipped',
    'Your kit arrives in plain packaging, at the address you confirmed.',
    'You don’t need to do anything until your kit arrives.',
  ],
  [
    3,
    'Kit delivered',
    'The lab tests your sample as soon as it arrives there.',
    'Take your sample as the instructions in the box show, and send it back in the prepaid envelope.',
  ],
  [
    7,
    'Sample received',
    'The lab tests your sample, and your clinic gets your results.',
    'You don’t need to do anything.',
  ],
  [
    10,
    'Results ready',
    'Your clinic goes through your results with you.',
    'Contact your clinic to get your results.',
  ],
] as const;

/** The text under a heading of the tracking. */
const under = (heading: string) =>
  within(tracking()).getByRole('heading', { level: 3, name: heading }).nextElementSibling;

it('shows each station with what happens next and what to do now, by Refresh', async () => {
  await orderPlaced(0);
  const { user } = await openProfile(server);
  for (const [days, status, next, now] of journey) {
    await orderPlaced(days);
    await user.click(refresh());
    expect(await within(tracking()).findByText(status, { selector: '[role=status]' })).toBeVisible();
    const items = within(tracking()).getAllByRole('listitem');
    expect(items.map((item) => item.textContent?.replace(' (reached)', ''))).toEqual(
      journey.map(([, name]) => name),
    );
    const present = items.filter((item) => item.getAttribute('aria-current') === 'step');
    expect(present.map((item) => item.textContent)).toEqual([`${status} (reached)`]);
    expect(items.filter((item) => item.textContent?.endsWith(' (reached)'))).toHaveLength(
      journey.findIndex(([, name]) => name === status) + 1,
    );
    expect(under('What happens next')).toHaveTextContent(next);
    expect(under('What you need to do now')).toHaveTextContent(now);
    await trackingAtRest();
  }
});

it('shows the order number, and no kit: no answer says which one was ordered, and the profile has the next one', async () => {
  const { user } = await openProfile(server);
  const facts = () => [...tracking().querySelectorAll('dl > div')].map((fact) => fact.textContent);
  const nextKit = screen.getByRole('group', { name: 'Your next kit' });
  const choice = within(nextKit).getByLabelText('Kit Type');
  await within(nextKit).findByRole('option', { name: 'Standard 5 Panel' });
  expect(facts()).toEqual(['OrderKW-10001']);
  await user.selectOptions(choice, 'Essential 2 Panel');
  await update(user);
  await confirm(user);
  await expectToast('Profile updated successfully');
  await trackingAtRest();
  expect(choice).toHaveDisplayValue('Essential 2 Panel');
  expect(facts()).toEqual(['OrderKW-10001']);
});

it('shows "Order not placed" as the status of a patient without an order, and no alarm', async () => {
  const orders = server.db.list('orders') as { order_id: string; patient_id: string }[];
  for (const { order_id, patient_id } of orders) {
    if (patient_id === 'P-1001') await server.db.remove('orders', order_id);
  }
  await openProfile(server);
  expect(within(tracking()).getByRole('status')).toHaveTextContent(/^Order not placed$/);
  expect(within(tracking()).queryByRole('list')).toBeNull();
  expect(under('What happens next')).toHaveTextContent(
    'Your clinic orders a kit for you. You then get an email with a link to confirm your address.',
  );
  expect(under('What you need to do now')).toHaveTextContent(
    'Check that your details below are complete and your address is right.',
  );
  expect(within(tracking()).queryByRole('alert')).toBeNull();
  expect(toastText()).toEqual([]);
});

it('shows an unknown status verbatim, and guesses nothing about it', async () => {
  server.set(tracked, 'soft-fail');
  await openProfile(server);
  expect(within(tracking()).getByRole('status')).toHaveTextContent(/^The server declined this request\.$/);
  expect(within(tracking()).queryByRole('list')).toBeNull();
  expect(within(tracking()).queryByRole('heading', { level: 3 })).toBeNull();
});

it('keeps the status visible when a refresh fails, and shows the failure', async () => {
  const { user } = await openProfile(server);
  server.set(tracked, 'network', { times: 1 });
  await user.click(refresh());
  expect(await within(tracking()).findByRole('alert')).toHaveTextContent('We couldn’t load the status.');
  expect(screen.getByText('Kit shipped', { selector: '[role=status]' })).toBeVisible();
});
