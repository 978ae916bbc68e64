import { createSignal } from '@/mocks/world/signal';

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
  readonly branch: string;
  /** Null if there was no response. */
  readonly status: number | null;
  readonly response: unknown;
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
}

export interface RequestLog {
  /** Oldest first. */
  list(): LogEntry[];
  clear(): void;
  add(entry: Omit<LogEntry, 'id'>): void;
  /** Called after each entry. Returns an unsubscribe function. */
  onChange(listener: () => void): () => void;
}

const MOST_ENTRIES = 500;
/** Replaces secret values. */
export const HIDDEN = '[hidden]';
const secretFields = new Set(['password', 'token', 'authorization']);
const MOST_ROWS = 50;

/** A copy for display: secrets hidden, long lists cut (10,000 patients per response would fill memory). */
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
  const { notify, onChange } = createSignal();
  return {
    list: () => [...entries],
    clear() {
      entries = [];
      notify();
    },
    add(entry) {
      count += 1;
      entries = [...entries, { ...entry, id: count }].slice(-MOST_ENTRIES);
      notify();
    },
    onChange,
  };
}
