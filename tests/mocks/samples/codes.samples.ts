import { distantFuture } from '@/mocks/conformance/sample-data';
import type { Samples } from '@/mocks/conformance/samples';

export const codesSamples = {
  sendOtp: {
    summary: 'Mails a verification code to a new address',
    request: { body: { email: 'new@example.com', phoneNumber: '+12065550133' } },
    answer: { message: 'Code sent' },
  },
  verifyOtp: {
    summary: 'Checks the verification code of an address',
    needs: ({ insert }) =>
      insert('otps', {
        email: 'new@example.com',
        code: '123456',
        expires_at: distantFuture,
        verified_until: null,
      }),
    request: { body: { email: 'new@example.com', otp: '123456' } },
    answer: { success: true, message: 'Code accepted' },
  },
} satisfies Partial<Samples>;
