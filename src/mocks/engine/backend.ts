import type { Contract, OperationName, ParsedRequest, WireAnswer } from '@/contract/contract';
import type { CallerOf, MockTransaction } from '@/mocks/db/tables';
import type { World } from '@/mocks/world/world';

/** An error response of a rule: a status of 400 or more, with or without the server's message (SPEC §8). */
export class HttpError extends Error {
  override readonly name = 'HttpError';

  /**
   * @param status HTTP status
   * @param text the server's message; omitted for none
   */
  constructor(
    readonly status: number,
    readonly text?: string,
  ) {
    super(text ?? `rejected with ${status}`);
  }
}

/** The message of a 403 for an account of another role (SPEC §6). */
export const onlyForRole = (role: 'provider' | 'patient'): string => `Only a ${role} can do this`;

/** A success status with `success: false` (SPEC §7): the request is valid, but declined. */
export class SoftFail extends Error {
  override readonly name = 'SoftFail';

  /** @param text the message of the response; omitted for none */
  constructor(readonly text?: string) {
    super(text ?? 'answered success: false');
  }
}

/** What a rule gets: the validated request, the caller, and one transaction over the data. */
export interface RuleContext<K extends OperationName> {
  readonly request: ParsedRequest<K>;
  /** Always set if the contract requires a token; `null` for anonymous calls. */
  readonly caller: CallerOf<Contract[K]['auth']>;
  /** Committed when the rule returns; rolled back when it rejects the request or throws. */
  readonly db: MockTransaction;
  readonly world: World;
}

/** What a rule may return. `SoftFail` only for operations whose contract allows it. */
type RuleAnswer<K extends OperationName> =
  | WireAnswer<K>
  | HttpError
  | (Contract[K] extends { readonly softFails: true } ? SoftFail : never);

/** The product's rule for one operation. May also throw an `HttpError` or `SoftFail`. */
export type Resolver<K extends OperationName> = (
  context: RuleContext<K>,
) => RuleAnswer<K> | Promise<RuleAnswer<K>>;

/** One rule per operation of SPEC §7; a missing rule or a wrong response type is a type error. */
export type Backend = { readonly [K in OperationName]: Resolver<K> };
