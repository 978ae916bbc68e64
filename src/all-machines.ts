import { type AnyStateMachine, StateMachine } from 'xstate';

/** Every machine of the product, for the control room of mock builds. */
export const allMachines: readonly AnyStateMachine[] = Object.values(
  import.meta.glob<Record<string, unknown>>('./machines/*.machine.ts', { eager: true }),
)
  .flatMap((exported) => Object.values(exported))
  .filter((value): value is AnyStateMachine => value instanceof StateMachine);
