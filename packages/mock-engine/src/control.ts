import type * as z from 'zod/mini';
import type { Key } from './db/row';
import type { CapsuleContent } from './engine/capsule';
import type { HistoryControl } from './engine/history';
import type { Latency } from './engine/latency';
import type { LogEntry, LogSearch } from './engine/log';
import type { MockTypes } from './engine/mock';
import type { OverrideOptions, Step } from './engine/overrides';
import type { ChaosOptions, ScenarioState } from './engine/scenario';
import type { Clock } from './world/clock';
import type { Mailbox } from './world/mailbox';
import type { SeedChoice } from './world/seed-settings';

export type { Step as HistoryStep } from './engine/history';
export type { ScenarioState } from './engine/scenario';
export type { Mail } from './world/world-tables';
export type { LogEntry };

/** The key of the data's size is the product's own name for it. */
export type ResetOptions<Size extends string = string, Preset extends string = string> = {
  readonly preset?: Preset | undefined;
  readonly seed?: number | undefined;
  /**
   * ISO 8601: the data is dated around this instant and the clock is set to it, so that the same choice gives the same
   * data on any day. Null restores today and the real clock.
   */
  readonly start?: string | null | undefined;
} & (string extends Size
  ? { readonly [size: string]: string | number | null | undefined }
  : { readonly [K in Size]?: number | undefined });

type TableOf<M extends MockTypes> = keyof M['tables'] & string;

/**
 * The stable interface of the mock backend for tests, demos and the panel (§Mock backend, "Public control interface").
 * Without `M`, that of any product.
 */
export interface MockControl<M extends MockTypes = MockTypes> {
  /** Resolves when calls are answered. */
  readonly ready: Promise<void>;
  /**
   * Replaces all data with a preset's; omitted options keep their last value. Clears overrides, chaos, the log and all
   * sessions; calls in flight of this tab are broken off. Rejects for an unknown preset, listing the valid ones, and an
   * invalid size or start.
   */
  reset(options?: ResetOptions<M['size'], M['preset']>): Promise<void>;
  /** Signs in as the demo account and opens its page. Rejects if the data has no such account. */
  as(role: M['role']): Promise<void>;
  /** Every operation, such as `POST /auth/login`, with its branches. */
  operations(): { operation: string; branches: string[] }[];
  /**
   * Makes an operation respond with a branch: permanently or `times` times, after `delay` milliseconds if given.
   * `ok.lost` (writes only) runs the rule and drops its response. A list is answered in turn: `['500', '401', 'ok']`. With
   * `body` or `headers` the branch is any status. Every operation has `429` and `503`, with `Retry-After`. With `where`
   * it applies only to some calls; `drip`, `resetAfter` and `truncateAfter` make the body arrive badly. Throws for unknown
   * names, listing the valid ones.
   */
  set(
    operation: M['operation'],
    branch: M['branch'] | readonly Step<M['branch']>[],
    options?: OverrideOptions,
  ): void;
  /**
   * Clears all overrides, all of one operation, or one of these, counted from 1 in the order of `scenario()`. Throws
   * for an unknown operation or position.
   */
  clear(operation?: M['operation'], position?: number): void;
  /** Makes calls fail at random, reproducibly for the same seed; null stops it. Throws for invalid options. */
  chaos(options: ChaosOptions<M['operation']> | null): void;
  /** Sets the range of response times in milliseconds, or their distribution. Throws for an invalid one. */
  latency(...latency: [min: number, max: number] | [latency: Latency]): void;
  /** The current choices of `set`, `chaos` and `latency`. */
  scenario(): ScenarioState;
  readonly mail: Mailbox<M['mail']>;
  /** The requests. `waitFor` waits until enough were made; on timeout it rejects and names the nearest. */
  readonly log: { list(): LogEntry[]; clear(): void } & LogSearch<M['operation'], M['branch']>;
  /** The data, table by table. Invalid writes reject and change nothing. */
  readonly db: {
    tables(): TableOf<M>[];
    /** The field that identifies a table's rows. */
    keyOf(table: TableOf<M>): string;
    /** The schema of a table's rows. */
    schemaOf(table: TableOf<M>): z.core.$ZodType<object>;
    list(table: TableOf<M>): object[];
    insert(table: TableOf<M>, row: object): Promise<object>;
    /** @param expected values that the row must still have: rejects if another write has changed one of them */
    patch(table: TableOf<M>, id: Key, change: object, expected?: object): Promise<object>;
    remove(table: TableOf<M>, id: Key): Promise<boolean>;
    /** All data as plain JSON that `import` accepts. */
    export(): Promise<object>;
    /** Accepts an export, as an object or JSON text. */
    import(json: unknown): Promise<void>;
  };
  readonly clock: Clock;
  /** Undo and redo of every change of the data since the last reset or reload. */
  readonly history: HistoryControl;
  /** The options the data was generated from. */
  choice(): SeedChoice<M['preset'], M['size']>;
  /** Every declared branch of every operation, with how often it was served since the start, zero included. */
  coverage(): { operation: string; branch: string; served: number }[];
  /** A URL that restores scenario, seed, preset, size, chaos, latency and clock on any machine. Throws if it is too long. */
  share(): string;
  /** Capsules: beside what `share` has, the changed rows, the signed-in role, what is open and perhaps a bug report. */
  readonly capsules: {
    /**
     * `link` is null if it is too long for a link; `file` and `code` always work. With a note it is a bug report, which
     * also has the last requests. Rejects if too much was changed.
     */
    make(report?: { readonly note: string }): Promise<{ code: string; link: string | null; file: string }>;
    /** What is in a capsule or link. Rejects if it is damaged. */
    read(capsule: string): Promise<CapsuleContent>;
    /** The capsule with a bug report that this tab has opened; null if there is none. */
    opened(): string | null;
  };
  /**
   * Restores the state of a `share` URL or a capsule: its link, its file's text, or the code in it. In a browser the account
   * of a capsule is signed in again and its page opened. Rejects if it is damaged; nothing is changed then.
   */
  restore(capsule: string): Promise<void>;
}

/** What a control room needs of a mock: of one in the same page, or of one that it reaches over HTTP. */
export interface RoomControl
  extends Pick<
      MockControl,
      'ready' | 'operations' | 'set' | 'clear' | 'chaos' | 'latency' | 'scenario' | 'reset' | 'choice'
    >,
    // Those of a page: who is signed in, and what is open.
    Partial<Pick<MockControl, 'as' | 'capsules' | 'restore'>> {
  readonly mail: Pick<MockControl['mail'], 'list'>;
  readonly log: Pick<MockControl['log'], 'list' | 'clear'>;
  readonly db: Omit<MockControl['db'], 'schemaOf'> & {
    /** Over HTTP as JSON. */
    schemaOf(table: string): z.core.$ZodType<object> | z.core.JSONSchema.JSONSchema;
  };
  readonly clock: Omit<Clock, 'sessionNow'>;
  readonly history: HistoryControl;
}
