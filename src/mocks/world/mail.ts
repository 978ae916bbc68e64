import * as z from '@/contract/zod';

/** What the backend sent; the link is what a person would click in it. */
export const mailRow = z.object({
  id: z.string(),
  to: z.string(),
  kind: z.enum(['otp', 'reset-password', 'confirm-address', 'appointment', 'clinic-request']),
  subject: z.string(),
  text: z.string(),
  code: z.optional(z.string()),
  /** Stored below the product's address (`/confirm-address/…`), so that data moves to another host; whole when listed. */
  link: z.optional(z.string()),
  /** ISO 8601, UTC. */
  at: z.iso.datetime(),
});

export type Mail = z.output<typeof mailRow>;
export type MailKind = Mail['kind'];
