import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { MockServer } from '@/mocks/node';
import { openTab } from '../support/panel';

const ask = (mock: MockServer, body: object, token?: string) =>
  mock.engine.answer(
    'login',
    new Request('http://api.test/x', {
      method: 'POST',
      body: JSON.stringify(body),
      ...(token ? { headers: { authorization: token } } : {}),
    }),
    {},
  );
const good = { email: 'provider@kitwell.test', password: 'Provider1!' };

describe('the Requests tab', () => {
  it('shows what was asked and answered, newest first, and no password or token', async () => {
    const { mock, user } = await openTab('Requests');
    expect(await screen.findByText('No requests yet')).toBeVisible();
    await ask(mock, good, 'tok_secret');
    mock.set('POST /auth/login', '500');
    await ask(mock, good);
    const [newest, oldest] = within(await screen.findByRole('list')).getAllByRole('listitem');
    expect(newest).toHaveTextContent(/POST \/auth\/login.*500.*ms/);
    expect(oldest).toHaveTextContent(/200/);
    await user.click(within(oldest as HTMLElement).getByText('/auth/login'));
    expect(oldest).toHaveTextContent('Decided by its rules. Token: sent, hidden here');
    expect(within(oldest as HTMLElement).getByRole('group', { name: 'Request' })).toHaveTextContent(
      'provider@kitwell.test',
    );
    expect(document.body.innerHTML).not.toMatch(/Provider1!|tok_/);
  });

  it('marks what breaks the contract', async () => {
    const { mock, user } = await openTab('Requests');
    await ask(mock, good);
    await ask(mock, { email: 'nobody' });
    expect(await screen.findByText('2 requests, 1 outside the contract')).toBeVisible();
    const [newest] = screen.getAllByRole('listitem');
    await user.click(within(newest as HTMLElement).getByText('/auth/login'));
    expect(newest).toHaveTextContent(/outside the contract.*The request breaks the contract: /);
  });

  it('finds and clears', async () => {
    const { mock, user } = await openTab('Requests');
    await ask(mock, good);
    await user.type(await screen.findByRole('searchbox', { name: 'Search requests' }), 'signup');
    expect(screen.queryByRole('listitem')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(await screen.findByText('No requests yet')).toBeVisible();
    expect(mock.log.list()).toEqual([]);
  });

  it('shows only what failed, and finds by status', async () => {
    const { mock, user } = await openTab('Requests');
    await ask(mock, good);
    mock.set('POST /auth/login', '500', { times: 1 });
    await ask(mock, good);
    await user.click(await screen.findByRole('checkbox', { name: 'Failed only' }));
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    expect(screen.getByRole('listitem')).toHaveTextContent('500');
    await user.click(screen.getByRole('checkbox', { name: 'Failed only' }));
    await user.type(screen.getByRole('searchbox', { name: 'Search requests' }), '200');
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
  });
});
