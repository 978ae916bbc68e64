import type { Hosts } from './handlers';

/** A Vitest test that a logged request is copied as. */
interface TestServer {
  /** Lines that import what `create` needs. */
  readonly imports: readonly string[];
  /** An expression that creates the mock server. */
  readonly create: string;
}

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
  /** How a test of this product creates its mock server; by default with the package of the mock engine. */
  readonly testServer?: (choice: { preset: string; seed: number }, hosts: Hosts) => TestServer;
}
