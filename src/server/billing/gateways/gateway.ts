import type { InvoiceLine, PaymentMethod, PaymentSetup } from '../../../shared/billing.ts';
import type { PlanItem, Proration } from '../proration.ts';

/*
 * The interface of all payment gateways. A gateway charges and renews subscriptions by itself; we request changes and
 * copy its current state. Calls that change something take an idempotency key: repeating one has no further effect and
 * returns the same result.
 */

export type GatewayName = 'sandbox' | 'stripe';

/** A permanent refusal. Retrying with the same key does not help. */
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

/** An invoice of a subscription, or a standalone payment. */
export interface GatewayPayment {
  id: string;
  customerId: string;
  subscriptionId: string | null;
  reason: 'start' | 'change' | 'renewal' | 'prepaid';
  status: 'draft' | 'open' | 'paid' | 'deleted' | 'uncollectible' | 'void';
  /** In centavos; the sum of the lines. */
  amount: number;
  lines: InvoiceLine[];
  issuedAt: Date;
  paidAt: Date | null;
  /** The plan and period that are paid for; null for a standalone payment. */
  item: PlanItem | null;
  span: { start: Date; end: Date } | null;
  /** For a change: whether it started a new period. */
  isNewPeriod: boolean;
  /** For a standalone payment: our own reference. */
  reference: PaymentReference | null;
  /** What the customer has to do before it is paid; null for nothing. */
  waitsFor: { kind: 'confirm' | 'pix'; clientSecret: string; pix: { code: string; expiresAt: Date } | null } | null;
}

interface PaymentReference {
  invoiceId: string;
  /** Credits that it buys, in thousandths. */
  credits: number;
}

export interface GatewaySubscription {
  id: string;
  customerId: string;
  /**
   * `incomplete`: the first payment needs the customer's confirmation. `past_due`: a renewal failed and will be
   * retried.
   */
  status: 'incomplete' | 'active' | 'past_due' | 'ended';
  item: PlanItem;
  span: { start: Date; end: Date };
  /** The day on which a cancelled subscription ends. */
  cancelAt: Date | null;
  /** The plan from the next renewal on. */
  scheduled: PlanItem | null;
  /** The plan once its payment is confirmed. */
  pending: PlanItem | null;
  method: PaymentMethod | null;
  /** Oldest first. A gateway may leave out payments older than a year. */
  payments: GatewayPayment[];
}

/** A notification that something happened to an object. The effect is always read from the gateway's current state. */
export interface GatewayEvent {
  id: string;
  type: string;
  customerId: string | null;
  subscriptionId: string | null;
  /** Id of a standalone payment. */
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
  /** No real money is moved. */
  readonly isTest: boolean;
  /** The publishable key for the gateway's script in the browser. */
  readonly publicKey: string | null;

  createCustomer(key: string, customer: { accountId: string; name: string; email: string }): Promise<string>;
  /** Starts collecting a payment method. The console continues with the client secret. */
  startSetup(customerId: string): Promise<PaymentSetup>;
  /**
   * Makes the method of a confirmed setup the default and immediately retries the subscription's unpaid invoices with
   * it. If the card is refused, they stay unpaid.
   * Throws `GatewayError` `payment_method_unconfirmed`.
   */
  setPaymentMethod(
    key: string,
    use: { customerId: string; setupId: string; subscriptionId: string | null },
  ): Promise<PaymentMethod>;
  /** Removes a method from the customer. The default is the one that they had before again; null for none. */
  forgetMethod(key: string, forgotten: ForgottenMethod): Promise<void>;

  /** Throws `GatewayError` `card_refused` (nothing was started), `payment_method_missing`. */
  createSubscription(key: string, start: { customerId: string; item: PlanItem }): Promise<string>;
  /** The cost of a change now, prorated from `at`. */
  previewChange(subscriptionId: string, item: PlanItem, at: Date): Promise<Proration>;
  /** Changes the plan now and charges the difference. Throws `GatewayError` `card_refused` (nothing was changed). */
  changeSubscription(key: string, subscriptionId: string, change: { item: PlanItem; at: Date }): Promise<void>;
  /** Schedules a change for the renewal; null removes it. */
  scheduleChange(key: string, subscriptionId: string, item: PlanItem | null): Promise<void>;
  /** Sets whether the subscription ends with its current period. */
  setCancelled(key: string, subscriptionId: string, isCancelled: boolean): Promise<void>;
  /**
   * Cancels the payment that waits for confirmation: an upgrade, or the whole subscription if it is its first payment.
   */
  dropPending(key: string, subscriptionId: string): Promise<void>;
  /** Ends the subscription now. Unpaid invoices are voided, and nothing is refunded. */
  endSubscription(key: string, subscriptionId: string): Promise<void>;

  /** Creates a standalone payment. Throws `GatewayError` `card_refused`, `payment_method_missing`. */
  createPayment(key: string, payment: NewPayment): Promise<string>;

  /** Gives the money of a paid payment back, once. Throws `GatewayError` `refund_refused`. */
  refundPayment(paymentId: string): Promise<void>;

  readSubscription(id: string): Promise<GatewaySubscription | null>;
  readPayment(id: string): Promise<GatewayPayment | null>;

  /**
   * Verifies and parses a webhook request.
   * Throws `ApiError` `bad_signature` when the signature is wrong or more than a few minutes old.
   */
  readWebhook(rawBody: Buffer, headers: Record<string, string | string[] | undefined>): GatewayEvent;
}
