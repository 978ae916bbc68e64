import { setup } from 'xstate';
import type { GridRowDraft } from '@/contract/storage-keys';
import { flowsMachine } from './flows.machine';
import { sessionMachine } from './session.machine';

interface AppInput {
  /** Reads the rows of the Add Patients grid that are not saved. */
  readonly readUnsavedRows: () => readonly GridRowDraft[];
}

/**
 * The root of the one actor system: the session, and the flows of public pages (sign-up, password reset, address
 * confirmation, payment return, clinic request, chat). It is created once, outside React.
 */
export const appMachine = setup({
  types: {} as {
    input: AppInput;
    context: AppInput;
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
