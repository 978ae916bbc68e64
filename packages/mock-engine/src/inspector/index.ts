import type { AnyActorRef, AnyStateMachine, InspectionEvent } from 'xstate';
import { createActorWatch } from './actor-watch';
import { mountInspector } from './inspector-view';

/** Shows the actors of any XState 5 system: a tree, charts, what was taken, and buttons that send events. */
export interface Inspector {
  /** For the option `inspect` of `createActor`; sees actors from their start. */
  readonly inspect: (event: InspectionEvent) => void;
  /** Adds an actor that runs already, with its children. Returns a function that stops following it. */
  readonly attach: (root: AnyActorRef) => () => void;
  /** Renders into an element, without a framework. Returns a function that removes it. */
  readonly mount: (element: Element) => () => void;
}

/**
 * Creates an inspector. It makes no requests, and needs no `unsafe-*` of a Content Security Policy.
 *
 * @param options.machines machines whose charts are listed before they run
 */
export function createInspector({ machines = [] }: { machines?: Iterable<AnyStateMachine> } = {}): Inspector {
  const watch = createActorWatch();
  watch.addMachines(machines);
  return {
    inspect: watch.observe,
    attach: watch.attach,
    mount: (element) => mountInspector(watch, element),
  };
}
