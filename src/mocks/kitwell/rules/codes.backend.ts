import { HttpError, SoftFail } from '@kitwell/mock-engine/engine/backend';
import { sendMail } from '@kitwell/mock-engine/world/mailbox';
import { days, isPast, minutes, timeIn, type World } from '@kitwell/mock-engine/world/world';
import { normalEmail } from '@/contract/fields';
import type { Backend } from '@/mocks/kitwell/rules/rules';
import { magicCode, magicCodeDomain } from '@/mocks/kitwell/seeds/demo-accounts';
import type { MockTransaction } from '@/mocks/kitwell/tables';
import { requirePhone } from './plausibility';

const codeLifetime = minutes(10);
const verificationLifetime = days(1);

/**
 * @throws HttpError 400 unless a code sent to this address was entered within the last day. The message names no field,
 * because the client would show it as an invalid address.
 */
export function requireVerified(db: MockTransaction, world: World, email: string): void {
  const otp = db.tables.otps.get(normalEmail(email));
  if (!otp?.verified_until || isPast(world, otp.verified_until)) {
    throw new HttpError(400, 'Enter the verification code first');
  }
}

/** Verification codes: six digits, valid for ten minutes (§4 "Sign-up flow"). */
export const codesBackend = {
  async sendOtp({ request, db, world }) {
    const { email, phoneNumber } = request.body;
    const address = normalEmail(email);
    if (db.tables.accounts.getBy('email', address))
      throw new HttpError(400, 'This email is already registered');
    requirePhone(phoneNumber);
    const storedCode = db.tables.otps.get(address);
    // Sends the same code while it is valid, so that both mails work after a second request.
    const code =
      storedCode && !storedCode.verified_until && !isPast(world, storedCode.expires_at)
        ? storedCode.code
        : db.token(6, '0123456789');
    const row = { email: address, code, expires_at: timeIn(world, codeLifetime) };
    if (storedCode) await db.tables.otps.patch(address, row);
    else await db.tables.otps.insert({ ...row, verified_until: null });
    await sendMail(db, world, {
      to: address,
      kind: 'otp',
      subject: `${code} is your Kitwell code`,
      text: `Enter ${code} to go on with your registration. The code is good for 10 minutes.`,
      code,
    });
    return { message: 'Code sent' };
  },

  async verifyOtp({ request, db, world }) {
    const address = normalEmail(request.body.email);
    const code = request.body.otp.replaceAll(/\s/g, '');
    const otp = db.tables.otps.get(address);
    if (!otp) throw new SoftFail('No code was sent to this address');
    const isMagic = code === magicCode && address.endsWith(magicCodeDomain);
    if (!isMagic) {
      if (code !== otp.code) throw new SoftFail('Invalid code');
      if (isPast(world, otp.expires_at)) throw new SoftFail('The code has expired');
    }
    await db.tables.otps.patch(address, { verified_until: timeIn(world, verificationLifetime) });
    return { success: true as const, message: 'Code accepted' };
  },
} satisfies Partial<Backend>;
