import type { InspectionEvent } from 'xstate';

/** Receives every inspection event of the live actors. */
type ActorObserver = (event: InspectionEvent) => void;

let observer: ActorObserver | undefined;
/**
 * Events from before an observer was set: a prerendered page hydrates before the mock backend has started. Limited in
 * number, and discarded once an observer is set.
 */
let early: InspectionEvent[] | undefined = [];
const mostEarly = 200;

function observe(event: InspectionEvent): void {
  if (observer) observer(event);
  else if (early && early.length < mostEarly) early.push(event);
}

/** Sets the observer of actors started from now on. Only builds with the mock backend call this. */
export function setActorObserver(next: ActorObserver | undefined): void {
  observer = next;
  for (const event of early ?? []) next?.(event);
  early = undefined;
}

/** Options for every actor, so that the control room can show it. Empty in production, to cost nothing. */
export const inspection: { readonly inspect?: ActorObserver } = __MOCKS__ ? { inspect: observe } : {};
