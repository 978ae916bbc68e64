import { useSelector } from '@xstate/react';
import { createContext, use, useCallback, useEffect, useId, useState } from 'react';
import type { ActorRefFromLogic, AnyActorLogic, InputFrom, Snapshot, SnapshotFrom } from 'xstate';
import { closeFlow, type FlowsActor, openFlow } from '@/machines/flows.machine';

/** Where the flows of the screens below run: with the app, or with the signed-in account. */
export const FlowsContext = createContext<FlowsActor | null>(null);

type Flow<Logic extends AnyActorLogic> = readonly [
  snapshot: SnapshotFrom<Logic>,
  send: ActorRefFromLogic<Logic>['send'],
  actor: ActorRefFromLogic<Logic>,
];

/**
 * Runs a flow of a screen, from its first render until it leaves the page.
 *
 * @param name what the inspector calls it, such as `order-kit`
 * @param logic the machine with its actors provided; it is read once
 * @param input the machine's input; it is read once
 */
export function useFlow<Logic extends AnyActorLogic>(
  name: string,
  logic: Logic,
  ...[input]: undefined extends InputFrom<Logic> ? [input?: InputFrom<Logic>] : [input: InputFrom<Logic>]
): Flow<Logic> {
  const flows = use(FlowsContext);
  if (flows === null) throw new Error(`The flow "${name}" is on a page without an application.`);
  const id = `${name}${useId()}`;
  const [actor] = useState(() => openFlow(flows, id, logic, input));
  useEffect(() => {
    users.set(actor, (users.get(actor) ?? 0) + 1);
    return () => {
      users.set(actor, (users.get(actor) ?? 0) - 1);
      // StrictMode takes a component away and puts it back at once.
      queueMicrotask(() => {
        if (users.get(actor) === 0) closeFlow(flows, id);
      });
    };
  }, [flows, id, actor]);
  const send = useCallback(
    (event: Parameters<typeof actor.send>[0]) => {
      // A second press may come after the flow has ended.
      if (isActive(actor.getSnapshot())) actor.send(event);
    },
    [actor],
  );
  const snapshot = useSelector(actor, (current): SnapshotFrom<Logic> => current);
  return [snapshot, send, actor];
}

const isActive = ({ status }: Snapshot<unknown>): boolean => status === 'active';

/** How many mounted components use a flow: one, or none. */
const users = new WeakMap<object, number>();
