import { z } from 'zod';

/** How a customer pays, as far as we may know it: the gateway keeps the rest. */
export const paymentMethod = z.object({
  id: z.string(),
  kind: z.enum(['card', 'pix']),
  brand: z.string(),
  lastDigits: z.string(),
  /** MM/AAAA; empty for Pix. */
  expires: z.string(),
});
export type PaymentMethod = z.infer<typeof paymentMethod>;

/** A line of an invoice, in centavos: negative ones give back. */
export const invoiceLine = z.object({ text: z.string(), amount: z.int() });
export type InvoiceLine = z.infer<typeof invoiceLine>;
