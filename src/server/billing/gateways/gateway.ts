import type { InvoiceLine, PaymentMethod, PaymentSetup } from '../../../shared/billing.ts';
import type { Item, Proration } from '../proration.ts';

/*
 * A payment gateway, as billing speaks to any of them. It charges and keeps subscriptions by itself; we ask for changes
 * and take over its present state. Each call that changes something takes a key: the same key again changes nothing more
 * and ends as the first time did.
 */

export type GatewayName = 'sandbox' | 'stripe';

/** What the gateway refuses for good: trying again by the same key is of no use. */
export class GatewayRefusal extends Error {
  readonly code: GatewayRefusalCode;
  constructor(code: GatewayRefusalCode) {
    super(code);
    this.name = 'GatewayRefusal';
    this.code = code;
  }
}
export type GatewayRefusalCode =
  'card_refused' | 'payment_method_missing' | 'payment_method_unconfirmed' | 'pix_unavailable' | 'conflict';

/** An invoice of a subscription, or a payment by itself. */
export interface GatewayPayment {
  id: string;
  customerId: string;
  subscriptionId: string | null;
  reason: 'start' | 'change' | 'renewal' | 'prepaid';
  status: 'draft' | 'open' | 'paid' | 'deleted' | 'uncollectible' | 'void';
  /** Centavos; the lines add up to it. */
  amount: number;
  lines: InvoiceLine[];
  issuedAt: Date;
  paidAt: Date | null;
  /** What it pays for, from when to when; null for a payment by itself. */
  item: Item | null;
  span: { start: Date; end: Date } | null;
  /** Of a change: whether a period began with it. */
  isNewPeriod: boolean;
  /** Of a payment by itself: what we gave along. */
  reference: PaymentReference | null;
  /** What the customer has to do; null: nothing. */
  waitsFor: { kind: 'confirm' | 'pix'; clientSecret: string; pix: { code: string; expiresAt: Date } | null } | null;
}

export interface PaymentReference {
  invoiceId: string;
  /** Thousandths that it buys. */
  credits: number;
}

export interface GatewaySubscription {
  id: string;
  customerId: string;
  /** `incomplete`: its first payment waits for the customer. `past_due`: a renewal failed and is tried again. */
  status: 'incomplete' | 'active' | 'past_due' | 'ended';
  item: Item;
  span: { start: Date; end: Date };
  /** The day on which it ends, when it was cancelled. */
  cancelAt: Date | null;
  /** What it becomes at the renewal. */
  scheduled: Item | null;
  /** What it becomes once its payment is confirmed. */
  pending: Item | null;
  method: PaymentMethod | null;
  /** Its payments, the oldest first; a gateway may leave out those of more than a year ago. */
  payments: GatewayPayment[];
}

/** Something happened: what, and to whom. What it led to is read from the gateway's present state. */
export interface GatewayEvent {
  id: string;
  type: string;
  customerId: string | null;
  subscriptionId: string | null;
  /** A payment by itself. */
  paymentId: string | null;
}

export interface NewPayment {
  customerId: string;
  amount: number;
  text: string;
  method: 'card' | 'pix';
  reference: PaymentReference;
}

export interface Gateway {
  readonly name: GatewayName;
  /** Nothing is really paid. */
  readonly isTest: boolean;
  /** What the gateway's own script in the browser is opened with. */
  readonly publicKey: string | null;

  createCustomer(key: string, customer: { accountId: string; name: string; email: string }): Promise<string>;
  /** Begins to ask for a payment method; the console goes on with the secret. */
  startSetup(customerId: string): Promise<PaymentSetup>;
  /**
   * Pays by the method of a confirmed setup from now on; what is unpaid of the subscription is charged again at once,
   * a refusal leaves it unpaid.
   * @throws GatewayRefusal `payment_method_unconfirmed`
   */
  useMethod(
    key: string,
    use: { customerId: string; setupId: string; subscriptionId: string | null },
  ): Promise<PaymentMethod>;

  /** @throws GatewayRefusal `card_refused`: nothing has begun; `payment_method_missing`. */
  createSubscription(key: string, start: { customerId: string; item: Item }): Promise<string>;
  /** What a change now costs, reckoned from `at`. */
  previewChange(subscriptionId: string, item: Item, at: Date): Promise<Proration>;
  /** Changes now and charges the difference. @throws GatewayRefusal `card_refused`: nothing has changed. */
  changeSubscription(key: string, subscriptionId: string, change: { item: Item; at: Date }): Promise<void>;
  /** Changes at the renewal; null: does not. */
  scheduleChange(key: string, subscriptionId: string, item: Item | null): Promise<void>;
  /** Whether it ends with its period. */
  setCancelled(key: string, subscriptionId: string, isCancelled: boolean): Promise<void>;
  /** Gives up what waits for a confirmation: an upgrade, or the subscription when it is its first payment. */
  dropPending(key: string, subscriptionId: string): Promise<void>;
  /** Ends it now; what is unpaid is let go, nothing is given back. */
  endSubscription(key: string, subscriptionId: string): Promise<void>;

  /** A payment by itself. @throws GatewayRefusal `card_refused`, `payment_method_missing`. */
  createPayment(key: string, payment: NewPayment): Promise<string>;

  readSubscription(id: string): Promise<GatewaySubscription | null>;
  readPayment(id: string): Promise<GatewayPayment | null>;

  /**
   * Reads what was posted to us.
   * @throws ApiError `bad_signature` unless it is the gateway's, of the last minutes and as it was sent.
   */
  readWebhook(rawBody: Buffer, headers: Record<string, string | string[] | undefined>): GatewayEvent;
}
