import { useEffect, useState } from 'react';
import { fromPromise } from 'xstate';
import type { SignUpProgress } from '@/contract';
import { operationActor, runOperation, useApiStore } from '@/features/api/operation-actor';
import type { Store } from '@/features/api/store';
import { useFlow } from '@/features/api/use-flow';
import { useFlowEvents } from '@/features/api/use-flow-events';
import { signUpMachine } from '@/machines/sign-up.machine';
import type { SignUpKind } from '@/machines/sign-up-values';
import { readStored, removeStored, writeStored } from '@/lib/storage';

const storageKeyOf = (kind: SignUpKind) => (kind === 'provider' ? 'providerSignUp' : 'patientSignUp');

/**
 * The sign-up machine, connected to the API and to what this tab remembers of an earlier try: a reload keeps what was
 * typed (never the password) and which steps are done (SPEC-NOTES "Sign-up and sessions").
 */
export function useSignUp(kind: SignUpKind) {
  const store = useApiStore();
  const storageKey = storageKeyOf(kind);
  const [machine] = useState(() => connect(store));
  const [remembered] = useState(() => readStored(storageKey));
  const [snapshot, send, actor] = useFlow('sign-up', machine, { kind, progress: remembered });

  useFlowEvents(actor, {
    progress: ({ progress }) => writeStored(storageKey, progress),
  });
  useEffect(() => {
    const subscription = actor.subscribe(({ status }) => {
      if (status === 'done') removeStored(storageKey);
    });
    return () => subscription.unsubscribe();
  }, [actor, storageKey]);

  const keepTyped = (values: SignUpProgress['values']) =>
    writeStored(storageKey, { ...readStored(storageKey), values });
  return { snapshot, send, typedBefore: remembered.values, keepTyped };
}

const connect = (store: Store) =>
  signUpMachine.provide({
    actors: {
      sendCode: operationActor(store, 'sendOtp', (body: { email: string; phoneNumber: string }) => ({
        body,
      })),
      verifyCode: operationActor(store, 'verifyOtp', (body: { email: string; otp: string }) => ({ body })),
      createCustomer: operationActor(store, 'createCustomer', (body) => ({ body })),
      createAccount: fromPromise(({ input }) =>
        input.kind === 'provider'
          ? runOperation(store, 'clinicSignup', { body: input.signup })
          : runOperation(store, 'patientSignup', { body: input.signup }),
      ),
    },
  });
