import { isWebLink } from '@/contract/fields';
import type { Mail } from '@/mocks/world/mail';
import { buttonClass } from '@/ui/form/button';
import { CopyButton } from '../parts/copy-button';

const timeOf = (at: string) => new Date(at).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });

/** One mail: to whom, about what, and its code or link. */
export function MailItem({ mail }: { mail: Mail }) {
  return (
    <li className="grid grid-cols-1 gap-2 rounded-control border border-line bg-surface p-3 text-sm">
      <p className="flex flex-wrap justify-between gap-x-3 text-caption text-ink-3">
        <span className="break-all">To {mail.to}</span>
        <time dateTime={mail.at}>{timeOf(mail.at)}</time>
      </p>
      <p className="font-semibold">{mail.subject}</p>
      <p className="text-ink-2">{mail.text}</p>
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
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
          >
            Open link
          </a>
        ) : null}
      </div>
    </li>
  );
}
