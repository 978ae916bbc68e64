import { useCallback } from 'react';
import type { Mail } from '@/mocks/world/mail';
import type { PanelContext, Subscribe } from '../panel-context';
import { useLive } from '../use-live';

/** The mails that the backend sent, newest first, as they come. */
export function useMails({ control, onDataChange }: PanelContext): readonly Mail[] {
  const read = useCallback(() => control.mail.list().reverse(), [control]);
  const subscribe = useCallback<Subscribe>(
    (listener) => {
      // Before the data is loaded the list is empty; loading is no change of the data.
      void control.ready.then(listener, listener);
      return onDataChange(listener);
    },
    [control, onDataChange],
  );
  return useLive(read, subscribe);
}
