import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { renderApp } from '@tests/support/app';
import { startMockServer } from '@tests/support/mock-server';
import { beforeEach, expect, it } from 'vitest';
import type { DashboardSection } from '@/contract';
import { writeStored } from '@/lib/storage';

const server = startMockServer();
beforeEach(async () => {
  await server.reset({ preset: 'demo' });
  await server.as('provider');
});

const press = async (user: UserEvent, name: string) =>
  user.click(await screen.findByRole('button', { name }));

const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

type Entry = readonly [label: string, text: string];

async function fill(user: UserEvent, [label, text]: Entry) {
  const field = await within(await screen.findByRole('dialog')).findByLabelText(label);
  if (field instanceof HTMLSelectElement) await user.selectOptions(field, text);
  else await user.type(field, text);
}

/** Dialogs with a form: how each is opened at first and again, and what is typed. */
const dialogs: readonly (readonly [DashboardSection, string, readonly Entry[]])[] = [
  [
    'authenticate',
    'Book appointment for Robin Ellis',
    [
      ['Provider Type', 'Surgeon'],
      ['Location', 'Room 7'],
    ],
  ],
  [
    'authenticate',
    'Order kit for Robin Ellis',
    [
      ['Frequency', '3 Months'],
      ['Kit Type', 'kit-essential-2'],
    ],
  ],
  [
    'authenticate',
    'Order kits',
    [
      ['Frequency', '3 Months'],
      ['Kit Type', 'kit-essential-2'],
    ],
  ],
  [
    'booking',
    'Book Robin Ellis',
    [
      ['Provider Type', 'Surgeon'],
      ['Time Slot', 'Monday at 9'],
    ],
  ],
];

it.each(dialogs)(
  'in %s, %s keeps what was typed when it is closed by Escape or its cross, until Cancel',
  async (section, button, entries) => {
    writeStored('activeOption', section);
    const { user } = renderApp('/dashboard');
    if (button === 'Order kits')
      await user.click(await screen.findByRole('checkbox', { name: 'Select Robin Ellis' }));
    const expectValues = async (...values: string[]) => {
      const dialog = await screen.findByRole('dialog');
      for (const [index, [label]] of entries.entries())
        await waitFor(() => expect(within(dialog).getByLabelText(label)).toHaveValue(values[index]));
    };
    await press(user, button);
    for (const entry of entries) await fill(user, entry);
    await user.keyboard('{Escape}');
    await closed();
    await press(user, button);
    await expectValues(...entries.map(([, text]) => text));
    await press(user, 'Close');
    await closed();
    await press(user, button);
    await expectValues(...entries.map(([, text]) => text));
    await press(user, 'Cancel');
    await closed();
    await press(user, button);
    await expectValues('', '');
  },
);
