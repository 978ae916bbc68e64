import { screen, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMockServer } from '@/mocks/node';
import { fillIn, openPage } from './drivers/page-actions';
import { type UserActionDriver, userActions } from './drivers/user-actions';
import { type PendingCalls, watchPendingCalls } from './pending-calls';
import { type Expected, promised, readMessages } from './read-messages';
import type { ExpectedMessage } from './rows';
import { closeToasts } from './toasts';
import { passwordRules, validation } from './validation';

const server = createMockServer({ patients: 3 });
let patience: PendingCalls;
beforeAll(() => server.listen());
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  patience = watchPendingCalls();
});
afterAll(() => server.close());

const writes = () =>
  server.log.list().filter(({ operation }) => !operation.startsWith('GET ') && !isReading(operation));
/** A POST that only reads, by SPEC §7. */
const isReading = (operation: string) => operation === 'POST /patient/track-kit-status';

describe('what is rejected or known before any call shows the messages of SPEC §5 and §2', () => {
  const rows = Object.entries(userActions) as [keyof typeof validation, UserActionDriver][];
  it.each(rows)('%s', async (deed, { preset, do: act, ...driver }) => {
    await server.reset({ preset: preset ?? 'demo' });
    const told: ExpectedMessage = validation[deed];
    await act(server);
    const row: Expected = { told, toasts: 'top-center', ...driver };
    expect(await readMessages(row)).toEqual(promised(row));
    await patience.atRest();
    expect(writes()).toEqual([]);
    await closeToasts();
  });

  it('The live list of password rules', async () => {
    openPage(server, '/reset-password/some-token');
    const list = await screen.findByRole('list', { name: 'What it needs' });
    const said = () =>
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    for (const [place, rule] of passwordRules.entries()) expect(said()[place]).toContain(rule);
    expect(said()).toHaveLength(passwordRules.length);
    await fillIn({ 'New Password': 'Harbor1!' });
    expect(within(list).getAllByText('Met')).toHaveLength(passwordRules.length);
  });
});
