import { useSelector } from '@xstate/react';
import { createContext, use, useCallback, useEffect, useEffectEvent, useId, useState } from 'react';
import type {
  ActorRef,
  ActorRefFromLogic,
  AnyActorLogic,
  AnyActorRef,
  EventObject,
  InputFrom,
  Snapshot,
  SnapshotFrom,
} from 'xstate';
import { closeFlow, type FlowsActor, openFlow } from '@/machines/flows.machine';
import { useApiStore } from './operation-actor';
import type { Store } from './store';

/** The flows actor of the screens below: the app's, or the signed-in account's. */
export const FlowsContext = createContext<FlowsActor | null>(null);

type Flow<Logic extends AnyActorLogic> = readonly [
  send: ActorRefFromLogic<Logic>['send'],
  actor: ActorRefFromLogic<Logic>,
];

type OptionalInput<Logic extends AnyActorLogic> =
  undefined extends InputFrom<Logic> ? [input?: InputFrom<Logic>] : [input: InputFrom<Logic>];

/**
 * Runs a flow for a screen, from its first render until it unmounts.
 *
 * @param name shown in the inspector, such as `order-kit`
 * @param connect returns the machine with its actors provided; called once
 * @param input the machine's input; it is read once
 */
export function useFlow<Logic extends AnyActorLogic>(
  name: string,
  connect: (store: Store) => Logic,
  ...input: OptionalInput<Logic>
): readonly [snapshot: SnapshotFrom<Logic>, ...Flow<Logic>] {
  const [send, actor] = useFlowActor(name, connect, ...input);
  const snapshot = useSelector(actor, (current): SnapshotFrom<Logic> => current);
  return [snapshot, send, actor];
}

/** The same for a screen of which each part selects what it shows: it does not render on each event of the flow. */
export function useFlowActor<Logic extends AnyActorLogic>(
  name: string,
  connect: (store: Store) => Logic,
  ...[input]: OptionalInput<Logic>
): Flow<Logic> {
  const flows = use(FlowsContext);
  if (flows === null) throw new Error(`The flow "${name}" is on a page without an application.`);
  const id = `${name}${useId()}`;
  const store = useApiStore();
  const [actor] = useState(() => openFlow(flows, id, connect(store), input));
  useEffect(() => {
    inUse.add(actor);
    return () => {
      inUse.delete(actor);
      // StrictMode unmounts a component and mounts it again at once.
      queueMicrotask(() => {
        if (!inUse.has(actor)) closeFlow(flows, id);
      });
    };
  }, [flows, id, actor]);
  const send = useCallback(
    (event: Parameters<typeof actor.send>[0]) => {
      // The user may press twice, the second time after the flow has ended.
      if (isActive(actor.getSnapshot())) actor.send(event);
    },
    [actor],
  );
  return [send, actor];
}

const isActive = ({ status }: Snapshot<unknown>): boolean => status === 'active';

/** The flows whose component is mounted. */
const inUse = new WeakSet<object>();

type EmittedBy<Actor> =
  Actor extends ActorRef<infer _Snapshot, infer _Event, infer Emitted> ? Emitted : never;

type Handlers<Actor> = {
  readonly [Type in EmittedBy<Actor>['type']]?: (event: Extract<EmittedBy<Actor>, { type: Type }>) => void;
};

/**
 * Handles the events that a flow's machine emits.
 *
 * @param handlers by event type; they need not be stable
 */
export function useFlowEvents<Actor extends AnyActorRef>(actor: Actor, handlers: Handlers<Actor>): void {
  const handle = useEffectEvent((event: EventObject) => {
    const byType: Record<string, ((event: never) => void) | undefined> = handlers;
    byType[event.type]?.(event as never);
  });
  useEffect(() => {
    const subscription = actor.on('*', (event: EventObject) => handle(event));
    return () => subscription.unsubscribe();
  }, [actor]);
}

type OutputBy<Actor extends AnyActorRef> = Extract<SnapshotFrom<Actor>, { status: 'done' }>['output'];

/**
 * Subscribes to the end of a flow.
 *
 * @param onEnd called once with the machine's output; need not be stable. Not called if the flow is only stopped.
 */
export function useFlowEnd<Actor extends AnyActorRef>(
  actor: Actor,
  onEnd: (output: OutputBy<Actor>) => void,
): void {
  const end = useEffectEvent(() => {
    const { status, output } = actor.getSnapshot();
    if (status === 'done') onEnd(output);
  });
  useEffect(() => {
    const subscription = actor.subscribe({ complete: () => end() });
    return () => subscription.unsubscribe();
  }, [actor]);
}
