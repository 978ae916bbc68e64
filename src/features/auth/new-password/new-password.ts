import { newPassword, validationMessages } from '@/contract';
import * as z from '@/contract/zod';

/** The two password fields of a form that sets one (SPEC §5). */
export const newPasswordShape = { password: newPassword, confirmPassword: z.string() };

/** Refuses a form whose two passwords differ, beside the second one. */
export const passwordsMatch = <Values extends { password: string; confirmPassword: string }>() =>
  z.refine<Values>(({ password, confirmPassword }) => password === confirmPassword, {
    error: validationMessages.passwordMismatch,
    path: ['confirmPassword'],
  });
