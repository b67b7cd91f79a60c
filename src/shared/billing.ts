import { z } from 'zod';
import { momentInput } from '../../resources/kit/schema.ts';
import { PLAN_PERIODS } from './plan-periods.ts';
import { plan } from './plans.ts';

const paymentMethod = z.object({
  id: z.string(),
  kind: z.enum(['card', 'pix']),
  brand: z.string(),
  lastDigits: z.string(),
  /** MM/YYYY; empty for Pix. */
  expires: z.string(),
});
export type PaymentMethod = z.infer<typeof paymentMethod>;

/** Centavos, negative for refunds. */
const invoiceLine = z.object({ text: z.string(), amount: z.int() });
export type InvoiceLine = z.infer<typeof invoiceLine>;

export const SUBSCRIPTION_STATUSES = [
  'ACTIVE',
  'FAILURE_PAYMENT',
  'PENDING_PAYMENT',
  'PENDING_DOWNGRADE',
  'PENDING_CANCEL',
] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** `subscription.allowedCommands` lists those currently allowed. */
export const SUBSCRIPTION_COMMANDS = [
  'checkout',
  'upgrade',
  'downgrade',
  'cancel',
  'reactivate',
  'cancelChange',
  'paymentMethod',
  'prepaid',
] as const;
export type SubscriptionCommand = (typeof SUBSCRIPTION_COMMANDS)[number];

const period = z.enum(PLAN_PERIODS);
const planId = z.string().min(1).max(60);
const setupId = z.string().min(1).max(200);
/** An older version than the current one is rejected (409 `stale`). */
const version = z.int().min(0);
const centavos = z.int().min(0);

/** Waits for the customer: confirmation by the bank, or payment by Pix. */
const openPayment = z.object({
  id: z.string(),
  invoiceId: z.uuid(),
  reason: z.enum(['start', 'change', 'renewal', 'prepaid']),
  kind: z.enum(['confirm', 'pix']),
  amount: z.int(),
  /** For the console to confirm directly with the gateway. */
  clientSecret: z.string(),
  pix: z.object({ code: z.string(), expiresAt: z.string() }).nullable(),
});
export type OpenPayment = z.infer<typeof openPayment>;

/** Dates are ISO 8601, money in centavos. */
export const subscription = z.object({
  version: z.int(),
  status: z.enum(SUBSCRIPTION_STATUSES),
  allowedCommands: z.array(z.enum(SUBSCRIPTION_COMMANDS)),
  plan,
  period,
  /** After a pending downgrade; 0 if nothing is charged. */
  amountAtRenewal: z.int(),
  renewsAt: z.string(),
  /** End of access after a cancellation. */
  endsAt: z.string().nullable(),
  /** A downgrade at the renewal, or a plan that waits for payment. */
  pending: z.object({ planId: z.string(), plan: z.string(), period }).nullable(),
  paymentMethod: paymentMethod.nullable(),
  payments: z.array(openPayment),
  usage: z.object({
    credits: z.number(),
    used: z.number(),
    /** Since the month began, today last; adds up to `used`. */
    byDay: z.array(z.object({ day: z.string(), credits: z.number() })),
    until: z.string(),
    perDay: z.number().nullable(),
    /** Null if not before the renewal, or if unknown. */
    endsOn: z.string().nullable(),
  }),
  /** `isTest`: no real payments, which the screens must state. `publicKey`: for the gateway's script. */
  gateway: z.object({ name: z.enum(['sandbox', 'stripe']), isTest: z.boolean(), publicKey: z.string().nullable() }),
});
export type Subscription = z.infer<typeof subscription>;

export const quoteBody = z.union([z.object({ planId, period }), z.object({ packId: z.string().min(1).max(60) })]);
/**
 * `kind` is the call to continue with: checkout, change (up or down) or prepaid. `none`: the account already has
 * it.
 */
export const quote = z.object({
  kind: z.enum(['checkout', 'upgrade', 'downgrade', 'prepaid', 'none']),
  /** Centavos; the client sends it back. The lines add up to it. */
  amountNow: z.int(),
  lines: z.array(invoiceLine),
  /** Price and time of the next renewal; null if nothing renews. */
  renewal: z.object({ at: z.string(), amount: z.int(), plan: z.string(), period }).nullable(),
  creditsNow: z.number(),
  /** Sent back by the client: the quoted price is guaranteed for half an hour. */
  quotedAt: z.string(),
});
export type Quote = z.infer<typeof quote>;

/** Without `setupId`, the stored payment method is charged. */
export const checkoutBody = z.object({ planId, period, version, amountNow: centavos, setupId: setupId.optional() });
export const changeBody = z.object({
  planId,
  period,
  version,
  amountNow: centavos,
  quotedAt: momentInput(),
});
export const versionBody = z.object({ version });
/** Unpaid invoices are charged again immediately. */
export const paymentMethodBody = z.object({ setupId, version });
export const prepaidBody = z.object({
  packId: z.string().min(1).max(60),
  method: z.enum(['card', 'pix']),
  amountNow: centavos,
});

/** The console collects a card through the gateway with this secret. */
export const paymentSetup = z.object({ setupId: z.string(), clientSecret: z.string() });
export type PaymentSetup = z.infer<typeof paymentSetup>;

/** A new one for each click, the same one for its retries. */
export const idempotencyHeader = z.object({ 'idempotency-key': z.string().min(8).max(200) });

export const SANDBOX_CARDS = ['approves', 'refused', 'confirms', 'fails-later'] as const;
export type SandboxCard = (typeof SANDBOX_CARDS)[number];
/** Replaces a real gateway's page. */
export const sandboxSetupBody = z.object({ clientSecret: z.string().max(200), card: z.enum(SANDBOX_CARDS) });
export const sandboxPaymentBody = z.object({ clientSecret: z.string().max(200), outcome: z.enum(['pay', 'refuse']) });
export const sandboxDone = z.object({ status: z.enum(['done', 'refused']) });

/** By a number of days, or (null) to the next event: a renewal, a retry. */
export const advanceBody = z.object({ days: z.int().min(1).max(400).nullable() });
/** `nextAt` is null if nothing is due. */
export const sandboxClock = z.object({ now: z.string(), aheadSeconds: z.int(), nextAt: z.string().nullable() });
export type SandboxClock = z.infer<typeof sandboxClock>;

/** Newest first. */
export const billingEvent = z.object({
  gateway: z.enum(['sandbox', 'stripe']),
  id: z.string(),
  type: z.string(),
  /** `customerId` is the gateway's id. */
  accountId: z.uuid().nullable(),
  customerId: z.string().nullable(),
  state: z.enum(['applied', 'logged', 'parked']),
  reason: z.string().nullable(),
  attempts: z.int(),
  receivedAt: z.string(),
  nextTryAt: z.string().nullable(),
});
export type BillingEvent = z.infer<typeof billingEvent>;
