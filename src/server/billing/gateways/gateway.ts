import type { InvoiceLine, PaymentMethod, PaymentSetup } from '../../../shared/billing.ts';
import type { PlanItem, Proration } from '../proration.ts';

/*
 * A gateway charges and renews by itself; we request changes and copy its current state. Repeating a call with its
 * idempotency key has no further effect and returns the same result.
 */

export type GatewayName = 'sandbox' | 'stripe';

/** Permanent: retrying with the same key does not help. */
export class GatewayError extends Error {
  readonly code: GatewayErrorCode;
  constructor(code: GatewayErrorCode) {
    super(code);
    this.name = 'GatewayError';
    this.code = code;
  }
}
type GatewayErrorCode =
  | 'card_refused'
  | 'payment_method_missing'
  | 'payment_method_unconfirmed'
  | 'pix_unavailable'
  | 'refund_refused'
  | 'conflict';

export interface GatewayPayment {
  id: string;
  customerId: string;
  subscriptionId: string | null;
  reason: 'start' | 'change' | 'renewal' | 'prepaid';
  status: 'draft' | 'open' | 'paid' | 'deleted' | 'uncollectible' | 'void';
  amount: number;
  lines: InvoiceLine[];
  issuedAt: Date;
  paidAt: Date | null;
  item: PlanItem | null;
  span: { start: Date; end: Date } | null;
  /** For a change: it started a new period. */
  isNewPeriod: boolean;
  reference: PaymentReference | null;
  /** What the customer has to do before it is paid. */
  waitsFor: { kind: 'confirm' | 'pix'; clientSecret: string; pix: { code: string; expiresAt: Date } | null } | null;
}

interface PaymentReference {
  invoiceId: string;
  credits: number;
}

export interface GatewaySubscription {
  id: string;
  customerId: string;
  /** `incomplete`: the first payment needs confirmation; `past_due`: a renewal failed and will be retried. */
  status: 'incomplete' | 'active' | 'past_due' | 'ended';
  item: PlanItem;
  span: { start: Date; end: Date };
  cancelAt: Date | null;
  scheduled: PlanItem | null;
  pending: PlanItem | null;
  method: PaymentMethod | null;
  /** Oldest first; those older than a year may be missing. */
  payments: GatewayPayment[];
}

/** The effect is always read from the gateway's current state. */
export interface GatewayEvent {
  id: string;
  type: string;
  customerId: string | null;
  subscriptionId: string | null;
  paymentId: string | null;
}

export interface NewPayment {
  customerId: string;
  amount: number;
  text: string;
  method: 'card' | 'pix';
  reference: PaymentReference;
}

export interface ForgottenMethod {
  customerId: string;
  methodId: string;
  earlierId: string | null;
}

export interface Gateway {
  readonly name: GatewayName;
  readonly isTest: boolean;
  readonly publicKey: string | null;

  createCustomer(key: string, customer: { accountId: string; name: string; email: string }): Promise<string>;
  /** The console continues with the client secret. */
  startSetup(customerId: string): Promise<PaymentSetup>;
  /** Makes it the default, retries unpaid invoices. Throws `GatewayError` `payment_method_unconfirmed`. */
  setPaymentMethod(
    key: string,
    use: { customerId: string; setupId: string; subscriptionId: string | null },
  ): Promise<PaymentMethod>;
  /** The default becomes the one before; null for none. */
  forgetMethod(key: string, forgotten: ForgottenMethod): Promise<void>;

  /** Throws `GatewayError` `card_refused` (nothing was started), `payment_method_missing`. */
  createSubscription(key: string, start: { customerId: string; item: PlanItem }): Promise<string>;
  previewChange(subscriptionId: string, item: PlanItem, at: Date): Promise<Proration>;
  /** Charges the difference. Throws `GatewayError` `card_refused` (nothing was changed). */
  changeSubscription(key: string, subscriptionId: string, change: { item: PlanItem; at: Date }): Promise<void>;
  scheduleChange(key: string, subscriptionId: string, item: PlanItem | null): Promise<void>;
  setCancelled(key: string, subscriptionId: string, isCancelled: boolean): Promise<void>;
  /** An upgrade, or the whole subscription if it is its first payment. */
  dropPending(key: string, subscriptionId: string): Promise<void>;
  /** Now. Unpaid invoices are voided, and nothing is refunded. */
  endSubscription(key: string, subscriptionId: string): Promise<void>;

  /** Throws `GatewayError` `card_refused`, `payment_method_missing`. */
  createPayment(key: string, payment: NewPayment): Promise<string>;

  /** Once. Throws `GatewayError` `refund_refused`. */
  refundPayment(paymentId: string): Promise<void>;

  readSubscription(id: string): Promise<GatewaySubscription | null>;
  readPayment(id: string): Promise<GatewayPayment | null>;

  /** Throws `ApiError` `bad_signature` when the signature is wrong or more than a few minutes old. */
  readWebhook(rawBody: Buffer, headers: Record<string, string | string[] | undefined>): GatewayEvent;
}
