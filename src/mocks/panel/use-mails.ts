import { useEffect, useState } from 'react';
import type { Mail } from '@/mocks/world/mail';
import type { PanelContext } from './panel-context';

/** The mails that the backend sent, newest first, as they come. */
export function useMails({ control, onDataChange }: PanelContext): readonly Mail[] {
  const [mails, setMails] = useState<readonly Mail[]>([]);
  useEffect(() => {
    const refresh = () => setMails(control.mail.list().reverse());
    // Before the data is loaded the list is empty; loading is no change of the data.
    void control.ready.then(refresh, refresh);
    refresh();
    return onDataChange(refresh);
  }, [control, onDataChange]);
  return mails;
}
