import { differencesFrom, type RequestWhere, requireWhere } from '../scenarios/request-match';
import type { LogEntry, RequestLog } from './log';

/** Which entries of the log are meant. All given conditions must hold. */
interface LogQuery {
  /** Such as `POST /auth/login`. */
  readonly operation?: string | undefined;
  readonly branch?: string | undefined;
  /** Null: there was no response. */
  readonly status?: number | null | undefined;
  /** As for overrides. The log hides passwords and cuts long bodies. */
  readonly where?: RequestWhere | undefined;
}

interface LogWait extends LogQuery {
  /** The least number of entries; defaults to 1. */
  readonly times?: number | undefined;
  /** In milliseconds; defaults to 5,000, at most 60,000. */
  readonly timeout?: number | undefined;
}

export interface LogSearch {
  /** The entries meant, oldest first. */
  find(query: LogQuery): LogEntry[];
  /**
   * Resolves to the entries meant once there are enough, past ones included.
   *
   * @param signal stops waiting
   * @throws Error on timeout, naming the nearest entries and how they differ, and for invalid numbers
   */
  waitFor(query: LogWait, signal?: AbortSignal): Promise<LogEntry[]>;
}

const USUAL_TIMEOUT = 5000;
const LONGEST_TIMEOUT = 60_000;
/** Entries that a timeout names. */
const MOST_NAMED = 3;

/** How an entry differs; empty if it is meant. */
function differencesOf({ operation, branch, status, where = {} }: LogQuery, entry: LogEntry): string[] {
  const fields = [
    ['operation', operation, entry.operation],
    ['branch', branch, entry.branch],
    ['status', status, entry.status],
  ] as const;
  return [
    ...fields.flatMap(([name, wanted, given]) =>
      wanted === undefined || wanted === given ? [] : [`${name} is ${given}, not ${wanted}`],
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
    async waitFor({ times = 1, timeout = USUAL_TIMEOUT, ...query }, signal) {
      if (!Number.isInteger(times) || times < 1) {
        throw new Error(`times must be a whole number from 1, not ${times}.`);
      }
      if (!(timeout >= 0 && timeout <= LONGEST_TIMEOUT)) {
        throw new Error(`timeout must lie within 0 and ${LONGEST_TIMEOUT} ms, not ${timeout}.`);
      }
      const here = find(query);
      if (here.length >= times) return here;
      return new Promise((resolve, reject) => {
        const stopListening = log.onChange(() => {
          const found = find(query);
          if (found.length >= times) end(() => resolve(found));
        });
        const giveUp = () => {
          const found = find(query).length;
          const wanted = JSON.stringify(query);
          const nearest = nearestTo(query, log.list());
          end(() =>
            reject(new Error(`${found} of ${times} requests within ${timeout} ms for ${wanted}. ${nearest}`)),
          );
        };
        const timer = setTimeout(giveUp, timeout);
        signal?.addEventListener('abort', giveUp);
        function end(settle: () => void) {
          clearTimeout(timer);
          stopListening();
          signal?.removeEventListener('abort', giveUp);
          settle();
        }
      });
    },
  };
}
