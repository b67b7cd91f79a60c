import { z } from 'zod';
import { pageOf } from './page.ts';
import { staffReason } from './staff-reason.ts';

/** Idempotent per Idempotency-Key. */
export const creditGift = z.object({
  credits: z.number().min(0.001).max(1_000_000).multipleOf(0.001),
  reason: staffReason,
});
export type CreditGift = z.infer<typeof creditGift>;

export const creditBalance = z.object({
  granted: z.number(),
  monthly: z.number(),
  lasting: z.number(),
  periodStart: z.string(),
});

/** Negative for used or expired credits. `lasting` is the part of `amount` from lasting credits. */
export const ledgerEntry = z.object({
  /** Unique cause: `answer:…`, `gift:…`, `opening`. */
  cause: z.string(),
  amount: z.number(),
  lasting: z.number(),
  isHeld: z.boolean(),
  contextId: z.uuid().nullable(),
  contextName: z.string().nullable(),
  reason: z.string().nullable(),
  createdAt: z.string(),
});
export const ledger = pageOf(ledgerEntry).extend({ balance: creditBalance });
export type Ledger = z.infer<typeof ledger>;
