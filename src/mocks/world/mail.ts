import * as z from '@/contract/zod';

/** A mail sent by the backend, with the link that the user would click. */
export const mailRow = z.object({
  id: z.string(),
  to: z.string(),
  kind: z.enum(['otp', 'reset-password', 'confirm-address', 'appointment', 'clinic-request']),
  subject: z.string(),
  text: z.string(),
  code: z.optional(z.string()),
  /** Stored relative to the product's URL (`/confirm-address/…`), so that data can change hosts; listed absolute. */
  link: z.optional(z.string()),
  /** ISO 8601, UTC. */
  at: z.iso.datetime(),
});

export type Mail = z.output<typeof mailRow>;
export type MailKind = Mail['kind'];
