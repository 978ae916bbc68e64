import { silent } from '@kitwell/mock-engine/declaration';
import * as z from '@/contract/zod';
import { longest } from './constants';
import { exactText, shorten } from './fields';
import { everyFailure, operation } from './operation';

/** A reply in a response; no longer than the chat can show. */
const chatReply = z.pipe(
  z.string(),
  z.transform((reply) => shorten(reply, longest.chatReply)),
);

/** The chat host is separate from the API and never gets the token (§7, §Notes). */
export const chatContract = {
  sendChatMessage: operation({
    operation: 'POST /api/chat',
    auth: 'none',
    host: 'chat',
    body: z.object({ message: exactText }),
    ok: { status: 200, body: z.object({ response: chatReply }) },
    notices: { ok: silent, ...everyFailure(silent) },
    toasts: 'top-right',
  }),
} as const;
