import { longestDelay } from '../engine/latency';
import type { Operations } from '../engine/operation-lookup';
import { createSignal, type Signal } from '../world/signal';

export interface OverrideOptions {
  /** Delay in milliseconds instead of the usual latency; at most 60,000. */
  readonly delay?: number | undefined;
  /** How many calls it applies to; without it, until it is cleared. */
  readonly times?: number | undefined;
  /**
   * With a body or headers, the branch is any status from 200 to 599, declared or not: `429` with `Retry-After`, say. The
   * body is JSON; a text is sent as it is under another content type.
   */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A branch chosen for an operation by the panel, the URL or a test. */
export interface Override extends OverrideOptions {
  readonly operation: string;
  readonly branch: string;
}

/** One of several answers in turn: a branch for one call, or with options of its own. */
export type Step = string | (OverrideOptions & { readonly branch: string });

export interface Overrides {
  /**
   * Sets one branch, or several in turn (each for one call, unless it has `times`). Throws for an unknown operation or
   * branch, listing the valid ones, and for invalid options.
   */
  set(operation: string, branch: string | readonly Step[], options?: OverrideOptions): void;
  /** Clears the override of one operation, or all. Throws for an unknown operation. */
  clear(operation?: string): void;
  /** Returns the override for the next call and counts down its `times`. Counted overrides precede permanent ones. */
  take(name: string): Override | undefined;
  /** The remaining overrides: counted ones first, in their order, then permanent ones. */
  list(): Override[];
  /** Replaces all by those of a `list`. */
  replace(overrides: readonly Override[]): void;
  readonly onChange: Signal['onChange'];
}

type Counted = Override & { readonly times: number };

const MOST_STEPS = 50;
/** Characters of a body as JSON. */
const LONGEST_BODY = 10_000;
/** The host sets them; others would break the response. */
const hostHeaders = /^(connection|content-length|keep-alive|trailer|transfer-encoding|upgrade)$/i;

/** Whether body or headers are set, so that the branch is a plain status. */
export const isByHand = ({ body, headers }: OverrideOptions): boolean =>
  body !== undefined || headers !== undefined;

function requireByHand(branch: string, { body, headers = {} }: OverrideOptions): void {
  if (!/^[2-5]\d\d$/.test(branch)) {
    throw new Error(
      `A response with its own body or headers needs a status from 200 to 599, not "${branch}".`,
    );
  }
  if ((JSON.stringify(body) ?? '').length > LONGEST_BODY) {
    throw new Error(`body must have at most ${LONGEST_BODY} characters.`);
  }
  for (const [name, value] of Object.entries(headers)) {
    if (hostHeaders.test(name)) throw new Error(`headers: ${name} is set by the mock backend.`);
    try {
      new Headers({ [name]: value });
    } catch {
      throw new Error(`headers: "${name}" is not a header, or its value is invalid.`);
    }
  }
}

/**
 * Validates an override.
 *
 * @throws Error with a message that names what is wrong, and what is valid
 */
export function requireOverride(
  { requireBranch }: Operations,
  name: string,
  { branch, ...options }: Override,
): void {
  const { times, delay } = options;
  if (isByHand(options)) requireByHand(branch, options);
  else requireBranch(name, branch);
  if (times !== undefined && (!Number.isInteger(times) || times < 1)) {
    throw new Error(`times must be a whole number from 1, not ${times}.`);
  }
  if (delay !== undefined && !(delay >= 0 && delay <= longestDelay)) {
    throw new Error(`delay must lie within 0 and ${longestDelay} ms, not ${delay}.`);
  }
}

/** Without undefined fields, so that it is equal to its JSON. */
const plain = ({ operation, branch, delay, times, body, headers }: Override): Override => ({
  operation,
  branch,
  ...(delay === undefined ? {} : { delay }),
  ...(times === undefined ? {} : { times }),
  ...(body === undefined ? {} : { body }),
  ...(headers === undefined ? {} : { headers }),
});
const isCounted = (override: Override): override is Counted => override.times !== undefined;

/** Overrides per operation: at most one permanent, and counted ones that are served in turn before it. */
export function createOverrides(operations: Operations): Overrides {
  const { operationCalled } = operations;
  const staying = new Map<string, Override>();
  const counted = new Map<string, readonly Counted[]>();
  const { notify, onChange } = createSignal();

  function checked(overrides: readonly Override[]): Override[] {
    for (const override of overrides) {
      requireOverride(operations, operationCalled(override.operation), override);
    }
    return overrides.map(plain);
  }
  function add(override: Override) {
    const name = operationCalled(override.operation);
    if (isCounted(override)) counted.set(name, [...(counted.get(name) ?? []), override]);
    else staying.set(name, override);
  }

  return {
    set(operation, branch, options = {}) {
      const name = operationCalled(operation);
      if (typeof branch !== 'string' && (branch.length === 0 || branch.length > MOST_STEPS)) {
        throw new Error(`A sequence has 1 to ${MOST_STEPS} answers, not ${branch.length}.`);
      }
      const steps: Override[] =
        typeof branch === 'string'
          ? [{ ...options, operation, branch }]
          : branch.map((step) => {
              const own: OverrideOptions & { branch: string } =
                typeof step === 'string' ? { branch: step } : step;
              return { ...options, ...own, operation, times: own.times ?? options.times ?? 1 };
            });
      const overrides = checked(steps);
      if (overrides.some(isCounted)) counted.delete(name);
      for (const override of overrides) add(override);
      notify();
    },
    clear(operation) {
      for (const name of operation === undefined
        ? [...staying.keys(), ...counted.keys()]
        : [operationCalled(operation)]) {
        staying.delete(name);
        counted.delete(name);
      }
      notify();
    },
    take(name) {
      const [next, ...later] = counted.get(name) ?? [];
      if (!next) return staying.get(name);
      const rest = next.times === 1 ? later : [{ ...next, times: next.times - 1 }, ...later];
      if (rest.length === 0) counted.delete(name);
      else counted.set(name, rest);
      notify();
      return next;
    },
    list: () => [...[...counted.values()].flat(), ...staying.values()],
    replace(overrides) {
      const valid = checked(overrides);
      staying.clear();
      counted.clear();
      for (const override of valid) add(override);
      notify();
    },
    onChange,
  };
}
