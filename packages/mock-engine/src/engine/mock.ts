import type { ReadTables, Seed, TableRecord, Transaction } from '../db/database-types';
import type { BranchName } from '../declaration';
import { namesIn } from '../error-message';
import { type SeedChoice, settingsOf } from '../world/seed-settings';
import type { World } from '../world/world';
import { createWorldTables, type SeedLimits, type WorldTables } from '../world/world-tables';
import type { AnyRules, Rules } from './backend';
import { type Errors, messageErrors } from './errors';
import type { Hosts } from './handlers';
import { type Contract, createOperations, type Operations } from './operation-lookup';
import type { HttpRequest } from './read-request';
import type { AnyCaller } from './request-match';

/** What the control room shows of a product besides its calls, data and mails. */
export interface PanelOptions<Preset extends string = string> {
  /** What the data of a preset is, such as `two rows in each table`. */
  readonly presets?: { readonly [P in Preset]?: string };
  /** Buttons that move the clock, by so many milliseconds, with what happens by then, such as `codes expire`. */
  readonly clockSteps?: readonly { readonly label: string; readonly by: number; readonly effect?: string }[];
  /** After how many milliseconds without activity the product does something, and what. */
  readonly inactivity?: { readonly after: number; readonly effect: string };
  /** Other ways to choose a response, such as a code that is always accepted; a sentence each. */
  readonly hints?: readonly string[];
  /** The table that is shown first; by default the first one. */
  readonly firstTable?: string;
  /** By table, the fields that are shown first, after the one that identifies a row. */
  readonly firstFields?: Readonly<Record<string, readonly string[]>>;
  /** Pages of the mock, with their path relative to the app's base path. */
  readonly pages?: readonly { readonly path: string; readonly label: string; readonly about?: string }[];
  /** Tables whose keys give access to an account, so that only their first characters are shown. */
  readonly secretKeys?: readonly string[];
  /** The tables to which fields refer: by the name of the field, or by `table.field`. */
  readonly references?: Readonly<Record<string, string>>;
}

/** What differs in type from product to product, for hosts and controls. */
export interface MockTypes {
  /** Names of the contract's operations, such as `POST /auth/login`. */
  readonly operation: string;
  readonly branch: string;
  /** The tables, those of the world included. */
  readonly tables: TableRecord;
  /** Names of the demo accounts. */
  readonly role: string;
  readonly preset: string;
  /** The name of the option that sets how much data there is. */
  readonly size: string;
  /** Kinds of mail. */
  readonly mail: string;
}

/** The accounts of fresh data, and how a product signs in. */
export interface Accounts<Tables extends TableRecord, Caller, Role extends string> {
  /** Accounts that fresh data has, for `as` and for a login page. The control room shows their names. */
  readonly demo: readonly {
    readonly role: Role;
    readonly email: string;
    readonly label?: string;
    readonly name?: string;
  }[];
  /**
   * Returns what a request signs in with, from a header, a cookie or its URL; null if it has nothing. Defaults to the whole
   * `Authorization` header.
   */
  readonly tokenOf?: (request: HttpRequest) => string | null;
  /** Returns the account of a token; undefined for an invalid one. */
  readonly find: (tables: ReadTables<Tables>, token: string) => Caller | undefined;
  /** Opens a session for the account with this email and returns its token; undefined if there is none. */
  readonly signIn: (db: Transaction<Tables>, world: World, email: string) => Promise<string | undefined>;
  /** Stores the token where the client expects it, in a browser. */
  readonly storeToken?: (token: string, email: string) => void;
  /** The token that the client stores, in a browser; null if no one is signed in. */
  readonly storedToken?: () => string | null;
  /** The page that `as` opens, relative to the app's base path. */
  readonly home?: string;
  /** The table of sessions, which capsules leave out. */
  readonly sessions?: keyof Tables & string;
  /** What capsules keep of the client, in a browser. */
  readonly client?: {
    /** Removes what is stored for the account that was signed in. */
    readonly signOut: () => void;
    /** The keys of local and session storage that hold what is open in the page, or not saved yet. */
    readonly view: { readonly local: readonly string[]; readonly session: readonly string[] };
    /** Returns texts for keys of local storage that the client has stored elsewhere. */
    readonly storedElsewhere?: () => Promise<Readonly<Record<string, string>>>;
  };
}

/** What a product says of itself. */
export interface MockOptions<
  C extends Contract,
  Tables extends TableRecord,
  Caller extends AnyCaller,
  Role extends string,
  Preset extends string,
  Size extends string,
  Mail extends string,
