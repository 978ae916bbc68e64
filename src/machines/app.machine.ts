import { setup } from 'xstate';
import { flowsMachine } from './flows.machine';
import { type SessionInput, sessionMachine } from './session.machine';

/**
 * The root of the only actor system: the session, and the flows of public pages (sign-up, payment return, chat).
 * Created once, outside React.
 */
export const appMachine = setup({
  types: {} as {
    input: SessionInput;
    context: SessionInput;
    children: { session: 'session'; flows: 'flows' };
  },
  actors: { session: sessionMachine, flows: flowsMachine },
}).createMachine({
  id: 'app',
  context: ({ input }) => input,
  invoke: [
    { id: 'flows', src: 'flows' },
    { id: 'session', src: 'session', systemId: 'session', input: ({ context }) => context },
  ],
});
