import type { InspectionEvent } from 'xstate';

/** Is told everything that happens to a live actor. */
type ActorObserver = (event: InspectionEvent) => void;

let observer: ActorObserver | undefined;
/**
 * What happened before anybody looked: a prerendered page comes to life before the mock backend is there. Nothing more is
 * kept once somebody has, and never much.
 */
let early: InspectionEvent[] | undefined = [];
const mostEarly = 200;

function observe(event: InspectionEvent): void {
  if (observer) observer(event);
  else if (early && early.length < mostEarly) early.push(event);
}

/** Lets somebody watch the actors that start from now on; only a build with the mock backend calls this. */
export function setActorObserver(next: ActorObserver | undefined): void {
  observer = next;
  for (const event of early ?? []) next?.(event);
  early = undefined;
}

/**
 * Spread into the options of every actor, so that the control room can show it live. Empty in production, where an actor
 * then does no work for it at all.
 */
export const inspection: { readonly inspect?: ActorObserver } = __MOCKS__ ? { inspect: observe } : {};
