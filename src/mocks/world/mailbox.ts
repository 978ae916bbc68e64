import { normalEmail } from '@/contract/fields';
import type { MockDatabase, MockTransaction } from '@/mocks/db/tables';
import type { Mail, MailKind } from './mail';
import type { World } from './world';

interface MailQuery {
  readonly to?: string;
  readonly kind: MailKind;
}

export interface Mailbox {
  /** Newest last; with an address, only mails to it (ignoring case). */
  list(to?: string): Mail[];
  /**
   * Resolves to the newest mail of this kind, waiting for it if needed.
   *
   * @param ms timeout in milliseconds; defaults to 5,000
   * @throws Error on timeout, listing the mails that did arrive
   */
  waitFor(query: MailQuery, ms?: number): Promise<Mail>;
}

/** Sends a mail as part of a transaction, so that it exists only if the request succeeds. */
export async function sendMail(
  db: MockTransaction,
  world: World,
  mail: Omit<Mail, 'id' | 'at'>,
): Promise<void> {
  const id = `mail-${db.nextId('mails')}`;
  await db.tables.mails.insert({ ...mail, id, at: world.now().toISOString() });
}

const sameAddress = (left: string, right: string) => normalEmail(left) === normalEmail(right);

/**
 * The mailbox for the panel and tests; it reads the tables, so it includes mails sent by other tabs.
 *
 * @param appUrl base of the links: origin and base path, without a trailing slash
 */
export function createMailbox(db: MockDatabase, appUrl = ''): Mailbox {
  const addressed = (mail: Mail): Mail => ({
    ...mail,
    ...(mail.link?.startsWith('/') && { link: `${appUrl}${mail.link}` }),
  });
  const list = (to?: string) =>
    db
      .table('mails')
      .list(to === undefined ? {} : { where: (mail) => sameAddress(mail.to, to) })
      .map(addressed);
  const newest = ({ to, kind }: MailQuery) => list(to).findLast((mail) => mail.kind === kind);

  return {
    list,
    waitFor(query, ms = 5000) {
      const here = newest(query);
      if (here) return Promise.resolve(here);
      return new Promise((resolve, reject) => {
        const stop = db.onChange(() => {
          const mail = newest(query);
          if (!mail) return;
          clearTimeout(timer);
          stop();
          resolve(mail);
        });
        const timer = setTimeout(() => {
          stop();
          const came =
            list()
              .map((mail) => `${mail.kind} to ${mail.to}`)
              .join(', ') || 'none';
          reject(
            new Error(`No ${query.kind} mail to ${query.to ?? 'anybody'} within ${ms} ms. Mails: ${came}.`),
          );
        }, ms);
      });
    },
  };
}
