import { createSignal, waitUntil } from '../world/signal';
import type { BodyArrival } from './overrides';
import { type AnyCaller, differencesFrom, type RequestWhere, requireWhere } from './request-match';

/** One request and its response, if any, as the control room shows it. Never contains tokens or passwords. */
export interface LogEntry {
  readonly id: number;
  /** ISO 8601, from the mock's clock. */
  readonly at: string;
  /** `POST /auth/login`, or method and URL if the request matches no operation. */
  readonly operation: string;
  readonly request: unknown;
  /** Whether the request carried a token. */
  readonly signedIn: boolean;
  /** The signed-in account, if the token was valid. */
  readonly caller?: AnyCaller;
  readonly branch: string;
  /** Null if there was no response. */
  readonly status: number | null;
  readonly response: unknown;
  /** How its body arrived, unless whole and at once. */
  readonly arrival?: BodyArrival;
  /** In milliseconds. */
  readonly duration: number;
  /** What decided the response. */
  readonly decidedBy:
    | 'rule'
    | 'header'
    | 'magic'
    | 'override'
    | 'chaos'
    | 'contract'
    | 'auth'
    | 'policy'
    | 'defect';
  /** The contract violation, if any, and its side. */
  readonly violation: { readonly side: 'request' | 'response'; readonly details: string } | null;
  /** Whether request, response or violation is longer than shown. Each place is marked: `… [cut, 10485760 characters]`. */
  readonly cut: boolean;
}

/** What the engine reports; the log redacts and cuts it. */
type NewEntry = Omit<LogEntry, 'id' | 'cut'>;

export interface RequestLog {
  /** Oldest first. */
  list(): LogEntry[];
  clear(): void;
  add(entry: NewEntry): void;
  /** Called after each entry. Returns an unsubscribe function. */
  onChange(listener: () => void): () => void;
}

const MOST_ENTRIES = 500;
/** Characters shown of a request or a response, as JSON: enough for the visible rows of a long list. */
const MOST_OF_BODY = 32_768;
/** Characters of all entries. */
const MOST_IN_ALL = 4_000_000;
/** Characters counted for an entry's other fields, and for a number or the punctuation of a value. */
const ENTRY_SIZE = 400;
const VALUE_SIZE = 8;

/** Replaces secret values. */
export const HIDDEN = '[hidden]';
const secretFields = new Set(['password', 'token', 'authorization']);
const MOST_ROWS = 50;

interface Cut {
  readonly display: unknown;
  /** In characters. */
  readonly size: number;
  readonly isCut: boolean;
}

/** A copy for display: secrets hidden, long lists cut (10,000 patients per response would fill memory). */
export const forDisplay = (value: unknown): unknown => cut(value, Number.POSITIVE_INFINITY).display;

/** @param most characters, after which texts, lists and objects are cut */
function cut(value: unknown, most: number): Cut {
  let size = 0;
  let isCut = false;

  function textOf(text: string): string {
    const room = Math.max(most - size, 0);
    size += Math.min(text.length, room);
    if (text.length <= room) return text;
    isCut = true;
    // Copied, because a slice would keep the whole text in memory.
    return `${JSON.parse(JSON.stringify(text.slice(0, room)))}… [cut, ${text.length} characters]`;
  }

  function listOf(rows: readonly unknown[]): unknown[] {
    const list: unknown[] = [];
    for (const row of rows.slice(0, MOST_ROWS)) {
      if (size >= most) break;
      list.push(copyOf(row));
    }
    if (list.length === rows.length) return list;
    isCut = true;
    return [...list, `… and ${rows.length - list.length} more`];
  }

  function objectOf(fields: readonly [string, unknown][]): object {
    const object: [string, unknown][] = [];
    for (const [field, fieldValue] of fields) {
      if (size >= most) break;
      object.push([textOf(field), secretFields.has(field) ? HIDDEN : copyOf(fieldValue)]);
    }
    if (object.length < fields.length) {
      isCut = true;
      object.push(['…', `and ${fields.length - object.length} more`]);
    }
    return Object.fromEntries(object);
  }

  function copyOf(part: unknown): unknown {
    size += VALUE_SIZE;
    if (typeof part === 'string') return textOf(part);
    if (Array.isArray(part)) return listOf(part);
    return typeof part === 'object' && part !== null ? objectOf(Object.entries(part)) : part;
  }

  const display = copyOf(value);
  return { display, size, isCut };
}

