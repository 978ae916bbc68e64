import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { createMockServer, type MockServer } from '@/mocks/node';
import { Panel } from '@/mocks/panel/panel';
import { createNotes } from '@/mocks/world/notes';

let mock: MockServer;
let notes = createNotes();

beforeEach(async () => {
  mock = createMockServer({ preset: 'empty' });
  notes = createNotes();
  await mock.ready;
  render(
    <Panel
      context={{
        control: mock,
        notes,
        onDataChange: mock.onDataChange,
        onLogChange: mock.engine.log.onChange,
      }}
    />,
  );
});

const badge = () => screen.getByRole('button', { name: 'Demo data' });
const mail = {
  id: 'm1',
  to: 'ada@example.com',
  kind: 'otp',
  subject: 'Your code',
  text: 'Enter it.',
  at: '2026-03-02T09:00:00Z',
};

describe('the demo panel', () => {
  it('is opened by the badge and closed by Escape, which gives the focus back', async () => {
    const user = userEvent.setup();
    await user.click(badge());
    expect(await screen.findByRole('dialog', { name: 'Demo data' })).toBeVisible();
    expect(await screen.findByText('No mail yet')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(badge()).toHaveFocus();
  });

  it('opens and closes by Ctrl and the full stop', async () => {
    const user = userEvent.setup();
    await user.keyboard('{Control>}.{/Control}');
    expect(await screen.findByRole('dialog')).toBeVisible();
    await user.keyboard('{Control>}.{/Control}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows a mail as it is sent, newest first, with its code to copy and its link to open', async () => {
    const user = userEvent.setup();
    await user.click(badge());
    await screen.findByText('No mail yet');
    await mock.db.insert('mails', { ...mail, code: '123456' });
    await mock.db.insert('mails', {
      ...mail,
      id: 'm2',
      subject: 'Confirm',
      link: 'http://app.test/confirm-address/abc',
    });
    const [newest, oldest] = await screen.findAllByRole('listitem');
    expect(within(newest as HTMLElement).getByRole('link', { name: 'Open link' })).toHaveAttribute(
      'href',
      'http://app.test/confirm-address/abc',
    );
    await user.click(within(oldest as HTMLElement).getByRole('button', { name: 'Copy code' }));
    expect(await navigator.clipboard.readText()).toBe('123456');
    expect(await within(oldest as HTMLElement).findByText('Copied')).toBeVisible();
  });

  it('says what happened to the mock itself', async () => {
    const user = userEvent.setup();
    await user.click(badge());
    await screen.findByRole('dialog');
    notes.add('The stored demo data was of another version and was replaced by fresh data.');
    expect(await screen.findByText(/replaced by fresh data/)).toBeVisible();
  });
});
