import { screen, waitFor } from '@testing-library/react';
import { renderApp } from '@tests/support/app';
import { edgesOf, failure, planFor } from '@tests/support/machine-paths';
import { startMockServer } from '@tests/support/mock-server';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AnyMachineSnapshot, EventObject } from 'xstate';
import { isFailure, type VerifiedUser } from '@/contract';
import { clearStored, readStored, writeStored } from '@/lib/storage';
import { dashboardMachine } from '@/machines/dashboard.machine';

type Role = 'provider' | 'patient';
const roles: readonly Role[] = ['provider', 'patient'];

/** The mock's demo accounts. */
const users: Readonly<Record<Role, VerifiedUser>> = {
  provider: { status: true, user_name: 'Harbor Street Clinic', role_id: '1' },
  patient: { status: true, user_name: 'Robin Ellis', role_id: '0' },
};

/** A section of both roles that makes no call of its own. */
const input = { savedSection: 'supportInfo' } as const;

/** One plan per role, because the user does not change while the dashboard is open. */
const planOf = (role: Role) =>
  planFor(dashboardMachine, {
    input,
    events: [],
    answers: { verifyUser: [users[role]] },
    errors: [failure('verifyUser', 401), failure('verifyUser', 500), failure('verifyUser', 'no-response')],
  });

/** The mock's branch that produces a response event. */
function branchOf(event: EventObject): string {
  if (!('error' in event) || !isFailure(event.error)) return 'ok';
  return event.error.status === null ? 'network' : String(event.error.status);
}

const visits = roles.flatMap((role) =>
  edgesOf(planOf(role)).map(({ event, to }) => [role, branchOf(event), to] as const),
);

const verifyUser = 'GET /auth/verify-user';
const server = startMockServer({ patients: 3 });
beforeEach(async () => {
  await server.reset({ preset: 'demo' });
  clearStored();
});

const checks = () =>
  server.log.list().flatMap(({ operation, branch }) => (operation === verifyUser ? [branch] : []));

async function expectScreen(role: Role, state: AnyMachineSnapshot): Promise<void> {
  if (state.status === 'done') {
    await screen.findByRole('heading', { level: 1, name: 'Log In' });
    // Only a rejection ends the session; if the server could not be reached, the user may try again.
    const unchecked = state.output.reason === 'unchecked';
    expect(screen.queryAllByRole('link', { name: 'Retry' })).toHaveLength(unchecked ? 1 : 0);
    expect(readStored('token') !== null).toBe(unchecked);
    expect(screen.queryByRole('button', { name: /^Hey, / })).toBeNull();
    return;
  }
  expect(await screen.findByRole('button', { name: `Hey, ${users[role].user_name}` })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Log In' })).toBeNull();
}

describe('opening the dashboard, through every state of the machine', () => {
  it.each(visits)('%s: %s', async (role, branch, state) => {
    await server.as(role);
    writeStored('activeOption', input.savedSection);
    server.log.clear();
    server.set(verifyUser, branch);
    renderApp('/dashboard');
    await waitFor(() => expect(checks()).toEqual([branch]));
    await expectScreen(role, state);
    expect(checks()).toEqual([branch]);
  });
});
