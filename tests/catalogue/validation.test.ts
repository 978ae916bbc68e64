import { screen, within } from '@testing-library/react';
import { startMockServer } from '@tests/support/mock-server';
import { beforeEach, describe, expect, it } from 'vitest';
import { fillIn, openPage } from './page-actions';
import { type PendingCalls, watchPendingCalls } from './pending-calls';
import { type Expected, messagesOf, readMessages } from './read-messages';
import type { ExpectedMessage } from './rows';
import { closeToasts } from './toasts';
import { type UserActionDriver, userActions } from './user-actions';
import { passwordRules, validation } from './validation';

const server = startMockServer({ patients: 3 });
let pendingCalls: PendingCalls;
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  pendingCalls = watchPendingCalls();
});

const writes = () =>
  server.log.list().filter(({ operation }) => !operation.startsWith('GET ') && !isReading(operation));
/** A POST that only reads, by §7. */
const isReading = (operation: string) => operation === 'POST /patient/track-kit-status';

describe('what is rejected or known before any call shows the messages of §5 and §2', () => {
  const rows = Object.entries(userActions) as [keyof typeof validation, UserActionDriver][];
  it.each(rows)('%s', async (action, { preset, do: act, ...driver }) => {
    await server.reset({ preset: preset ?? 'demo' });
    const expected: ExpectedMessage = validation[action];
    await act(server);
    const row: Expected = { expected, toasts: 'top-center', ...driver };
    expect(await readMessages(row)).toEqual(messagesOf(row));
    await pendingCalls.atRest();
    expect(writes()).toEqual([]);
    await closeToasts();
  });

  it('The live list of password rules', async () => {
    openPage(server, '/reset-password/some-token');
    const list = await screen.findByRole('list', { name: 'Your password needs' });
    const said = () =>
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    for (const [root, rule] of passwordRules.entries()) expect(said()[root]).toContain(rule);
    expect(said()).toHaveLength(passwordRules.length);
    await fillIn({ 'New Password': 'Harbor1!' });
    expect(within(list).getAllByText('Met')).toHaveLength(passwordRules.length);
  });
});
