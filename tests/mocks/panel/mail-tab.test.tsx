import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openTab } from '../support/panel';

const mails = () => within(screen.getByRole('dialog', { name: 'Demo data' })).getAllByRole('listitem');

it('a mail leads to its page, and one from a file leads nowhere that is no web address', async () => {
  const { mock } = await openTab('Mail');
  const send = (id: string, link: string) =>
    mock.db.insert('mails', {
      ...{ id, to: 'ada.park@example.com', kind: 'appointment', subject: `Mail ${id}`, text: 'x', link },
      at: '2026-03-02T15:30:00Z',
    });
  await send('1', '/reset-password/some-token');
  await send('2', 'https://meet.example.com/room');
  await send('3', 'javascript:alert(1)');
  await send('4', 'data:text/html,<script>alert(1)</script>');
  await screen.findByText('Mail 4');
  const leadsTo = (subject: string) => {
    const mail = mails().find((item) => item.textContent?.includes(subject));
    return mail && within(mail).queryByRole('link')?.getAttribute('href');
  };
  expect(leadsTo('Mail 1')).toBe('http://localhost:3000/reset-password/some-token');
  expect(leadsTo('Mail 2')).toBe('https://meet.example.com/room');
  expect(leadsTo('Mail 3')).toBeUndefined();
  expect(leadsTo('Mail 4')).toBeUndefined();
});
