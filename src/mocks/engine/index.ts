/** What a product needs to describe its own mock backend. The hosts that run it: `../hosts/vitest`, `../hosts/http/http-host`. */
export { declare, ignoredBody, matchMessage, serverMessage, silent, text } from '../../contract/declaration';
export * as z from '../../contract/zod';
export { createTable } from '../db/table';
export { sendMail } from '../world/mailbox';
export { HttpError, SoftFail } from './backend';
export { createMock } from './mock';
