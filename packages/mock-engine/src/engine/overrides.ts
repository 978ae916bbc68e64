import { createSignal, type Signal } from '../world/signal';
import { type LatencyShape, longestDelay, requireLatency, wait } from './latency';
import type { Operations } from './operation-lookup';
import { holds, type RequestWhere, requireWhere, type SeenRequest } from './request-match';

/** How a response's body arrives badly; its status and headers arrive as usual. */
export interface BodyArrival {
  /** The body comes in pieces and is complete after so many milliseconds. */
  readonly drip?: number | undefined;
  /** The connection breaks after so many bytes of the body, at the latest before its last one. */
  readonly resetAfter?: number | undefined;
  /** The body ends after so many bytes, at least one too early, as if it were complete: truncated JSON. */
  readonly truncateAfter?: number | undefined;
}

const PIECES = 10;

/** Whether any of a response's body arrives badly. */
export const arrivesBadly = ({ drip, resetAfter, truncateAfter }: BodyArrival): boolean =>
  drip !== undefined || resetAfter !== undefined || truncateAfter !== undefined;

/**
 * A body that arrives badly.
 *
 * @param signal ends it early when the caller gives up
 * @returns the stream, and the length in bytes that `Content-Length` announces
 */
export function arrivingBody(
  whole: Uint8Array<ArrayBuffer>,
  { drip = 0, resetAfter, truncateAfter }: BodyArrival,
  signal: AbortSignal,
): { stream: ReadableStream<Uint8Array<ArrayBuffer>>; length: number } {
  const most = resetAfter ?? truncateAfter;
  const sent = most === undefined ? whole : whole.slice(0, Math.max(0, Math.min(most, whole.length - 1)));
  const size = drip === 0 ? sent.length : Math.ceil(sent.length / PIECES);
  const pause = size === 0 ? 0 : drip / Math.ceil(sent.length / size);
  let at = 0;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        if (at >= sent.length) {
          if (resetAfter === undefined) controller.close();
          else controller.error(new TypeError('The connection was reset.'));
          return;
        }
        await wait(pause, signal);
        if (signal.aborted) {
          controller.error(signal.reason);
          return;
        }
        controller.enqueue(sent.slice(at, at + size));
        at += size;
      },
    },
    // An error would drop what is buffered, and the caller would not get these bytes.
    { highWaterMark: 0 },
  );
  return { stream, length: truncateAfter === undefined ? whole.length : sent.length };
}

/** Which calls an override applies to. Calls are counted from when it was set, if its other conditions hold. */
export interface OverrideWhere extends RequestWhere {
  /** From this call on; 1 is the next one. */
  readonly from?: number | undefined;
  /** Only this call. */
  readonly nth?: number | undefined;
}

export interface OverrideOptions extends BodyArrival {
  /** Delay in milliseconds instead of the usual latency, at most 60,000; or its distribution. */
  readonly delay?: number | LatencyShape | undefined;
  /** How many calls it applies to; without it, until it is cleared. */
  readonly times?: number | undefined;
  /**
   * With a body or headers, the branch is any status from 200 to 599, declared or not: `429` with `Retry-After`, say. The
   * body is JSON; a text is sent as it is under another content type.
   */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Other calls are answered as if the override were not there. */
  readonly where?: OverrideWhere | undefined;
}

/** A branch chosen for an operation by the panel, the URL or a test. */
export interface Override extends OverrideOptions {
  readonly operation: string;
  readonly branch: string;
  /** Number of calls counted for `where.from` and `where.nth`. */
  readonly seen?: number | undefined;
}

/** One of several answers in turn: a branch for one call, or with options of its own. */
export type Step<Branch extends string = string> = Branch | (OverrideOptions & { readonly branch: Branch });

export interface Overrides {
  /**
   * Sets one branch, or several in turn (each for one call, unless it has `times`). Replaces those of the same condition
   * that have `times`, or those that have none. Throws for an unknown operation or branch, listing the valid ones, and for
   * invalid options.
   */
  set(operation: string, branch: string | readonly Step[], options?: OverrideOptions): void;
  /**
   * Clears all overrides, all of one operation, or only one of these, counted from 1 in the order in which they are
   * used. Throws for an unknown operation or position.
   */
  clear(operation?: string, position?: number): void;
  /**
   * Returns the override for this call and, with `usesUp`, counts down its `times`. Conditional overrides come first, then
   * counted ones, then permanent ones.
   */
  take(name: string, request: SeenRequest, options: { readonly usesUp: boolean }): Override | undefined;
  /** The remaining overrides of each operation, in the order in which they are used. */
  list(): Override[];
  /** Replaces all overrides by a `list`. */
  replace(overrides: readonly Override[]): void;
  readonly onChange: Signal['onChange'];
}

/** Of one operation. */
const MOST_STEPS = 50;
/** Characters of a body as JSON. */
const LONGEST_BODY = 10_000;
/** The host sets them; others would break the response. */
const hostHeaders =
  /^(access-control-.+|connection|content-encoding|content-length|keep-alive|trailer|transfer-encoding|upgrade)$/i;

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

const isCount = (value: number) => Number.isInteger(value) && value >= 1;

