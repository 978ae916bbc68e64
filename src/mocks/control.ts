import type { Key } from '@/mocks/db/row';
import type { DemoRole } from '@/mocks/db/seeds/demo-accounts';
import type { SeedChoice } from '@/mocks/db/seeds/seed-choice';
import type { LatencyShape } from '@/mocks/engine/latency';
import type { LogEntry } from '@/mocks/engine/log';
import type { LogSearch } from '@/mocks/engine/log-search';
import type { ChaosOptions } from '@/mocks/scenarios/chaos';
import type { OverrideOptions, Step } from '@/mocks/scenarios/overrides';
import type { ScenarioState } from '@/mocks/scenarios/scenario';
import type { Clock } from '@/mocks/world/clock';
import type { Mailbox } from '@/mocks/world/mailbox';

export type { ScenarioState } from '@/mocks/scenarios/scenario';
export type { Mail } from '@/mocks/world/mail';
export type { LogEntry };

export interface ResetOptions {
  /** `demo`, `empty`, `new-clinic` or `large`. */
  readonly preset?: string | undefined;
  readonly seed?: number | undefined;
  /** Number of patients of the demo clinic; at most 100,000. */
  readonly patients?: number | undefined;
  /**
   * ISO 8601: the data is dated around this instant and the clock is set to it, so that the same choice gives the same
   * data on any day. Null restores today and the real clock.
   */
  readonly start?: string | null | undefined;
}

/** The stable interface of the mock backend for tests, demos and the panel (MOCKS.md, "Public control interface"). */
export interface MockControl {
  /** Resolves when calls are answered. */
  readonly ready: Promise<void>;
  /**
   * Replaces all data with a preset's; omitted options keep their last value. Clears overrides, chaos, the log and all
   * sessions. Rejects for an unknown preset, listing the valid ones, and an invalid size or start.
   */
  reset(options?: ResetOptions): Promise<void>;
  /** Signs in as the demo account and opens /dashboard. Rejects if the data has no such account. */
  as(role: DemoRole): Promise<void>;
  /** Every operation, such as `POST /auth/login`, with its branches. */
  operations(): { operation: string; branches: string[] }[];
  /**
   * Makes an operation respond with a branch: permanently or `times` times, after `delay` milliseconds if given.
   * `ok.lost` (writes only) runs the rule and drops its response. A list is answered in turn: `['500', '401', 'ok']`. With
   * `body` or `headers` the branch is any status. Every operation has `429` and `503`, with `Retry-After`. With `where`
   * it applies only to some calls; `drip`, `resetAfter` and `truncateAfter` make the body arrive badly. Throws for unknown
   * names, listing the valid ones.
   */
  set(operation: string, branch: string | readonly Step[], options?: OverrideOptions): void;
  /**
   * Clears all overrides, those of one operation, or one of these, counted from 1 in the order of `scenario()`. Throws
   * for an unknown operation or position.
   */
  clear(operation?: string, position?: number): void;
  /** Makes calls fail at random, reproducibly for the same seed; null stops it. Throws for invalid options. */
  chaos(options: ChaosOptions | null): void;
  /** Sets the range of response times in milliseconds, or a shape to draw them from. Throws for an invalid one. */
  latency(...latency: [min: number, max: number] | [shape: LatencyShape]): void;
  /** The current choices of `set`, `chaos` and `latency`. */
  scenario(): ScenarioState;
  readonly mail: Mailbox;
  /** The requests. `waitFor` waits until enough were made; on timeout it rejects and names the nearest. */
  readonly log: { list(): LogEntry[]; clear(): void } & LogSearch;
  /** The data, table by table. Invalid writes reject and change nothing. */
  readonly db: {
    tables(): string[];
    /** The field that identifies a table's rows. */
    keyOf(table: string): string;
    list(table: string): object[];
    insert(table: string, row: object): Promise<object>;
    patch(table: string, id: Key, change: object): Promise<object>;
    remove(table: string, id: Key): Promise<boolean>;
    /** All data as plain JSON that `import` accepts. */
    export(): Promise<object>;
    /** Accepts an export, as an object or JSON text. */
    import(json: unknown): Promise<void>;
  };
  readonly clock: Clock;
  /** The options the data was generated from. */
  choice(): SeedChoice;
  /** Every declared branch of every operation, with how often it was served since the start, zero included. */
  coverage(): { operation: string; branch: string; served: number }[];
  /** A URL that restores scenario, seed, preset, size, chaos, latency and clock on any machine. Throws if it is too long. */
  share(): string;
  /** Restores the state of a `share` URL or of the code in it. Rejects if it is damaged; nothing is changed then. */
  restore(addressOrCode: string): Promise<void>;
}

declare global {
  interface Window {
    /** Only in builds with the mock backend. */
    __mock?: MockControl;
  }
}
