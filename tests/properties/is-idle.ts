import { act } from '@testing-library/react';
import { expect } from 'vitest';
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import type { App } from '@/app/app';

/** Whether any flow of the application is sending or checking. */
function isBusy(actor: AnyActorRef): boolean {
  const snapshot: AnyMachineSnapshot | Record<never, never> = actor.getSnapshot();
  if (!('children' in snapshot)) return false;
  const children: readonly (AnyActorRef | undefined)[] = Object.values(snapshot.children);
  return snapshot.tags.has('busy') || children.some((child) => child !== undefined && isBusy(child));
}

/** No call and no flow of the application is under way. */
function isIdle({ actor, store }: App): boolean {
  const { queries, mutations } = store.getState().api;
  const calls = [...Object.values(queries), ...Object.values(mutations)];
  return !isBusy(actor) && calls.every((call) => call?.status !== 'pending');
}

/**
 * Waits until no call and no flow is under way, and none follows.
 *
 * @param apps returns the applications, which a reload replaces
 * @param isHeld whether answers are held, so that there is nothing to wait for
 */
export async function settled(apps: () => readonly App[], isHeld = () => false): Promise<void> {
  const deadline = Date.now() + 10_000;
  for (let idle = 0; idle < 4; idle = apps().every(isIdle) ? idle + 1 : 0) {
    await act(() => new Promise<void>((resolve) => setTimeout(resolve, 5)));
    if (isHeld()) return;
    if (Date.now() > deadline) expect.fail('A call or a flow does not end.');
  }
}
