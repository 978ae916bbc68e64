import type { Mail } from '@kitwell/mock-engine/world/world-tables';
import { type ComponentProps, useCallback } from 'react';
import { EmptyState } from '@/ui/feedback/loading';
import { buttonClass } from '@/ui/form/button-class';
import { type PanelContext, type Subscribe, useLive } from './panel-context';
import { CopyButton } from './parts';

type MailContext = Pick<PanelContext, 'control' | 'onDataChange'>;

/** The mails sent by the backend, newest first, updated live. */
function useMails({ control, onDataChange }: MailContext): readonly Mail[] {
  const read = useCallback(() => control.mail.list().reverse(), [control]);
  const subscribe = useCallback<Subscribe>(
    (listener) => {
      // Loading the data is not reported as a change, and the list is empty before.
      void control.ready.then(listener, listener);
      return onDataChange(listener);
    },
    [control, onDataChange],
  );
  return useLive(read, subscribe);
}

/** A link of a mail may come from an imported file. */
const isWebLink = (text: string) => /^https?:/i.test(text) && URL.canParse(text);

const timeOf = (at: string) => new Date(at).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });

/** The attributes of a link that decide where it opens. */
type LinkProps = Pick<ComponentProps<'a'>, 'target' | 'rel' | 'onClick'>;
const inNewTab: LinkProps = { target: '_blank', rel: 'noreferrer' };

interface MailItemProps {
  mail: Mail;
  /** Where the link of a mail opens; by default in a new tab. */
  linkProps: ((to: string, link: string) => LinkProps | undefined) | undefined;
}

/** A mail with its recipient, subject, and code or link. */
function MailItem({ mail, linkProps }: MailItemProps) {
  return (
    <li className="grid grid-cols-1 gap-2 rounded-control border border-line bg-surface p-3 text-sm">
      <p className="flex flex-wrap justify-between gap-x-3 text-caption text-ink-3">
        <span className="break-all">To {mail.to}</span>
        <time dateTime={mail.at}>{timeOf(mail.at)}</time>
      </p>
      <p className="font-semibold">{mail.subject}</p>
      <p className="whitespace-pre-line text-ink-2">{mail.text}</p>
      <div className="flex flex-wrap items-center gap-2 empty:hidden">
        {mail.code ? (
          <>
            <code className="text-lg font-semibold tracking-widest tabular-nums">{mail.code}</code>
            <CopyButton label="Copy code" text={mail.code} />
          </>
        ) : null}
        {mail.link && isWebLink(mail.link) ? (
          <a
            href={mail.link}
            {...(linkProps?.(mail.to, mail.link) ?? inNewTab)}
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
          >
            Open link
          </a>
        ) : null}
      </div>
    </li>
  );
}

/** All mails sent by the backend, with their codes and links. */
export function MailTab({
  context,
  linkProps,
}: { context: MailContext } & Partial<Pick<MailItemProps, 'linkProps'>>) {
  const mails = useMails(context);
  if (mails.length === 0) {
    return (
      <EmptyState title="No mail yet">
        What the backend sends appears here, with its codes and links.
      </EmptyState>
    );
  }
  return (
    <ol className="grid grid-cols-1 gap-3" aria-label="Mails, newest first">
      {mails.map((mail) => (
        <MailItem key={mail.id} mail={mail} linkProps={linkProps} />
      ))}
    </ol>
  );
}
