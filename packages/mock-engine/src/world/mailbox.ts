import type { ReadTable, Table, Transaction } from '../db/database-types';
import { waitUntil } from './signal';
import type { World } from './world';
import type { Mail } from './world-tables';

interface MailQuery<Kind> {
  readonly to?: string | undefined;
  readonly kind: Kind;
}

/** The part of a database that a mailbox reads. */
interface MailDatabase<Kind extends string> {
  table(name: 'mails'): ReadTable<Mail<Kind>, string>;
  onChange(listener: () => void): () => void;
}

export interface Mailbox<Kind extends string = string> {
  /** Newest last; with an address, only mails to it (ignoring case). */
  list(to?: string): Mail<Kind>[];
  /**
   * Resolves to the newest mail of this kind, waiting for it if needed.
   *
   * @param ms timeout in milliseconds; defaults to 5,000, at most 60,000
   * @param signal stops waiting
   * @throws Error on timeout, listing the mails that did arrive, and for an unknown kind
   */
  waitFor(query: MailQuery<Kind>, ms?: number, signal?: AbortSignal): Promise<Mail<Kind>>;
}

/** Sends a mail as part of a transaction, so that it exists only if the request succeeds. */
export async function sendMail<Kind extends string>(
  db: Pick<Transaction<never>, 'nextId'> & { tables: { mails: Table<Mail<Kind>, string> } },
  world: World,
  mail: Omit<Mail<Kind>, 'id' | 'at'>,
): Promise<void> {
  const id = `mail-${db.nextId('mails')}`;
  await db.tables.mails.insert({ ...mail, id, at: world.now().toISOString() });
}

const sameAddress = (left: string, right: string) => left.trim().toLowerCase() === right.trim().toLowerCase();

/**
 * The mailbox for the panel and tests; it reads the tables, so it includes mails sent by other tabs.
 *
 * @param appUrl base of the links: origin and base path, without a trailing slash
 */
export function createMailbox<Kind extends string>(db: MailDatabase<Kind>, appUrl = ''): Mailbox<Kind> {
  const addressed = (mail: Mail<Kind>): Mail<Kind> => ({
    ...mail,
    ...(mail.link?.startsWith('/') && { link: `${appUrl}${mail.link}` }),
  });
  const list = (to?: string) =>
    db
      .table('mails')
      .list(to === undefined ? {} : { where: (mail) => sameAddress(mail.to, to) })
      .map(addressed);
  const newest = ({ to, kind }: MailQuery<Kind>) => list(to).findLast((mail) => mail.kind === kind);

  return {
    list,
    waitFor: (query, ms, signal) =>
      waitUntil({
        find: () => newest(query),
        onChange: (listener) => db.onChange(listener),
        timeout: ms,
        signal,
        failure(timeout) {
          const came = list()
            .map((mail) => `${mail.kind} to ${mail.to}`)
            .join(', ');
          return `No ${query.kind} mail to ${query.to ?? 'anybody'} within ${timeout} ms. Mails: ${came || 'none'}.`;
        },
      }),
  };
}
