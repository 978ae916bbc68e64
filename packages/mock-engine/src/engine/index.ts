/** What a product needs to describe its own mock backend. The hosts that run it: `../hosts/vitest`, `../hosts/http/http-host`. */

export type { Transaction } from '../db/database-types';
export { createTable } from '../db/table';
export { declare, ignoredBody, matchMessage, serverMessage, silent, text } from '../declaration';
export { sendMail } from '../world/mailbox';
export type { World } from '../world/world';
export * as z from '../zod';
export { HttpError, redirect, respond, respondEvents, SoftFail } from './backend';
export type { CallError, ErrorAnswer, Errors } from './errors';
export { createMock } from './mock';
