import { z } from 'zod';

/** GET /admin/billing-figures. Amounts in centavos; months as YYYY-MM in Brazilian time. */
export const billingFigures = z.object({
  /** Payments of the last twelve months including the current one, oldest first. */
  months: z.array(z.object({ month: z.string(), paid: z.int(), invoices: z.int() })),
  /** Monthly recurring revenue; a yearly subscription counts one twelfth. */
  recurring: z.int(),
  /** Paying accounts per plan. */
  plans: z.array(z.object({ plan: z.string(), accounts: z.int(), recurring: z.int() })),
  /** Unpaid invoices. */
  open: z.object({ invoices: z.int(), amount: z.int() }),
  /** Accounts with a failed last charge. */
  failed: z.array(z.object({ accountId: z.uuid(), account: z.string(), plan: z.string(), amount: z.int() })),
});
export type BillingFigures = z.infer<typeof billingFigures>;

/** GET /admin/usage-figures. Only customers' accounts; credits are decimal numbers. */
export const usageFigures = z.object({
  accounts: z.object({ all: z.int(), active: z.int(), new: z.int() }),
  people: z.int(),
  contexts: z.int(),
  contents: z.int(),
  /** The last thirty days, oldest first. */
  days: z.array(z.object({ day: z.string(), interactions: z.int(), declined: z.int(), credits: z.number() })),
  plans: z.array(z.object({ plan: z.string(), accounts: z.int() })),
});
export type UsageFigures = z.infer<typeof usageFigures>;
