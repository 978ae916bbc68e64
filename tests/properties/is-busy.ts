import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';

/** Whether any flow of the application is sending or checking. */
export function isBusy(actor: AnyActorRef): boolean {
  const snapshot: AnyMachineSnapshot | Record<never, never> = actor.getSnapshot();
  if (!('children' in snapshot)) return false;
  const children: readonly (AnyActorRef | undefined)[] = Object.values(snapshot.children);
  return snapshot.tags.has('busy') || children.some((child) => child !== undefined && isBusy(child));
}
