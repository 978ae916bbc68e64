import { expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { appMachine } from '@/machines/app.machine';
import { closeFlow, flowsMachine, openFlow } from '@/machines/flows.machine';
import { sessionMachine } from '@/machines/session.machine';

const readUnsaved = () => null;

it('runs the session and the flows of public pages, and ends them with itself', () => {
  const session = sessionMachine.provide({ actors: { storage: fromCallback(() => undefined) } });
  const app = createActor(appMachine.provide({ actors: { session } }), {
    input: { readUnsaved },
  }).start();
  const { session: running, flows } = app.getSnapshot().children;
  if (!running || !flows) throw new Error('a child is missing');
  expect(app.system.get('session')).toBe(running);
  expect(running.getSnapshot().hasTag('restoring')).toBe(true);
  expect(running.getSnapshot().context.readUnsaved).toBe(readUnsaved);
  const flow = openFlow(flows, 'a flow', flowsMachine);
  app.stop();
  // Does nothing any more.
  closeFlow(flows, 'a flow');
  for (const child of [running, flow]) expect(child.getSnapshot().status).toBe('stopped');
});
