import * as z from '../../contract/zod';

/** A mail sent by the backend, with the link that the user would click. */
export interface Mail<Kind extends string = string> {
  id: string;
  to: string;
  kind: Kind;
  subject: string;
  text: string;
  code?: string | undefined;
  /** Stored relative to the product's URL (`/confirm-address/…`), so that data can change hosts; listed absolute. */
  link?: string | undefined;
  /** ISO 8601, UTC. */
  at: string;
}

/** @param kinds the product's kinds of mail; without them, any */
export const mailRow = (kinds: readonly string[] | undefined) =>
  z.object({
    id: z.string(),
    to: z.string(),
    kind: kinds ? z.enum(kinds) : z.string(),
    subject: z.string(),
    text: z.string(),
    code: z.optional(z.string()),
    link: z.optional(z.string()),
    at: z.iso.datetime(),
  });
