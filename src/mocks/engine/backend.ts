import type { Contract, OperationName, ParsedRequest, WireAnswer } from '@/contract/contract';
import type { CallerOf, MockTransaction } from '@/mocks/db/tables';
import type { World } from '@/mocks/world/world';

/** A refusal of the product's rules: a status of 400 or more with the server's message, if it has one (SPEC §8). */
export class HttpError extends Error {
  override readonly name = 'HttpError';

  /** @param status HTTP status @param words what the server says; absent sends an answer without a message */
  constructor(
    readonly status: number,
    readonly words?: string,
  ) {
    super(words ?? `refused with ${status}`);
  }
}

/** A good status with `success: false` (SPEC §7): "asked properly, and the answer is no". */
export class SoftFail extends Error {
  override readonly name = 'SoftFail';

  /** @param words the message of the answer; absent sends none */
  constructor(readonly words?: string) {
    super(words ?? 'answered success: false');
  }
}

/** What a rule gets: the validated request, who asks, and one transaction over the data. */
export interface RuleContext<K extends OperationName> {
  readonly request: ParsedRequest<K>;
  /** Always there where the contract requires a token; `null` for anonymous calls. */
  readonly caller: CallerOf<Contract[K]['auth']>;
  /** Committed when the rule answers; rolled back when it refuses or throws. */
  readonly db: MockTransaction;
  readonly world: World;
}

/** What a rule may answer. Only operations that the contract lets fail softly may answer `SoftFail`. */
type RuleAnswer<K extends OperationName> =
  | WireAnswer<K>
  | HttpError
  | (Contract[K] extends { readonly softFails: true } ? SoftFail : never);

/** The product's rule for one operation. May also throw a `HttpError` or `SoftFail`. */
export type Resolver<K extends OperationName> = (
  context: RuleContext<K>,
) => RuleAnswer<K> | Promise<RuleAnswer<K>>;

/** One rule per call of SPEC §7: a missing rule or a wrong answer is a type error. */
export type Backend = { readonly [K in OperationName]: Resolver<K> };
