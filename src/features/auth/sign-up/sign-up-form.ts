import { fieldMessages, type SignUpProgress } from '@/contract';
import * as z from '@/contract/zod';

/** The required terms checkbox. */
export const agreedTerms = z.boolean().check(z.refine((agreed) => agreed, fieldMessages.terms));

/** What either form of a sign-up is given. */
export interface SignUpFormProps<SignUp> {
  typedBefore: SignUpProgress['values'];
  busy: boolean;
  onTyped: (values: SignUpProgress['values']) => void;
  onSubmit: (signup: SignUp) => void;
}
