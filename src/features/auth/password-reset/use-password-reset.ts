import { useMachine } from '@xstate/react';
import { useEffect, useState } from 'react';
import { operationActor, useApiStore } from '@/features/api/operation-actor';
import type { Store } from '@/features/api/store';
import { passwordResetMachine } from '@/machines/password-reset.machine';
import { inspection } from '@/shared/inspection';
import { report } from '@/shared/report';

/** The password-reset machine, connected to the API. */
export function usePasswordReset(token: string) {
  const store = useApiStore();
  const [machine] = useState(() => connect(store));
  const [snapshot, send, actor] = useMachine(machine, { ...inspection, input: { token } });
  useEffect(() => {
    const subscription = actor.on('defect', ({ error }) =>
      report('resetting the password ended in a defect', { error: String(error) }),
    );
    return () => subscription.unsubscribe();
  }, [actor]);
  return { snapshot, send };
}

const connect = (store: Store) =>
  passwordResetMachine.provide({
    actors: {
      resetPassword: operationActor(
        store,
        'resetPassword',
        ({ token, password }: { token: string; password: string }) => ({
          path: { token },
          body: { password },
        }),
      ),
    },
  });
