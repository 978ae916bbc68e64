import type { ReadTables } from '@kitwell/mock-engine/db/database-types';
import { HttpError } from '@kitwell/mock-engine/engine/backend';
import { sendMail } from '@kitwell/mock-engine/world/mailbox';
import { isPast, minutes, timeIn, type World } from '@kitwell/mock-engine/world/world';
import { roles } from '@/contract/constants';
import { normalEmail } from '@/contract/fields';
import type { Backend } from '@/mocks/kitwell/rules/rules';
import type { Caller, MockTables, MockTransaction, TableRow } from '@/mocks/kitwell/tables';

const resetLifetime = minutes(60);
/** Beyond that, logging in ends the oldest session. */
const mostSessions = 10_000;

/** The account of this token, if there is one. */
export function findCaller(
  tables: Pick<ReadTables<MockTables>, 'sessions' | 'accounts'>,
  token: string,
): Caller | undefined {
  const session = tables.sessions.get(token);
  const account = session && tables.accounts.get(session.account_id);
  return account && { ...account, token };
}

/** Opens a session and returns its token. The account's other sessions stay valid. */
export async function openSession(
  db: MockTransaction,
  world: World,
  account: TableRow<'accounts'>,
): Promise<string> {
  const now = world.now();
  // A reset restarts the random sequence; without account and time, a token could equal one still used in a tab.
  const token = `tok_${account.id}_${now.getTime().toString(36)}_${db.token(24)}`;
  const { sessions } = db.tables;
  const oldest = sessions.count() < mostSessions ? undefined : sessions.find(() => true);
  if (oldest) await sessions.remove(oldest.token);
  await sessions.insert({ token, account_id: account.id, created_at: now.toISOString() });
  return token;
}

function nameOf(db: MockTransaction, caller: Caller): string {
  if (caller.role === roles.provider) return db.tables.clinics.get(caller.clinic_id ?? '')?.clinic_name ?? '';
  return db.tables.patients.get(caller.patient_id ?? '')?.patient_name ?? '';
}

/** Sessions and password reset (§4, §7, §8). */
export const sessionBackend = {
  verifyUser: ({ caller, db }) => ({
    status: true as const,
    user_name: nameOf(db, caller),
    role_id: caller.role,
  }),

  async login({ request, db, world }) {
    const account = db.tables.accounts.getBy('email', normalEmail(request.body.email));
    if (account?.password !== request.body.password) throw new HttpError(400, 'Invalid credentials');
    return { token: await openSession(db, world, account) };
  },

  async logout({ caller, db }) {
    await db.tables.sessions.remove(caller.token);
    return { message: 'Logged out' };
  },

  async forgotPassword({ request, db, world }) {
    const account = db.tables.accounts.getBy('email', normalEmail(request.body.email));
    if (!account) throw new HttpError(404, 'No account with this email');
    const token = db.token(32);
    await db.tables.resets.insert({
      token,
      account_id: account.id,
      expires_at: timeIn(world, resetLifetime),
      used: false,
    });
    await sendMail(db, world, {
      to: account.email,
      kind: 'reset-password',
      subject: 'Reset your Kitwell password',
      text: 'Choose a new password with the link below. It is good for one hour and works once.',
      link: `/reset-password/${token}`,
    });
    return { message: 'Link sent' };
  },

  async resetPassword({ request, db, world }) {
    const { token } = request.path;
    const reset = db.tables.resets.get(token);
    if (!reset || reset.used || isPast(world, reset.expires_at)) throw new HttpError(400, 'Token expired');
    await db.tables.accounts.patch(reset.account_id, { password: request.body.password });
    // Invalidates all earlier links and ends the sessions opened with the old password.
    const links = db.tables.resets.list({ where: { account_id: reset.account_id } });
    await db.tables.resets.patchMany(
      links.map((link) => link.token),
      { used: true },
    );
    for (const session of db.tables.sessions.list({ where: { account_id: reset.account_id } })) {
      await db.tables.sessions.remove(session.token);
    }
    return { message: 'Password updated successfully' };
  },
} satisfies Partial<Backend>;
