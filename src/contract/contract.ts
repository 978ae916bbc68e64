import { authContract } from './auth.contract';
import { billingContract } from './billing.contract';
import { bookingContract } from './booking.contract';
import { chatContract } from './chat.contract';
import { clinicContract } from './clinic.contract';
import type { AnswerOf, Operation, RequestOf, WireAnswerOf } from './operation';
import { ordersContract } from './orders.contract';
import { patientsContract } from './patients.contract';

/** All calls of SPEC §7. */
export const contract = {
  ...chatContract,
  ...authContract,
  ...ordersContract,
  ...billingContract,
  ...patientsContract,
  ...bookingContract,
  ...clinicContract,
} as const;

export type Contract = typeof contract;
export type OperationName = keyof Contract;
/** The operations that change what another one reads. */
export type WriteName = {
  [K in OperationName]: Contract[K] extends { readonly writes: readonly unknown[] } ? K : never;
}[OperationName];

/** The request that a caller of this operation passes. */
export type Request<K extends OperationName> = RequestOf<Contract[K]>;
/** The validated body of a successful response. */
export type Answer<K extends OperationName> = AnswerOf<Contract[K]>;
/** The body of a successful response before validation. */
export type WireAnswer<K extends OperationName> = WireAnswerOf<Contract[K]>;

export const operationNames = Object.keys(contract) as OperationName[];

/** The declaration of one operation, without its literal types. */
export const declarationOf = (name: OperationName): Operation => contract[name];
