import { useEffect, useRef } from 'react';
import type { ActorRef, AnyActorRef, EventObject, SnapshotFrom } from 'xstate';
import { report } from '@/shared/report';
import { dashboardToast } from './dashboard-toast';

type EmittedBy<Actor> =
  Actor extends ActorRef<infer _Snapshot, infer _Event, infer Emitted> ? Emitted : never;

type Handlers<Actor> = {
  readonly [Type in EmittedBy<Actor>['type']]?: (event: Extract<EmittedBy<Actor>, { type: Type }>) => void;
};

/**
 * Does with what a flow's machine emits what every flow does alike: `refused` (input that SPEC §5 refuses before any call)
 * becomes a toast, and `defect` is reported.
 *
 * @param what the flow in words, for the report: "ordering"
 * @returns the way to stop
 */
export function tellRefusals(actor: AnyActorRef, what: string): () => void {
  const subscription = actor.on('*', (event: EventObject & { message?: unknown; error?: unknown }) => {
    if (event.type === 'refused') dashboardToast(String(event.message), { tone: 'error' });
    if (event.type === 'defect') report(`${what} ended in a defect`, { error: String(event.error) });
  });
  return () => subscription.unsubscribe();
}

/**
 * Hears what a flow's machine emits, and does what `tellRefusals` does.
 *
 * @param what as for `tellRefusals`
 * @param handlers by the type of what is emitted; they need not be stable
 */
export function useFlowEvents<Actor extends AnyActorRef>(
  actor: Actor,
  what: string,
  handlers: Handlers<Actor> = {},
): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => tellRefusals(actor, what), [actor, what]);
  useEffect(() => {
    const subscription = actor.on('*', (event: EventObject) => {
      const handle = (latest.current as Record<string, ((event: EventObject) => void) | undefined>)[
        event.type
      ];
      handle?.(event);
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
