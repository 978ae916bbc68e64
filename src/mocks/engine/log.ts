import { createSignal } from '@/mocks/world/signal';

/** One answered (or unanswered) request, as the control room shows it. Tokens and passwords are never in it. */
export interface LogEntry {
  readonly id: number;
  /** ISO 8601, by the mock's clock. */
  readonly at: string;
  /** `POST /auth/login`, or method and URL of a request that no operation answers. */
  readonly operation: string;
  readonly request: unknown;
  /** Whether the request carried a token. */
  readonly signedIn: boolean;
  readonly branch: string;
  /** Null where there was no answer. */
  readonly status: number | null;
  readonly response: unknown;
  /** Milliseconds. */
  readonly duration: number;
  /** Who decided the answer. */
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
  /** What broke the contract, on which side; null where nothing did. */
  readonly violation: { readonly side: 'request' | 'response'; readonly details: string } | null;
}

export interface RequestLog {
  /** Oldest first. */
  list(): LogEntry[];
  clear(): void;
  add(entry: Omit<LogEntry, 'id'>): void;
  /** Called after each entry. Answers the function that stops it. */
  onChange(listener: () => void): () => void;
}

const MOST_ENTRIES = 500;
/** Stands where a secret was. */
export const HIDDEN = '[hidden]';
const secretFields = new Set(['password', 'token', 'authorization']);
const MOST_ROWS = 50;

/** A copy fit to be shown: secrets hidden, long lists cut (a list of 10,000 patients would pin each answer in memory). */
export function forDisplay(value: unknown): unknown {
  if (Array.isArray(value)) {
    const shown = value.slice(0, MOST_ROWS).map(forDisplay);
    return value.length > MOST_ROWS ? [...shown, `… and ${value.length - MOST_ROWS} more`] : shown;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, held]) => [
      field,
      secretFields.has(field) ? HIDDEN : forDisplay(held),
    ]),
  );
}

/** The last 500 requests. */
export function createLog(): RequestLog {
  let entries: LogEntry[] = [];
  let count = 0;
  const { tell, onChange } = createSignal();
  return {
    list: () => [...entries],
    clear() {
      entries = [];
      tell();
    },
    add(entry) {
      count += 1;
      entries = [...entries, { ...entry, id: count }].slice(-MOST_ENTRIES);
      tell();
    },
    onChange,
  };
}
