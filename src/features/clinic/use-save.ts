import { useState } from 'react';
import { type Failure, isFailure, isOutcomeUnknown, type Request } from '@/contract';
import { toastDone } from '@/features/api/dashboard-toast';
import { runOperation, useApiStore } from '@/features/api/operation-actor';
import type { Store } from '@/features/api/store';

type Saving = 'addLab' | 'updateLab' | 'updateClinicProfile';

interface SaveOptions {
  /** Reads again what the server has: whether it is what was sent. Rejects where it could not be read. */
  readonly isStored: (store: Store) => Promise<boolean>;
  /** Other failures after which the server is asked as well. */
  readonly askAfter?: (failure: Failure) => boolean;
}

/** Saving one of the clinic's forms. Where the outcome is unknown the server is asked what it has before the user reads of it. */
export function useSave() {
  const store = useApiStore();
  const [saving, setSaving] = useState<{ readonly busy: boolean; readonly failure: Failure | null }>(idle);

  /** Gives whether the server has what was sent. */
  async function save<K extends Saving>(
    operation: K,
    request: Request<K>,
    { isStored, askAfter = () => false }: SaveOptions,
  ): Promise<boolean> {
    setSaving({ busy: true, failure: null });
    try {
      await runOperation(store, operation, request);
    } catch (error) {
      const failure = isFailure(error) ? error : null;
      const asks = failure !== null && (isOutcomeUnknown(failure) || askAfter(failure));
      if (!asks || !(await isStored(store).catch(() => false))) {
        setSaving({ busy: false, failure });
        return false;
      }
      toastDone(operation);
    }
    setSaving(idle);
    return true;
  }
  return { ...saving, save };
}

const idle = { busy: false, failure: null };
