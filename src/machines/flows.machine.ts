import {
  type ActorRefFrom,
  type ActorRefFromLogic,
  type AnyActorLogic,
  createMachine,
  enqueueActions,
  type InputFrom,
  stopChild,
} from 'xstate';

type FlowsEvent =
  | { readonly type: 'OPEN'; readonly id: string; readonly logic: AnyActorLogic; readonly input: unknown }
  | { readonly type: 'CLOSE'; readonly id: string }
  | { readonly type: `xstate.error.actor.${string}`; readonly error: unknown };

/**
 * Runs the flows of screens as child actors: those of public pages for the app, those of the dashboard for an account.
 * They stop with it. Screens use `openFlow` and `closeFlow`.
 */
// Not `setup`, which accepts only actors declared in advance: a flow's logic comes with its event.
export const flowsMachine = createMachine({
  types: {} as { events: FlowsEvent },
  id: 'flows',
  on: {
    OPEN: {
      actions: enqueueActions(({ event: { id, logic, input }, enqueue }) => {
        enqueue.spawnChild(logic, { id, input });
      }),
    },
    CLOSE: { actions: stopChild(({ event }) => event.id) },
    // A failed flow reports its error itself; the other flows keep running.
    'xstate.error.actor.*': {},
  },
});

export type FlowsActor = ActorRefFrom<typeof flowsMachine>;

/**
 * Starts a flow, or returns it if it is already running.
 *
 * @param flows the flows actor of the app or the account
 * @param id unique among its flows
 * @returns the flow's actor
 * @throws Error if the app or the account has ended
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

/** Stops a flow; does nothing if it has already ended with its parent. */
export function closeFlow(flows: FlowsActor, id: string): void {
  if (flows.getSnapshot().status === 'active') flows.send({ type: 'CLOSE', id });
}
