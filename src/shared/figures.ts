import { z } from 'zod';

/** Amounts in centavos; months (YYYY-MM) in Brazilian time. */
export const billingFigures = z.object({
  months: z.array(z.object({ month: z.string(), paid: z.int(), invoices: z.int() })),
  /** A yearly subscription counts one twelfth. */
  recurring: z.int(),
  plans: z.array(z.object({ plan: z.string(), accounts: z.int(), recurring: z.int() })),
  open: z.object({ invoices: z.int(), amount: z.int() }),
  failed: z.array(z.object({ accountId: z.uuid(), account: z.string(), plan: z.string(), amount: z.int() })),
});
export type BillingFigures = z.infer<typeof billingFigures>;

/** Only customers' accounts; credits are decimal numbers. */
export const usageFigures = z.object({
  accounts: z.object({ all: z.int(), active: z.int(), new: z.int() }),
  people: z.int(),
  contexts: z.int(),
  contents: z.int(),
  /** Oldest first. */
  days: z.array(z.object({ day: z.string(), interactions: z.int(), declined: z.int(), credits: z.number() })),
  plans: z.array(z.object({ plan: z.string(), accounts: z.int() })),
});
export type UsageFigures = z.infer<typeof usageFigures>;
