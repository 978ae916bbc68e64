/** What a product needs to describe its own mock backend. The hosts that run it: `../hosts/vitest`, `../hosts/http/http-host`. */

export { createTable } from '../db/table';
export { declare, ignoredBody, matchMessage, serverMessage, silent, text } from '../declaration';
export { sendMail } from '../world/mailbox';
export * as z from '../zod';
export { HttpError, type Rules, redirect, respond, respondEvents, SoftFail } from './backend';
export type { CallError, ErrorAnswer, Errors } from './errors';
export { createMock } from './mock';
