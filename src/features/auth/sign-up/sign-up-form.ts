import { fieldMessages } from '@/contract';
import * as z from '@/contract/zod';

/** The required terms checkbox. */
export const agreedTerms = z.boolean().check(z.refine((agreed) => agreed, fieldMessages.terms));
