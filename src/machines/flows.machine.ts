import {
  type ActorRefFrom,
  type ActorRefFromLogic,
  type AnyActorLogic,
  assign,
  createMachine,
  type InputFrom,
  stopChild,
} from 'xstate';

type FlowsEvent =
  | { readonly type: 'OPEN'; readonly id: string; readonly logic: AnyActorLogic; readonly input: unknown }
  | { readonly type: 'CLOSE'; readonly id: string }
  | { readonly type: `xstate.error.actor.${string}`; readonly error: unknown };

/**
 * Runs the flows of screens as its children: those of public pages for the app, those of the dashboard for an account. They
 * end with it. Screens use `openFlow` and `closeFlow`.
 */
// `setup` accepts declared actors only; a flow comes with its event.
export const flowsMachine = createMachine({
  types: {} as { events: FlowsEvent },
  id: 'flows',
  on: {
    OPEN: {
      // The child is found by its id.
      actions: assign(({ event: { id, logic, input }, spawn }) => {
        spawn(logic, { id, input });
        return {};
      }),
    },
    CLOSE: { actions: stopChild(({ event }) => event.id) },
    // A flow that fails reports that itself; the others go on.
    'xstate.error.actor.*': {},
  },
});

export type FlowsActor = ActorRefFrom<typeof flowsMachine>;

/**
 * Starts a flow, or finds it where it runs already.
 *
 * @param flows the app's or the account's
 * @param id unique among them
 * @returns the flow's actor
 * @throws Error where the app or the account has ended
 */
export function openFlow<Logic extends AnyActorLogic>(
  flows: FlowsActor,
  id: string,
  logic: Logic,
  input?: InputFrom<Logic>,
): ActorRefFromLogic<Logic> {
  if (flows.getSnapshot().children[id] === undefined) flows.send({ type: 'OPEN', id, logic, input });
  const flow = flows.getSnapshot().children[id];
  if (flow === undefined) throw new Error(`The flow "${id}" could not be started.`);
  return flow as ActorRefFromLogic<Logic>;
}

/** Stops a flow; nothing happens where it has ended with its parent. */
export function closeFlow(flows: FlowsActor, id: string): void {
  if (flows.getSnapshot().status === 'active') flows.send({ type: 'CLOSE', id });
}
