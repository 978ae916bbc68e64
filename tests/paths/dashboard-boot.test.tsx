import { cleanup, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { renderApp } from '@tests/support/app';
import { failure, planFor, toursOf } from '@tests/support/machine-paths';
import { startMockServer } from '@tests/support/mock-server';
import { beforeEach, describe, expect, it } from 'vitest';
import { type AnyMachineSnapshot, type EventObject, initialTransition, transition } from 'xstate';
import { stopApp } from '@/app/app';
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
    events: [{ type: 'RECHECK' }],
    answers: { verifyUser: [users[role]], recheckUser: [users[role]] },
    errors: [failure('verifyUser', 401), failure('verifyUser', 500), failure('verifyUser', 'no-response')],
  });

const isAnswer = ({ type }: EventObject) => type.startsWith('xstate.');

/** The mock's branch that produces a response event. */
function branchOf(event: EventObject): string {
  if (!('error' in event) || !isFailure(event.error)) return 'ok';
  return event.error.status === null ? 'network' : String(event.error.status);
}

const nameOf = (event: EventObject) =>
  isAnswer(event) ? `${event.type.split('.').at(-1)} ${branchOf(event)}` : event.type;

interface Step {
  readonly event: EventObject;
  readonly before: AnyMachineSnapshot;
  readonly after: AnyMachineSnapshot;
}

function stepsOf(walk: readonly EventObject[]): Step[] {
  let before: AnyMachineSnapshot = initialTransition(dashboardMachine, input)[0];
  return walk.map((event) => {
    const [after] = transition<typeof dashboardMachine>(dashboardMachine, before as never, event as never);
    const step: Step = { event, before, after };
    before = after;
    return step;
  });
}

const paths = roles.flatMap((role) =>
  toursOf(planOf(role)).map((walk) => [role, walk.map(nameOf).join(' → '), stepsOf(walk)] as const),
);

const verifyUser = 'GET /auth/verify-user';
const server = startMockServer({ patients: 3 });
beforeEach(async () => {
  await server.reset({ preset: 'demo' });
  clearStored();
});

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const checks = () =>
  server.log.list().flatMap(({ operation, branch }) => (operation === verifyUser ? [branch] : []));

/** Opens the dashboard in a new page as the role; a user who was rejected must sign in again first. */
async function visit(role: Role, answer: EventObject): Promise<UserEvent> {
  cleanup();
  stopApp();
  if (readStored('token') === null) await server.as(role);
  writeStored('activeOption', input.savedSection);
  server.log.clear();
  server.set(verifyUser, branchOf(answer));
  return renderApp('/dashboard').user;
}

/** A section's call is rejected, so the machine verifies the user again. */
async function expectRejection(user: UserEvent, answer: EventObject): Promise<void> {
  server.set('GET /shopify/fetch-products', '401', { times: 1 });
  server.set(verifyUser, branchOf(answer));
  const again = screen.queryByRole('button', { name: 'Retry' });
  if (again !== null) return user.click(again);
  await user.click(screen.getByRole('button', { name: /^Hey, / }));
  await user.click(await screen.findByRole('menuitem', { name: 'Kits Information' }));
}

async function expectScreen(role: Role, state: AnyMachineSnapshot): Promise<void> {
  if (state.status === 'done') {
    await heading('Log In');
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
  it.each(paths)('%s: %s', async (role, _, steps) => {
    let user: UserEvent | null = null;
    let seen: string[] = [];
    for (const { event, before, after } of steps) {
      if (!isAnswer(event)) continue;
      if (before.hasTag('loading') || user === null) {
        user = await visit(role, event);
        seen = [branchOf(event)];
      } else {
        await expectRejection(user, event);
        seen = [...seen, branchOf(event)];
      }
      await waitFor(() => expect(checks()).toEqual(seen));
      await expectScreen(role, after);
      expect(checks()).toEqual(seen);
    }
  });
});
