import { useState } from 'react';
import type { ClinicRequest } from '@/contract';
import { operationActor, useApiStore } from '@/features/api/operation-actor';
import type { Store } from '@/features/api/store';
import { useFlow } from '@/features/api/use-flow';
import { useFlowEvents } from '@/features/api/use-flow-events';
import { clinicRequestMachine } from '@/machines/clinic-request.machine';

/**
 * The clinic-request machine, connected to the API.
 *
 * @param onRequested called when the request was sent
 * @returns `ask` opens the popup, or, where the request was sent already, goes on without another one
 */
export function useClinicRequest(onRequested: () => void) {
  const store = useApiStore();
  const [machine] = useState(() => connect(store));
  const [snapshot, send, actor] = useFlow('clinic-request', machine);
  useFlowEvents(actor, { requested: onRequested });
  const { request, failure } = snapshot.context;
  return {
    ask: () => (snapshot.hasTag('requested') ? onRequested() : send({ type: 'OPEN' })),
    dialog: {
      open: snapshot.hasTag('dialog'),
      busy: snapshot.hasTag('busy'),
      sent: snapshot.hasTag('requested'),
      mayBeSent: snapshot.hasTag('outcome-unknown'),
      request,
      failure,
      onSubmit: (submitted: ClinicRequest) => send({ type: 'SUBMIT', request: submitted }),
      onContinue: () => send({ type: 'CONTINUE' }),
      onClose: () => send({ type: 'CLOSE' }),
    },
  };
}

const connect = (store: Store) =>
  clinicRequestMachine.provide({
    actors: { requestClinic: operationActor(store, 'requestClinic', (body: ClinicRequest) => ({ body })) },
  });