function requireArrival(branch: string, { drip, resetAfter, truncateAfter }: OverrideOptions): void {
  if (/^(network|timeout|ok\.lost)$/.test(branch)) {
    throw new Error(`"${branch}" has no body that could arrive badly.`);
  }
  if (drip !== undefined && !(drip > 0 && drip <= longestDelay)) {
    throw new Error(`drip must lie within 1 and ${longestDelay} ms, not ${drip}.`);
  }
  if (resetAfter !== undefined && truncateAfter !== undefined) {
    throw new Error('A body is either reset or truncated: set resetAfter or truncateAfter.');
  }
  for (const bytes of [resetAfter, truncateAfter]) {
    if (bytes === undefined || (Number.isInteger(bytes) && bytes >= 0)) continue;
    throw new Error(`resetAfter and truncateAfter are whole numbers of bytes, not ${bytes}.`);
  }
}

function requireCondition({ from, nth, ...where }: OverrideWhere, times: number | undefined): void {
  requireWhere(where);
  for (const count of [from, nth]) {
    if (count !== undefined && !isCount(count)) {
      throw new Error(`where.from and where.nth are whole numbers from 1, not ${count}.`);
    }
  }
  if (nth !== undefined && (from !== undefined || (times ?? 1) > 1)) {
    throw new Error('where.nth is one call: use where.from, with times, for more.');
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
  const { times, delay, where } = options;
  if (isByHand(options)) requireByHand(branch, options);
  else requireBranch(name, branch);
  if (times !== undefined && !isCount(times)) {
    throw new Error(`times must be a whole number from 1, not ${times}.`);
  }
  if (typeof delay === 'object') requireLatency(delay);
  else if (delay !== undefined && !(delay >= 0 && delay <= longestDelay)) {
    throw new Error(`delay must lie within 0 and ${longestDelay} ms, not ${delay}.`);
  }
  if (arrivesBadly(options)) requireArrival(branch, options);
  if (where !== undefined) requireCondition(where, times);
}

/** As its JSON, without undefined fields; the nth call is one call. */
function plain(override: Override): Override {
  const { where, times = where?.nth === undefined ? undefined : 1 } = override;
  return JSON.parse(JSON.stringify({ ...override, times }));
}

const conditionOf = ({ where }: Override) => JSON.stringify(where ?? null);
const isCounted = ({ times }: Override) => times !== undefined;
/** Used first: with a condition, then for a number of calls. */
const rankOf = (override: Override) => (override.where ? 0 : 2) + (isCounted(override) ? 0 : 1);

/** Counts a call that the override's other conditions hold for, no further than matters. */
function counted(override: Override, isMeant: boolean): Override {
  const { where, seen = 0 } = override;
  const last = where?.from ?? (where?.nth === undefined ? undefined : where.nth + 1);
  if (!isMeant || last === undefined || seen >= last) return override;
  return { ...override, seen: seen + 1 };
}

const isDue = ({ where, seen = 0 }: Override) =>
  (where?.from === undefined || seen >= where.from) && (where?.nth === undefined || seen === where.nth);

/** Its only call was answered by another override. */
const isOver = ({ where, seen = 0 }: Override) => where?.nth !== undefined && seen > where.nth;

/** Overrides per operation, in the order in which they are used. */
export function createOverrides(operations: Operations): Overrides {
  const { operationCalled } = operations;
  const byOperation = new Map<string, readonly Override[]>();
  const { notify, onChange } = createSignal();

  function checked(overrides: readonly Override[]): Override[] {
    const valid = overrides.map(plain);
    for (const override of valid) {
      requireOverride(operations, operationCalled(override.operation), override);
    }
    return valid;
  }
  function store(name: string, overrides: readonly Override[]) {
    if (overrides.length === 0) byOperation.delete(name);
    else
      byOperation.set(
        name,
        [...overrides].sort((one, other) => rankOf(one) - rankOf(other)),
      );
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
      const added = checked(steps);
      const isReplaced = (override: Override) =>
        added.some(
          (next) => conditionOf(next) === conditionOf(override) && isCounted(next) === isCounted(override),
        );
      const remaining = (byOperation.get(name) ?? []).filter((override) => !isReplaced(override));
      if (remaining.length + added.length > MOST_STEPS) {
        throw new Error(`${operation} has more than ${MOST_STEPS} answers: clear some first.`);
      }
      store(name, [...remaining, ...added]);
      notify();
    },
    clear(operation, position) {
      if (operation === undefined) {
        if (position !== undefined) throw new Error('A position needs the operation that it belongs to.');
        byOperation.clear();
      } else {
        const name = operationCalled(operation);
        const steps = byOperation.get(name) ?? [];
        if (position !== undefined && steps[position - 1] === undefined) {
          throw new Error(`${operation} has ${steps.length} answers, and none at position ${position}.`);
        }
        store(name, position === undefined ? [] : steps.filter((_, at) => at !== position - 1));
      }
      notify();
    },
    take(name, request, { usesUp }) {
      const steps = byOperation.get(name);
      if (!steps) return undefined;
      const calls = steps.map((override) => {
        const isMeant = override.where === undefined || holds(override.where, request);
        return { override: counted(override, isMeant), isMeant };
      });
      const next = calls.find(({ override, isMeant }) => isMeant && isDue(override))?.override;
      const rest = calls.flatMap(({ override }) => {
        if (isOver(override)) return [];
        if (override !== next || override.times === undefined) return [override];
        return override.times === 1 ? [] : [{ ...override, times: override.times - 1 }];
      });
      if (!usesUp) return next;
      if (rest.length < steps.length || rest.some((override, at) => override !== steps[at])) {
        store(name, rest);
        notify();
      }
      return next;
    },
    list: () => [...byOperation.values()].flat(),
    replace(overrides) {
      const valid = checked(overrides);
      byOperation.clear();
      for (const override of valid) {
        const name = operationCalled(override.operation);
        store(name, [...(byOperation.get(name) ?? []), override]);
      }
      notify();
    },
    onChange,
  };
}
