import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openTab } from '../support/panel';

const LOGIN = 'POST /auth/login';
const answerOf = (operation: string) => screen.findByLabelText(`Answer of ${operation}`);

describe('the Scenarios tab', () => {
  it('lists every call with every branch', async () => {
    const { mock } = await openTab('Scenarios');
    const calls = within(await screen.findByRole('list', { name: 'Calls' }));
    const answers = mock
      .operations()
      .map(({ operation }) => calls.getByLabelText<HTMLSelectElement>(`Answer of ${operation}`));
    expect(answers.map(({ options }) => [...options].map(({ value }) => value))).toEqual(
      mock.operations().map(({ branches }) => ['', ...branches]),
    );
  });

  it('overrides a call always or once, and later; shows it, and takes it back', async () => {
    const { mock, user } = await openTab('Scenarios');
    await user.selectOptions(await answerOf(LOGIN), '500');
    expect(mock.scenario().overrides).toEqual([{ operation: LOGIN, branch: '500' }]);
    await user.selectOptions(screen.getByRole('combobox', { name: `How often: ${LOGIN}` }), 'once');
    await user.type(screen.getByRole('spinbutton', { name: `Delay in milliseconds: ${LOGIN}` }), '25');
    expect(mock.scenario().overrides).toEqual([{ operation: LOGIN, branch: '500', times: 1, delay: 25 }]);
    const overridden = screen.getByRole('list', { name: 'Overridden' });
    expect(overridden).toHaveTextContent('POST /auth/login500 once, after 25 ms');
    expect(screen.getByText('1 answer overridden.')).toBeVisible();
    await user.click(within(overridden).getByRole('button'));
    expect(mock.scenario().overrides).toEqual([]);
    expect(screen.getByText('No overrides')).toBeVisible();
  });

  it('finds calls by name and branch', async () => {
    const { mock, user } = await openTab('Scenarios');
    const callCount = () =>
      within(screen.getByRole('list', { name: 'Calls' })).queryAllByRole('listitem').length;
    await user.type(await screen.findByRole('searchbox', { name: 'Search calls and branches' }), 'auth/log');
    expect(callCount()).toBe(2);
    await user.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeVisible();
    expect(callCount()).toBe(mock.operations().length);
  });

  it('turns chaos on, changes it and resets everything', async () => {
    const { mock, user } = await openTab('Scenarios');
    await user.click(await screen.findByRole('switch', { name: 'Fail calls at random' }));
    expect(mock.scenario().chaos).toEqual({ rate: 0.2, seed: 1 });
    const seed = screen.getByRole('spinbutton', { name: 'Chaos seed' });
    await user.clear(seed);
    await user.type(seed, '42');
    expect(mock.scenario().chaos).toEqual({ rate: 0.2, seed: 42 });
    expect(screen.getByText('20 % of calls fail at random.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    expect(mock.scenario().chaos).toBeNull();
  });

  it('sets any answer by hand: status, headers, body and how it arrives, in turn and for one account', async () => {
    const { mock, user } = await openTab('Scenarios');
    await user.click(await screen.findByText('Answer by hand'));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Call' }), LOGIN);
    const type = async (name: string, text: string) => {
      const field = screen.getByLabelText(name);
      await user.clear(field);
      await user.click(field);
      await user.paste(text);
    };
    await type('Branch or status', '418');
    await type('Headers', 'Retry-After: 30\nX-Time: 12:30');
    await type('Response body', '{ "message": "Later" }');
    await user.selectOptions(screen.getByLabelText('The body arrives'), 'truncated after … bytes');
    await type('Milliseconds or bytes', '9');
    await user.click(screen.getByRole('button', { name: 'Then another' }));
    expect(screen.getByRole('list', { name: 'Sequence' })).toHaveTextContent(
      '418 once, with Retry-After, X-Time, body {"message":"Later"}, truncated after 9 bytes',
    );
    await type('Branch or status', '503');
    await type('Delay in milliseconds', '40');
    await type('Number of calls', '2');
    await type('The call is by', 'ada@*');
    await type('The request body has', '{"password":"x"}');
    await type('From call number', '3');
    await user.click(screen.getByRole('button', { name: 'Set answer' }));
    expect(await screen.findByText(`${LOGIN} answers so now.`)).toBeVisible();
    const where = { caller: 'ada@*', body: { password: 'x' }, from: 3 };
    expect(mock.scenario().overrides).toEqual([
      {
        operation: LOGIN,
        branch: '418',
        times: 1,
        headers: { 'Retry-After': '30', 'X-Time': '12:30' },
        body: { message: 'Later' },
        truncateAfter: 9,
        where,
      },
      { operation: LOGIN, branch: '503', times: 2, delay: 40, where },
    ]);
    expect(screen.getByRole('list', { name: 'Overridden' })).toHaveTextContent(
      '503 2 times, from call 3, after 40 ms, if by ada@*, if the body has {"password":"x"}',
    );
  });

  it('asks before a preset replaces the data', async () => {
    const { mock, user } = await openTab('Scenarios');
    await user.click(await screen.findByRole('button', { name: 'Load new-clinic' }));
    expect(screen.getByText('Replace all data?')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'No' }));
    expect(mock.choice().preset).toBe('empty');
    await user.click(screen.getByRole('button', { name: 'Load new-clinic' }));
    await user.keyboard('{Enter}');
    expect(await screen.findByText(/“new-clinic” is loaded/)).toBeVisible();
    expect(mock.choice().preset).toBe('new-clinic');
    expect(mock.db.list('patients').length).toBeGreaterThan(1);
  });

  it('signs in as a demo account with a new token, again and again', async () => {
    const { mock, user } = await openTab('Scenarios', { preset: 'demo' });
    const tokens = () => mock.db.list('sessions').map((session) => Reflect.get(session, 'token'));
    await user.click(await screen.findByRole('button', { name: /^View as provider/ }));
    await waitFor(() => expect(localStorage.getItem('account')).toBe('provider@kitwell.test'));
    const first = localStorage.getItem('token');
    await user.click(screen.getByRole('button', { name: /^View as patient/ }));
    await waitFor(() => expect(localStorage.getItem('account')).toBe('patient@kitwell.test'));
    const second = localStorage.getItem('token');
    expect(second).not.toBe(first);
    expect(tokens()).toEqual([first, second]);
  });
});
