import { z } from 'zod';
import { PAGE_SIZE, PAGE_SIZE_MAX } from './constants.ts';

/** POST /admin/accounts/{id}/credits: credits that last, and why. By the same Idempotency-Key nothing more is given. */
export const creditGift = z.object({
  credits: z.number().min(0.001).max(1_000_000).multipleOf(0.001),
  reason: z.string().trim().min(3).max(300),
});
export type CreditGift = z.infer<typeof creditGift>;

/** What an account has left, in credits. */
export const creditBalance = z.object({
  granted: z.number(),
  monthly: z.number(),
  lasting: z.number(),
  periodStart: z.string(),
});

export const ledgerQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE),
});
/** A movement of credits; below zero what was used or ended. `lasting` is the part of `amount` of the lasting ones. */
export const ledgerEntry = z.object({
  /** What it is for, once: `answer:…`, `gift:…`, `opening`. */
  cause: z.string(),
  amount: z.number(),
  lasting: z.number(),
  /** Held for an answer under way. */
  isHeld: z.boolean(),
  contextId: z.uuid().nullable(),
  contextName: z.string().nullable(),
  /** What staff wrote who gave it. */
  reason: z.string().nullable(),
  createdAt: z.string(),
});
/** GET /admin/accounts/{id}/ledger: the newest first, with the balance that it adds up to. */
export const ledger = z.object({
  balance: creditBalance,
  data: z.array(ledgerEntry),
  total: z.int(),
  page: z.int(),
  limit: z.int(),
});
export type Ledger = z.infer<typeof ledger>;
