import { EmptyState } from '@/ui/feedback/empty-state';
import type { PanelContext } from '../panel-context';
import { MailItem } from './mail-item';
import { useMails } from './use-mails';

/** What the backend sent, with everything needed to act on it. */
export function MailTab({ context }: { context: PanelContext }) {
  const mails = useMails(context);
  if (mails.length === 0) {
    return <EmptyState title="No mail yet">Codes, links and invitations appear here.</EmptyState>;
  }
  return (
    <ol className="grid grid-cols-1 gap-3" aria-label="Mails, newest first">
      {mails.map((mail) => (
        <MailItem key={mail.id} mail={mail} />
      ))}
    </ol>
  );
}
