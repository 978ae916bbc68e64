import { distantFuture, providerLogin } from '@/mocks/conformance/sample-data';
import type { Samples } from '@/mocks/conformance/samples';

export const sessionSamples = {
  verifyUser: {
    summary: 'Returns the signed-in user',
    as: 'provider',
    answer: { status: true, user_name: 'Harbor Street Clinic', role_id: '1' },
  },
  login: {
    summary: 'Signs in with email and password',
    request: { body: providerLogin },
    answer: { token: 'tok_account-1_mm8y7c00_teqqhxknjvbl41rwuhg7gmri' },
  },
  logout: { summary: 'Ends the session of the token', as: 'provider', answer: { message: 'Logged out' } },
  forgotPassword: {
    summary: 'Mails a link to choose a new password',
    request: { body: { email: providerLogin.email } },
    answer: { message: 'Link sent' },
  },
  resetPassword: {
    summary: 'Stores a new password, once per mailed link',
    answer: { message: 'Password updated successfully' },
    needs: ({ insert }) =>
      insert('resets', { token: 'abc', account_id: 'account-1', expires_at: distantFuture, used: false }),
    request: { path: { token: 'abc' }, body: { password: 'Another1!' } },
  },
} satisfies Partial<Samples>;
