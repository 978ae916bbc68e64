import { useEffect, useRef } from 'react';
import type { ActorRef, AnyActorRef, EventObject, SnapshotFrom } from 'xstate';
import { dashboardToast } from './dashboard-toast';

type EmittedBy<Actor> =
  Actor extends ActorRef<infer _Snapshot, infer _Event, infer Emitted> ? Emitted : never;

type Handlers<Actor> = {
  readonly [Type in EmittedBy<Actor>['type']]?: (event: Extract<EmittedBy<Actor>, { type: Type }>) => void;
};

/**
 * Shows a toast for each input that a flow refuses before any call (SPEC §5).
 *
 * @returns the way to stop
 */
export function toastRefusals(actor: AnyActorRef): () => void {
  const subscription = actor.on('refused', ({ message }: EventObject & { message?: unknown }) =>
    dashboardToast(String(message), { tone: 'error' }),
  );
  return () => subscription.unsubscribe();
}

/**
 * Handles what a flow's machine emits; what it refuses becomes a toast.
 *
 * @param handlers by the type of what is emitted; they need not be stable
 */
export function useFlowEvents<Actor extends AnyActorRef>(actor: Actor, handlers: Handlers<Actor> = {}): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => toastRefusals(actor), [actor]);
  useEffect(() => {
    const subscription = actor.on('*', (event: EventObject) => {
      const byType: Record<string, ((event: never) => void) | undefined> = latest.current;
      byType[event.type]?.(event as never);
    });
    return () => subscription.unsubscribe();
  }, [actor]);
}

type OutputBy<Actor extends AnyActorRef> = Extract<SnapshotFrom<Actor>, { status: 'done' }>['output'];

/**
 * Hears how a flow ends.
 *
 * @param onEnd is called once with the machine's output; it need not be stable. Not called where the flow is only stopped.
 */
export function useFlowEnd<Actor extends AnyActorRef>(
  actor: Actor,
  onEnd: (output: OutputBy<Actor>) => void,
): void {
  const latest = useRef(onEnd);
  useEffect(() => {
    latest.current = onEnd;
  });
  useEffect(() => {
    const complete = () => {
      const { status, output } = actor.getSnapshot();
      if (status === 'done') latest.current(output);
    };
    const subscription = actor.subscribe({ complete });
    return () => subscription.unsubscribe();
  }, [actor]);
}