> {
  /** In lower case, for names of databases, keys and cookies. */
  readonly name: string;
  /** Every call, under the name that the rules use. */
  readonly contract: C;
  /** Makes new, empty tables. `mails` and `settings` are added. */
  readonly tables: () => Tables;
  /**
   * Changes whenever tables or seeds change; stored data of another version is replaced. Without it, stored data stays, and
   * a page says after a reload that the seeds make other rows than before; for that it makes them on each load.
   */
  readonly version?: string;
  /** Changes with each edit of tables and seeds while they are developed: stored data of other content is replaced too. */
  readonly content?: string;
  readonly seeds: {
    /** The first one is the default. */
    readonly presets: readonly [Preset, ...Preset[]];
    readonly size?: { readonly name: Size; readonly most: number };
    /** Makes the rows of a preset; the same choice must give the same rows. */
    readonly make: (
      choice: SeedChoice<Preset, Size>,
      context: { readonly now: Date },
    ) => Seed<Tables & WorldTables<Mail>> | Promise<Seed<Tables & WorldTables<Mail>>>;
  };
  /** The kinds of mail that rules may send; defaults to any. */
  readonly mails?: readonly Mail[];
  /** Needed as soon as a call of the contract takes a token. */
  readonly accounts?: Accounts<Tables & WorldTables<Mail>, Caller, Role>;
  /** One rule per call. */
  readonly rules: Rules<C, Tables & WorldTables<Mail>, Caller>;
  /** How error responses look; by default their body is `{ message }`. */
  readonly errors?: Errors;
  /** The document that an HTTP host serves at `/openapi.json`. */
  readonly openApi?: (hosts: Hosts) => object;
  /** For the control room. */
  readonly panel?: PanelOptions<Preset>;
}

/** A mock backend that no host runs yet. */
export interface Mock<M extends MockTypes = MockTypes> {
  readonly name: string;
  readonly operations: Operations;
  readonly tables: () => M['tables'];
  readonly version: string;
  readonly content: string;
  /** Whether to say when the seeds make other rows than before. */
  readonly noticesEdits: boolean;
  readonly rules: AnyRules;
  readonly errors: Errors;
  /** The kinds of mail that rules may send; undefined for any. */
  readonly mailKinds: readonly string[] | undefined;
  readonly limits: SeedLimits & { readonly presets: readonly [M['preset'], ...M['preset'][]] };
  readonly makeSeed: (choice: SeedChoice, now: Date) => Promise<Seed<TableRecord>>;
  readonly accounts: Accounts<TableRecord, AnyCaller, M['role']>;
  readonly openApi: ((hosts: Hosts) => object) | undefined;
  readonly panel: PanelOptions;
  /** Only a type. */
  readonly types?: M;
}

/** The accounts of a product without any. */
const noAccounts = { demo: [], find: () => undefined, signIn: async () => undefined };

/** What TypeScript finds too, for JavaScript and what was cast. */
function requireComplete(contract: Contract, rules: AnyRules, hasAccounts: boolean): void {
  for (const [name, { operation, auth, path }] of Object.entries(contract)) {
    const parameters = [...operation.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    const fields = path ? namesIn(path) : [];
    if (fields.length > 0 && fields.toSorted().join() !== parameters.toSorted().join()) {
      throw new Error(`The path of ${operation} has other parameters than its schema: ${fields.join(', ')}.`);
    }
    if (typeof rules[name] !== 'function') throw new Error(`There is no rule "${name}" for ${operation}.`);
    if (auth === 'required' && !hasAccounts) {
      throw new Error(`${operation} requires an account, and the mock has no "accounts".`);
    }
  }
  const extra = Object.keys(rules).find((name) => !Object.hasOwn(contract, name));
  if (extra !== undefined) throw new Error(`There is a rule "${extra}", but no such call in the contract.`);
}

/**
 * Puts a product's contract, tables, rules and seeds together. Every host takes the result: Vitest, the browser, HTTP.
 * A rule that is missing or answers outside the contract does not compile.
 *
 * @throws Error that names an operation declared twice, a rule that is missing or of no call, a call that requires an
 * account without `accounts`, and one whose path has other parameters than its schema
 */
export function createMock<
  const C extends Contract,
  Tables extends TableRecord,
  Caller extends AnyCaller = never,
  const Role extends string = never,
  const Preset extends string = never,
  const Size extends string = never,
  const Mail extends string = string,
>({
  name,
  contract,
  tables,
  version,
  content = '',
  seeds: { presets, size, make },
  mails,
  accounts,
  rules,
  errors = messageErrors,
  openApi,
  panel = {},
}: MockOptions<C, Tables, Caller, Role, Preset, Size, Mail>): Mock<{
  operation: C[keyof C]['operation'];
  branch: BranchName;
  tables: Tables & WorldTables<Mail>;
  role: Role;
  preset: Preset;
  size: Size;
  mail: Mail;
}> {
  type Made = ReturnType<Mock['tables']>;
  // The engine calls each rule with what its contract entry declares.
  const anyRules = rules as AnyRules;
  requireComplete(contract, anyRules, accounts !== undefined);
  const limits = { presets, size };
  return {
    name,
    operations: createOperations(contract),
    tables: () => ({ ...tables(), ...createWorldTables(mails, limits) }) as Tables & WorldTables<Mail>,
    version: version ?? '1',
    content,
    noticesEdits: version === undefined,
    rules: anyRules,
    errors,
    mailKinds: mails,
    limits,
    async makeSeed(choice, now) {
      const made: Seed<Made> = await make(choice as SeedChoice<Preset, Size>, { now });
      return { ...made, rows: { ...made.rows, settings: [settingsOf(choice, now, limits)] } };
    },
    accounts: (accounts ?? noAccounts) as unknown as Accounts<TableRecord, AnyCaller, Role>,
    openApi,
    panel,
  };
}

/**
 * Returns the preset with this name.
 *
 * @throws Error for another name, listing the valid ones
 */
export function presetCalled<M extends MockTypes>({ limits }: Mock<M>, name: string): M['preset'] {
  const match = limits.presets.find((preset) => preset === name);
  if (match === undefined) {
    throw new Error(`There is no preset "${name}". Presets: ${limits.presets.join(', ')}.`);
  }
  return match;
}
