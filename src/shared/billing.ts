import { z } from 'zod';
import { momentInput } from '../../resources/kit/schema.ts';
import { PLAN_PERIODS } from './plan-periods.ts';
import { plan } from './plans.ts';

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

export const SUBSCRIPTION_STATUSES = [
  'ACTIVE',
  'FAILURE_PAYMENT',
  'PENDING_PAYMENT',
  'PENDING_DOWNGRADE',
  'PENDING_CANCEL',
] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** What an owner may ask for; `subscription.may` lists those that are legal at the moment. */
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
/** Of the subscription that was shown: an older one is refused (409 `stale`). */
const version = z.int().min(0);
const centavos = z.int().min(0);

/** A payment that waits for something that the customer does: confirm it at his bank, or pay by Pix. */
export const openPayment = z.object({
  id: z.string(),
  invoiceId: z.uuid(),
  reason: z.enum(['start', 'change', 'renewal', 'prepaid']),
  kind: z.enum(['confirm', 'pix']),
  /** Centavos. */
  amount: z.int(),
  /** With it the console, speaking to the gateway itself, confirms. */
  clientSecret: z.string(),
  pix: z.object({ code: z.string(), expiresAt: z.string() }).nullable(),
});
export type OpenPayment = z.infer<typeof openPayment>;

/** GET /subscription, and what each call that changes it answers. Dates are ISO 8601, money in centavos. */
export const subscription = z.object({
  version: z.int(),
  status: z.enum(SUBSCRIPTION_STATUSES),
  may: z.array(z.enum(SUBSCRIPTION_COMMANDS)),
  plan,
  period,
  /** What the next renewal costs as things stand, a pending downgrade counted; 0: nothing is charged. */
  amountAtRenewal: z.int(),
  renewsAt: z.string(),
  /** Cancelled: access is kept until then. */
  endsAt: z.string().nullable(),
  /** Where it goes: a downgrade at the renewal, or a plan that waits for its payment. */
  pending: z.object({ planId: z.string(), plan: z.string(), period }).nullable(),
  paymentMethod: paymentMethod.nullable(),
  payments: z.array(openPayment),
  usage: z.object({
    /** Credits of the running month, and what has been used of them. */
    credits: z.number(),
    used: z.number(),
    /** When all credits are used up at the pace of this period; null: not before they are renewed, or not known yet. */
    endsOn: z.string().nullable(),
  }),
  /** `isTest`: nothing is really paid, and the screens must say so. `publicKey`: for the gateway's own script. */
  gateway: z.object({ name: z.enum(['sandbox', 'stripe']), isTest: z.boolean(), publicKey: z.string().nullable() }),
});
export type Subscription = z.infer<typeof subscription>;

/** POST /subscription/quote. */
export const quoteBody = z.union([z.object({ planId, period }), z.object({ packId: z.string().min(1).max(60) })]);
/** `kind` says which call goes on: checkout, change (up or down), prepaid; `none`: one has it already. */
export const quote = z.object({
  kind: z.enum(['checkout', 'upgrade', 'downgrade', 'prepaid', 'none']),
  /** Centavos charged now, to be sent back as `amountNow`; the lines add up to it. */
  amountNow: z.int(),
  lines: z.array(invoiceLine),
  /** What the next renewal charges, and when; null: nothing renews. */
  renewal: z.object({ at: z.string(), amount: z.int(), plan: z.string(), period }).nullable(),
  /** Credits given now. */
  creditsNow: z.number(),
  /** To be sent back: what is shown is what is charged, for half an hour. */
  quotedAt: z.string(),
});
export type Quote = z.infer<typeof quote>;

/** POST /subscription/checkout. Without `setupId` the known payment method pays. */
export const checkoutBody = z.object({ planId, period, version, amountNow: centavos, setupId: setupId.optional() });
/** POST /subscription/change. */
export const changeBody = z.object({
  planId,
  period,
  version,
  amountNow: centavos,
  quotedAt: momentInput(),
});
/** POST /subscription/cancel, /reactivate and /cancel-change. */
export const versionBody = z.object({ version });
/** POST /subscription/payment-method: the setup that the gateway has confirmed. What is unpaid is charged again at once. */
export const paymentMethodBody = z.object({ setupId, version });
/** POST /subscription/prepaid. */
export const prepaidBody = z.object({
  packId: z.string().min(1).max(60),
  method: z.enum(['card', 'pix']),
  amountNow: centavos,
});

/** POST /subscription/payment-method/setup: with the secret the console asks the gateway for a card. */
export const paymentSetup = z.object({ setupId: z.string(), clientSecret: z.string() });
export type PaymentSetup = z.infer<typeof paymentSetup>;

/** The Idempotency-Key of a call that moves money: made anew for each press of a button, the same for its repetitions. */
export const idempotencyHeader = z.object({ 'idempotency-key': z.string().min(8).max(200) });

/** The cards of the gateway for trials. */
export const SANDBOX_CARDS = ['approves', 'refused', 'confirms', 'fails-later'] as const;
export type SandboxCard = (typeof SANDBOX_CARDS)[number];
/** POST /sandbox/setups/{id}/confirm and /sandbox/payments/{id}/confirm: what a real gateway's own page does. */
export const sandboxSetupBody = z.object({ clientSecret: z.string().max(200), card: z.enum(SANDBOX_CARDS) });
export const sandboxPaymentBody = z.object({ clientSecret: z.string().max(200), outcome: z.enum(['pay', 'refuse']) });
export const sandboxDone = z.object({ status: z.enum(['done', 'refused']) });

/** POST /admin/sandbox/advance: by so many days, or to the next thing that is due (a renewal, a retry). */
export const advanceBody = z.object({ days: z.int().min(1).max(400).nullable() });
/** GET /admin/sandbox: the clock of the gateway for trials. `nextAt` null: nothing is due. */
export const sandboxClock = z.object({ now: z.string(), aheadSeconds: z.int(), nextAt: z.string().nullable() });
export type SandboxClock = z.infer<typeof sandboxClock>;

/** GET /admin/accounts/{id}/billing-events, GET /admin/gateway-events: what gateways told, the newest first. */
export const billingEvent = z.object({
  gateway: z.enum(['sandbox', 'stripe']),
  id: z.string(),
  type: z.string(),
  /** Whose it is, once that is known; `customerId` is the gateway's own word. */
  accountId: z.uuid().nullable(),
  customerId: z.string().nullable(),
  state: z.enum(['applied', 'logged', 'parked']),
  reason: z.string().nullable(),
  attempts: z.int(),
  receivedAt: z.string(),
  nextTryAt: z.string().nullable(),
});
export type BillingEvent = z.infer<typeof billingEvent>;
