/**
 * What a product needs to describe its own mock backend.
 *
 * @module @kitwell/mock-engine
 */

/** @hidden */
export * as z from 'zod/mini';
export type { MockControl, ResetOptions } from '../control';
export type {
  ReadTable,
  ReadTables,
  RowQuery,
  Seed,
  Sort,
  Table,
  Transaction,
  Where,
} from '../db/database-types';
export { createTable } from '../db/table';
export type { Declaration, MatchCase, Notice } from '../declaration';
export { declare, ignoredBody, matchMessage, serverMessage, silent, text } from '../declaration';
export type { Clock } from '../world/clock';
export { type Mailbox, sendMail } from '../world/mailbox';
export type { World } from '../world/world';
export type { Mail } from '../world/world-tables';
export {
  HttpError,
  type ResponseOptions,
  type Rule,
  type RuleContext,
  type Rules,
  redirect,
  respond,
  respondEvents,
  SoftFail,
} from './backend';
export type { CallError, ErrorAnswer, Errors } from './errors';
export type { HistoryControl } from './history';
export type { Latency } from './latency';
export type { LogEntry, LogSearch } from './log';
export {
  type Accounts,
  createMock,
  type Mock,
  type MockOptions,
  type MockTypes,
  type PanelOptions,
} from './mock';
export type { OverrideOptions, OverrideWhere, Step } from './overrides';
export type { ChaosOptions, ScenarioState } from './scenario';
