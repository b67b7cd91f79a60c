import { z } from 'zod';
import { PAGE_SIZE, PAGE_SIZE_MAX } from './constants.ts';

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

export const PLATFORM_INVOICE_STATUSES = ['open', 'paid', 'uncollectible', 'void'] as const;
/** GET /admin/invoices: of all accounts, newest first. */
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
