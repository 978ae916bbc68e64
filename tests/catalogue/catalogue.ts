import type { Contract, OperationName } from '@/contract';
import { billing } from './billing';
import { booking } from './booking';
import { chat } from './chat';
import { clinic } from './clinic';
import { orders } from './orders';
import { patients } from './patients';
import { profile } from './profile';
import type { Entry } from './rows';
import { signIn } from './sign-in';
import { signUp } from './sign-up';

/**
 * §7 and §8 with the page messages of §2 and the server messages of §5, written by hand: this table is the oracle,
 * so it imports no text of the product. Where the specification is silent, docs/assumptions.md records the choice.
 * Messages that come from the server ("Sign in again", "This time slot has passed") are those of the mock.
 */
export const catalogue: Readonly<Record<Contract[OperationName]['operation'], Entry>> = {
  ...chat,
  ...signIn,
  ...signUp,
  ...orders,
  ...billing,
  ...patients,
  ...profile,
  ...booking,
  ...clinic,
};
