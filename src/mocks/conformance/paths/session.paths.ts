import { expectThat, found, judgeMail, type TestContext } from '@/mocks/conformance/test-context';
import { textIn } from '@/mocks/conformance/test-run';

const newPassword = 'Another1!y';

/** One password per rule of SPEC §5 that breaks only this rule. */
const weakPasswords = {
  'of seven characters': 'Ab1!xyz',
  'without an uppercase letter': 'another1!y',
  'without a lowercase letter': 'ANOTHER1!Y',
  'without a number': 'Another!y',
  'without a special character': 'Another1y',
} as const;

/** Password reset by mail (SPEC §8 "Forgot password", "Reset password"). */
export async function passwordPaths(context: TestContext): Promise<void> {
  const { check, memory, data, mail } = context;
  const { email, password } = data.clinics.clinic;
  const token = () => memory.need(found.token('clinic'));
  await check.rejected('forgotPassword', {
    path: 'with an unknown email',
    request: () => ({ body: { email: data.stranger } }),
    // The client shows both the same: a server need not reveal who has an account.
    status: [200, 404],
  });
  const mailsToUnknown = await mail.count(data.stranger, 'reset-password');
  if (mailsToUnknown !== undefined) {
    check.record(
      'forgotPassword',
      'mails no link to an unknown address',
      expectThat(mailsToUnknown === 0, 'a mail to an unknown address was sent'),
    );
  }
  await check.rejected('forgotPassword', {
    path: 'without an email',
    request: () => ({ body: { email: '' } }),
  });
  const sent = await check.ok('forgotPassword', { after: token, request: () => ({ body: { email } }) });
  const link = await mail.linkToken(email, 'reset-password');
  memory.keep(found.reset, link);
  if (sent !== undefined)
    await judgeMail(context, 'forgotPassword', 'mails a link', {
      to: email,
      kind: 'reset-password',
      value: link,
    });
  const reset = (chosen: string) => () => ({
    path: { token: memory.need(found.reset) },
    body: { password: chosen },
  });
  await check.rejected('resetPassword', {
    path: 'with a made-up link',
    request: () => ({ path: { token: 'made-up' }, body: { password: newPassword } }),
  });
  for (const [path, weak] of Object.entries(weakPasswords)) {
    await check.rejected('resetPassword', {
      path: `with a password ${path}`,
      status: [400, 422],
      request: reset(weak),
    });
  }
  check.hide(newPassword);
  await check.ok('resetPassword', { request: reset(newPassword) });
  await check.rejected('resetPassword', { path: 'with a used link', request: reset('Another2!y') });
  const after = () => memory.need(found.reset);
  await check.effect('resetPassword', 'login', {
    path: 'the old password is no longer valid',
    after,
    expected: { kind: 'error', status: [400] },
    request: () => ({ body: { email, password } }),
  });
  // A session may belong to someone who knew the old password.
  await check.effect('resetPassword', 'verifyUser', {
    path: 'the sessions before the reset have ended',
    after,
    token,
    expected: { kind: 'error', status: [401] },
  });
  const session = await check.effect('resetPassword', 'login', {
    path: 'the new password is valid',
    after,
    request: () => ({ body: { email, password: newPassword } }),
  });
  memory.keep(found.token('clinic'), textIn(session, 'token'));
  const other = data.clinics['other clinic'];
  await check.effect('resetPassword', 'login', {
    path: 'the password of another account stays',
    after,
    request: () => ({ body: { email: other.email, password: other.password } }),
  });
  await check.effect('resetPassword', 'verifyUser', {
    path: 'the session of another account goes on',
    after,
    token: () => memory.need(found.token('other clinic')),
    and: (body) => expectThat(textIn(body, 'role_id') === '1', 'role_id: "1" expected of a provider'),
  });
}

/** Logout ends this session, and no one else's. */
export async function logoutPaths({ check, memory, data }: TestContext): Promise<void> {
  const { email, password } = data.clinics['other clinic'];
  const token = () => memory.need(found.token('other clinic'));
  await check.ok('logout', { token });
  for (const read of ['verifyUser', 'fetchPatients'] as const) {
    await check.effect('logout', read, {
      path: 'the session has ended',
      token,
      expected: { kind: 'error', status: [401] },
    });
  }
  await check.effect('logout', 'verifyUser', {
    path: 'the session of a patient goes on',
    after: token,
    token: () => memory.need(found.token('patient')),
  });
  const session = await check.ok('login', {
    path: 'ok, after logging out',
    after: token,
    request: () => ({ body: { email, password } }),
  });
  const next = textIn(session, 'token');
  if (next !== undefined) {
    const isNew = next !== token();
    check.record('login', 'another token', expectThat(isNew, 'token: that of the session that has ended'));
  }
  memory.keep(found.token('other clinic'), next);
  await check.ok('logout', {
    path: 'ok, for a patient',
    token: () => memory.need(found.token('other patient')),
  });
}
