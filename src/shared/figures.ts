import { z } from 'zod';
import { PAGE_SIZE, PAGE_SIZE_MAX } from './constants.ts';

/** GET /admin/billing-figures. Amounts in centavos; months as YYYY-MM, as they are counted in Brazil. */
export const billingFigures = z.object({
  /** What was paid, the last twelve months up to this one, the oldest first. */
  months: z.array(z.object({ month: z.string(), paid: z.int(), invoices: z.int() })),
  /** What all subscriptions are charged a month; of a yearly one a twelfth. */
  recurring: z.int(),
  /** Accounts that pay, by plan. */
  plans: z.array(z.object({ plan: z.string(), accounts: z.int(), recurring: z.int() })),
  /** Invoices that wait to be paid. */
  open: z.object({ invoices: z.int(), amount: z.int() }),
  /** Accounts whose last charge failed. */
  failed: z.array(z.object({ accountId: z.uuid(), account: z.string(), plan: z.string(), amount: z.int() })),
});
export type BillingFigures = z.infer<typeof billingFigures>;

export const PLATFORM_INVOICE_STATUSES = ['open', 'paid', 'uncollectible', 'void'] as const;
/** GET /admin/invoices: of every account, the newest first. */
export const platformInvoiceQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE),
  status: z.enum(PLATFORM_INVOICE_STATUSES).optional(),
});
export const platformInvoice = z.object({
  id: z.uuid(),
  accountId: z.uuid(),
  account: z.string(),
  issuedAt: z.string(),
  type: z.enum(['MONTHLY', 'YEARLY', 'PREPAID']),
  status: z.enum(PLATFORM_INVOICE_STATUSES),
  orderNumber: z.string(),
  plan: z.string(),
  amount: z.int(),
});
export type PlatformInvoice = z.infer<typeof platformInvoice>;

/** GET /admin/usage-figures. Customers' accounts alone; credits in whole and decimal credits. */
export const usageFigures = z.object({
  accounts: z.object({ all: z.int(), active: z.int(), new: z.int() }),
  people: z.int(),
  contexts: z.int(),
  contents: z.int(),
  /** Of the last thirty days, the oldest first. */
  days: z.array(z.object({ day: z.string(), interactions: z.int(), declined: z.int(), credits: z.number() })),
  plans: z.array(z.object({ plan: z.string(), accounts: z.int() })),
});
export type UsageFigures = z.infer<typeof usageFigures>;
