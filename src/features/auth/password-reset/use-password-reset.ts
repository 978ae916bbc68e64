import { useState } from 'react';
import { operationActor, useApiStore } from '@/features/api/operation-actor';
import type { Store } from '@/features/api/store';
import { useFlow } from '@/features/api/use-flow';
import { passwordResetMachine } from '@/machines/password-reset.machine';

/** The password-reset machine, connected to the API. */
export function usePasswordReset(token: string) {
  const store = useApiStore();
  const [machine] = useState(() => connect(store));
  const [snapshot, send] = useFlow('password-reset', machine, { token });
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
