import type { Key } from '@/mocks/db/row';
import type { DemoRole } from '@/mocks/db/seeds/demo-accounts';
import type { SeedChoice } from '@/mocks/db/seeds/seed-choice';
import type { LogEntry } from '@/mocks/engine/log';
import type { ChaosOptions } from '@/mocks/scenarios/chaos';
import type { OverrideOptions } from '@/mocks/scenarios/overrides';
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
  /** Patients of the demo clinic; 100,000 at most. */
  readonly patients?: number | undefined;
  /**
   * ISO 8601: the data lies around this instant and the clock stands at it, so that the same choice gives the same data
   * on any day. Null goes back to today and the real clock.
   */
  readonly start?: string | null | undefined;
}

/** The stable interface of the mock backend for tests, demos and the panel (MOCKS.md, "Public control interface"). */
export interface MockControl {
  /** Resolves when calls are answered. */
  readonly ready: Promise<void>;
  /**
   * Replaces all data by a preset's (what is left out stays as it was last chosen), drops every override and chaos, and
   * empties the log. Whoever was signed in is not any more. Rejects for an unknown preset, listing the valid ones, and
   * for a size or start that makes no sense; nothing is changed then.
   */
  reset(options?: ResetOptions): Promise<void>;
  /** Signs in as the demo account and opens /dashboard. Rejects where the data has no such account. */
  as(role: DemoRole): Promise<void>;
  /** Every call, as `POST /auth/login`, with every way it can answer. */
  operations(): { operation: string; branches: string[] }[];
  /**
   * Lets an operation answer by a branch: for ever, or `times` times; after `delay` milliseconds where given.
   * `ok.lost`, which only writes have, lets the rule run and drops its answer, good or not.
   * Throws for an unknown operation or branch, listing the valid ones.
   */
  set(operation: string, branch: string, options?: OverrideOptions): void;
  /** Drops the override of one operation, or all of them. Throws for an unknown operation. */
  clear(operation?: string): void;
  /** Lets calls fail by chance, the same for the same seed; null ends it. Throws for options that make no sense. */
  chaos(options: ChaosOptions | null): void;
  /** Fastest and slowest answer, in milliseconds. Throws for what is no range. */
  latency(min: number, max: number): void;
  /** What was chosen by `set`, `chaos` and `latency`, as it stands now. */
  scenario(): ScenarioState;
  readonly mail: Mailbox;
  readonly log: { list(): LogEntry[]; clear(): void };
  /** The data, table by table. Writes reject what does not fit and change nothing then. */
  readonly db: {
    tables(): string[];
    /** The field that identifies a table's rows. */
    keyOf(table: string): string;
    list(table: string): object[];
    insert(table: string, row: object): Promise<object>;
    patch(table: string, id: Key, change: object): Promise<object>;
    remove(table: string, id: Key): Promise<boolean>;
    /** Everything, as plain JSON that `import` accepts. */
    export(): Promise<object>;
    /** An export, as an object or JSON text. */
    import(json: unknown): Promise<void>;
  };
  readonly clock: Clock;
  /** What the data was made from. */
  choice(): SeedChoice;
  /** Every declared branch of every operation, and how often it was served since the start; those never served too. */
  coverage(): { operation: string; branch: string; served: number }[];
  /** An address that rebuilds scenario, seed, preset, size, chaos, latency and clock on any machine. */
  share(): string;
  /** Does what an address of `share`, or the code in it, describes. Rejects a damaged one; nothing is changed then. */
  restore(addressOrCode: string): Promise<void>;
}

declare global {
  interface Window {
    /** Only in builds with the mock backend. */
    __mock?: MockControl;
  }
}