/** The last 500 requests, or fewer if they are large. */
export function createLog(): RequestLog {
  let entries: { readonly entry: LogEntry; readonly size: number }[] = [];
  let size = 0;
  let count = 0;
  const { notify, onChange } = createSignal();
  return {
    list: () => entries.map(({ entry }) => entry),
    clear() {
      entries = [];
      size = 0;
      notify();
    },
    add(added) {
      count += 1;
      const request = cut(added.request, MOST_OF_BODY);
      const response = cut(added.response, MOST_OF_BODY);
      const violation = cut(added.violation, MOST_OF_BODY);
      const parts = [request, response, violation];
      const entry: LogEntry = {
        ...added,
        id: count,
        request: request.display,
        response: response.display,
        violation: violation.display as LogEntry['violation'],
        cut: parts.some(({ isCut }) => isCut),
      };
      const entrySize = parts.reduce((sum, part) => sum + part.size, ENTRY_SIZE + added.operation.length);
      entries = [...entries, { entry, size: entrySize }];
      size += entrySize;
      while (entries.length > MOST_ENTRIES || size > MOST_IN_ALL) {
        size -= entries[0]?.size ?? 0;
        entries = entries.slice(1);
      }
      notify();
    },
    onChange,
  };
}

/** Which entries of the log to find. All conditions must hold. */
interface LogQuery<Operation extends string = string, Branch extends string = string> {
  /** Such as `POST /auth/login`; of a call that the contract lacks, its method and URL. */
  readonly operation?: Operation | `${string} http${string}` | undefined;
  readonly branch?: Branch | 'by hand' | 'unknown' | 'defect' | undefined;
  /** Null: there was no response. */
  readonly status?: number | null | undefined;
  /** As for overrides. The log hides passwords and cuts long bodies. */
  readonly where?: RequestWhere | undefined;
}

interface LogWait<Operation extends string, Branch extends string> extends LogQuery<Operation, Branch> {
  /** The least number of entries; defaults to 1. */
  readonly times?: number | undefined;
  /** In milliseconds; defaults to 5,000, at most 60,000. */
  readonly timeout?: number | undefined;
}

export interface LogSearch<Operation extends string = string, Branch extends string = string> {
  /** The matching entries, oldest first. */
  find(query: LogQuery<Operation, Branch>): LogEntry[];
  /**
   * Resolves to the matching entries once there are enough, past ones included.
   *
   * @param signal stops waiting
   * @throws Error on timeout, naming the nearest entries and how they differ, and for invalid numbers
   */
  waitFor(query: LogWait<Operation, Branch>, signal?: AbortSignal): Promise<LogEntry[]>;
}

/** Entries that a timeout names. */
const MOST_NAMED = 3;

/** How an entry differs; empty if it matches. */
function differencesOf({ operation, branch, status, where = {} }: LogQuery, entry: LogEntry): string[] {
  const fields = [
    ['operation', operation, entry.operation],
    ['branch', branch, entry.branch],
    ['status', status, entry.status],
  ] as const;
  return [
    ...fields.flatMap(([name, expected, actual]) =>
      expected === undefined || expected === actual ? [] : [`${name} is ${actual}, not ${expected}`],
    ),
    ...differencesFrom(where, { parts: entry.request, caller: entry.caller }),
  ];
}

function nearestTo(query: LogQuery, entries: readonly LogEntry[]): string {
  const others = entries
    .map((entry) => ({ entry, differences: differencesOf(query, entry) }))
    .filter(({ differences }) => differences.length > 0)
    // Another call is further away than any other difference. Newest first.
    .reverse()
    .sort((one, other) => distanceOf(one.differences) - distanceOf(other.differences))
    .slice(0, MOST_NAMED);
  if (entries.length === 0) return 'The log is empty.';
  if (others.length === 0) return 'The log has no others.';
  const lines = others.map(
    ({ entry, differences }) =>
      `#${entry.id} ${entry.operation} (${entry.branch}): ${differences.join('; ')}`,
  );
  return `Nearest:\n${lines.join('\n')}`;
}

const distanceOf = (differences: readonly string[]) =>
  differences.length + (differences[0]?.startsWith('operation is ') ? 1000 : 0);

/** Finds entries of a log, and waits for them: "was this called, and how?" */
export function createLogSearch(log: RequestLog): LogSearch {
  const find = (query: LogQuery) => {
    requireWhere(query.where ?? {});
    return log.list().filter((entry) => differencesOf(query, entry).length === 0);
  };
  return {
    find,
    async waitFor({ times = 1, timeout, ...query }, signal) {
      if (!Number.isInteger(times) || times < 1) {
        throw new Error(`times must be a whole number from 1, not ${times}.`);
      }
      return waitUntil({
        find() {
          const matches = find(query);
          return matches.length >= times ? matches : undefined;
        },
        onChange: log.onChange,
        timeout,
        signal,
        failure: (ms) =>
          `${find(query).length} of ${times} requests within ${ms} ms for ${JSON.stringify(query)}. ${nearestTo(query, log.list())}`,
      });
    },
  };
}
