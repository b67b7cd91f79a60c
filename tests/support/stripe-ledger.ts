import { addMonths } from '../../src/server/runtime/calendar.ts';

/* A simulation of Stripe's server: implements what Stripe documents. It does not prove that Stripe behaves the same. */

export type StripeObject = Record<string, any>;
export type Body = Record<string, any>;

export class StripeApiError extends Error {
  readonly status: number;
  readonly body: StripeObject;
  constructor(status: number, body: StripeObject) {
    super(String(body.message));
    this.status = status;
    this.body = body;
  }
}
export const invalid = (message: string, more: StripeObject = {}, status = 400) =>
  new StripeApiError(status, { type: 'invalid_request_error', message, ...more });
const declined = (intent: StripeObject) =>
  new StripeApiError(402, {
    type: 'card_error',
    code: 'card_declined',
    message: 'Your card was declined.',
    payment_intent: intent,
  });

export const now = () => Math.floor(Date.now() / 1_000);
const months = (seconds: number, interval: string) =>
  Math.floor(addMonths(new Date(seconds * 1_000), interval === 'year' ? 12 : 1).getTime() / 1_000);
const listOf = (data: StripeObject[]) => ({ object: 'list', data, has_more: false, url: '/v1' });

/** Stripe's objects and operations. */
export class Ledger {
  readonly objects = new Map<string, StripeObject>();
  /** Number of times each payment was charged. */
  readonly charges = new Map<string, number>();
  pixOffered = true;
  private count = 0;

  make(prefix: string, object: string, fields: StripeObject): StripeObject {
    const made = { id: `${prefix}_${++this.count}`, object, created: now(), livemode: false, metadata: {}, ...fields };
    this.objects.set(made.id, made);
    return made;
  }
  get(id: string, object?: string): StripeObject {
    const found = this.objects.get(id);
    if (!found || (object && found.object !== object))
      throw invalid(`No such ${object ?? 'object'}: '${id}'`, { code: 'resource_missing', param: 'id' }, 404);
    return found;
  }
  all(object: string, filter: (candidate: StripeObject) => boolean): StripeObject[] {
    return [...this.objects.values()].filter((candidate) => candidate.object === object && filter(candidate)).reverse();
  }

  /** Charges a payment by a payment method; the payment's fields show the outcome. */
  charge(intent: StripeObject, methodId: string, isPresent: boolean): void {
    const { stageCard: card } = this.get(methodId, 'payment_method');
    const asks = card === 'confirms' && isPresent;
    const refuses = card === 'refused' || (card === 'fails-later' && !isPresent);
    if (asks) Object.assign(intent, { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    else if (refuses) this.refuse(intent);
    else this.succeed(intent);
  }
  refuse(intent: StripeObject): void {
    const last_payment_error = { type: 'card_error', code: 'card_declined' };
    Object.assign(intent, { status: 'requires_payment_method', next_action: null, last_payment_error });
  }
  succeed(intent: StripeObject): void {
    Object.assign(intent, { status: 'succeeded', next_action: null });
    this.charges.set(intent.id, (this.charges.get(intent.id) ?? 0) + 1);
    if (intent.stageInvoice) this.markPaid(this.get(intent.stageInvoice));
  }
  markPaid(invoice: StripeObject): void {
    Object.assign(invoice, { status: 'paid', status_transitions: { paid_at: now() } });
    const subscription = this.get(invoice.parent.subscription_details.subscription);
    if (['incomplete', 'past_due'].includes(subscription.status) && invoice.billing_reason !== 'manual')
      subscription.status = 'active';
  }
  newIntent(customer: string, amount: number, more: StripeObject = {}): StripeObject {
    const unset = {
      next_action: null,
      last_payment_error: null,
      latest_charge: null,
      status: 'requires_payment_method',
    };
    const intent = this.make('pi', 'payment_intent', { customer, amount, currency: 'brl', ...unset, ...more });
    intent.client_secret = `${intent.id}_secret`;
    return intent;
  }
  newInvoice(subscription: StripeObject, more: StripeObject): StripeObject {
    return this.make('in', 'invoice', {
      customer: subscription.customer,
      currency: 'brl',
      status: 'draft',
      total: 0,
      attempted: false,
      lines: listOf([]),
      status_transitions: { paid_at: null },
      billing_reason: 'manual',
      parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } },
      ...more,
    });
  }
  /** Creates the invoice that Stripe issues by itself for a period. */
  billPeriod(subscription: StripeObject, reason: string): StripeObject {
    const [{ price, current_period_start: start, current_period_end: end }] = subscription.items.data;
    const line = {
      id: `il_${++this.count}`,
      amount: price.unit_amount,
      description: `1 × ${price.id}`,
      period: { start, end },
      pricing: { type: 'price_details', price_details: { price: price.id, product: price.product } },
    };
    const more = { lines: listOf([line]), total: price.unit_amount, status: 'open', billing_reason: reason };
    return this.newInvoice(subscription, more);
  }
  payInvoice(invoice: StripeObject, isPresent: boolean): StripeObject {
    if (invoice.status !== 'open') throw invalid('Invoice is not open');
    if (invoice.total <= 0) {
      this.markPaid(invoice);
      return invoice;
    }
    const known = this.all('payment_intent', ({ stageInvoice: forInvoice }) => forInvoice === invoice.id)[0];
    const intent = known ?? this.newIntent(invoice.customer, invoice.total, { stageInvoice: invoice.id });
    const method = this.get(invoice.customer).invoice_settings.default_payment_method;
    invoice.attempted = true;
    this.charge(intent, method, isPresent);
    return intent;
  }
  voidInvoice(invoice: StripeObject): StripeObject {
    if (invoice.status !== 'open') throw invalid("You can only pass in open invoices. This invoice isn't open.");
    invoice.status = 'void';
    const subscription = this.get(invoice.parent.subscription_details.subscription);
    if (subscription.status === 'incomplete') subscription.status = 'incomplete_expired';
    return invoice;
  }
  setItem(subscription: StripeObject, priceId: string): void {
    const [line] = subscription.items.data;
    const price = this.get(priceId, 'price');
    if (price.recurring.interval !== line.price.recurring.interval && subscription.status !== 'trialing')
      throw invalid('The stage knows no change of interval without a trial');
    line.price = price;
  }
}

/**
 * Renews a subscription at the end of its period: it ends, or continues according to its schedule and is charged
 * off-session.
 */
export function renew(ledger: Ledger, id: string): void {
  const subscription = ledger.get(id, 'subscription');
  const [line] = subscription.items.data;
  if (subscription.cancel_at_period_end) {
    subscription.status = 'canceled';
    return;
  }
  const schedule = subscription.schedule && ledger.get(subscription.schedule);
  if (schedule) {
    line.price = ledger.get(schedule.phases[1].items[0].price, 'price');
    Object.assign(schedule, { status: 'released' });
    subscription.schedule = null;
  }
  line.current_period_start = line.current_period_end;
  line.current_period_end = months(line.current_period_start, line.price.recurring.interval);
  subscription.status = 'past_due';
  ledger.payInvoice(ledger.billPeriod(subscription, 'subscription_cycle'), false);
}

type Handler = (body: Body, id: string) => StripeObject;

export function stripeHandlers(ledger: Ledger): Record<string, Handler> {
  const lists =
    (object: string, key: string): Handler =>
    (body) =>
      listOf(ledger.all(object, (candidate) => candidate[key] === body[key]));
  const expanded = (id: string): StripeObject => {
    const subscription = ledger.get(id, 'subscription');
    const customer = ledger.get(subscription.customer);
    const method = customer.invoice_settings.default_payment_method;
    const settings = { default_payment_method: method && ledger.get(method) };
    const schedule = subscription.schedule && ledger.get(subscription.schedule);
    return { ...subscription, schedule, customer: { ...customer, invoice_settings: settings } };
  };
  return {
    'POST /v1/customers': (body) =>
      ledger.make('cus', 'customer', { ...body, invoice_settings: { default_payment_method: null } }),
    'GET /v1/customers/:id': (_body, id) => ledger.get(id, 'customer'),
    'POST /v1/customers/:id': (body, id) => Object.assign(ledger.get(id, 'customer'), body),
    'POST /v1/payment_methods/:id/detach': (_body, id) => {
      const method = ledger.get(id, 'payment_method');
      const settings = ledger.get(method.customer, 'customer').invoice_settings;
      if (settings.default_payment_method === id) settings.default_payment_method = null;
      return Object.assign(method, { customer: null });
    },
    'POST /v1/setup_intents': (body) => {
      const setup = ledger.make('seti', 'setup_intent', {
        ...body,
        status: 'requires_payment_method',
        payment_method: null,
      });
      return Object.assign(setup, { client_secret: `${setup.id}_secret` });
    },
    'GET /v1/setup_intents/:id': (_body, id) => {
      const setup = ledger.get(id, 'setup_intent');
      return { ...setup, payment_method: setup.payment_method && ledger.get(setup.payment_method) };
    },
    'GET /v1/prices': (body) => listOf(ledger.all('price', (price) => body.lookup_keys.includes(price.lookup_key))),
    'POST /v1/prices': (body) => ledger.make('price', 'price', { ...body, product: `prod_${body.lookup_key}` }),
    'GET /v1/prices/:id': (_body, id) => ledger.get(id, 'price'),
    'GET /v1/subscriptions': lists('subscription', 'customer'),
    'POST /v1/subscriptions': ({ customer, items, metadata }) => {
      const price = ledger.get(items[0].price, 'price');
      const start = now();
      const line = { price, current_period_start: start, current_period_end: months(start, price.recurring.interval) };
      const subscription = ledger.make('sub', 'subscription', {
        customer,
        metadata,
        status: 'incomplete',
        schedule: null,
        cancel_at: null,
        cancel_at_period_end: false,
        items: listOf([ledger.make('si', 'subscription_item', line)]),
      });
      ledger.payInvoice(ledger.billPeriod(subscription, 'subscription_create'), true);
      return subscription;
    },
    'GET /v1/subscriptions/:id': (_body, id) => expanded(id),
    'POST /v1/subscriptions/:id': ({ items, metadata, trial_end: trialEnd, cancel_at_period_end: isAtEnd }, id) => {
      const subscription = ledger.get(id, 'subscription');
      if (subscription.schedule) throw invalid('The subscription is managed by the subscription schedule');
      const [line] = subscription.items.data;
      if (trialEnd) {
        subscription.status = 'trialing';
        Object.assign(line, { current_period_start: now(), current_period_end: trialEnd });
        Object.assign(ledger.billPeriod(subscription, 'subscription_update'), {
          total: 0,
          lines: listOf([]),
          status: 'paid',
        });
      }
      if (items) ledger.setItem(subscription, items[0].price);
      Object.assign(subscription.metadata, metadata);
      if (isAtEnd !== undefined)
        Object.assign(subscription, {
          cancel_at_period_end: isAtEnd,
          cancel_at: isAtEnd ? line.current_period_end : null,
        });
      return subscription;
    },
    'DELETE /v1/subscriptions/:id': (_body, id) =>
      Object.assign(ledger.get(id, 'subscription'), { status: 'canceled' }),
    'POST /v1/subscription_schedules': ({ from_subscription: of }) => {
      const subscription = ledger.get(of, 'subscription');
      if (subscription.schedule) throw invalid('The subscription already has a schedule');
      const [{ price, current_period_start: start_date, current_period_end: end_date }] = subscription.items.data;
      const phase = { start_date, end_date, items: [{ price: price.id }], trial_end: null };
      const current_phase = { start_date, end_date };
      const more = { status: 'active', subscription: of, phases: [phase], current_phase };
      const schedule = ledger.make('sub_sched', 'subscription_schedule', more);
      subscription.schedule = schedule.id;
      return schedule;
    },
    'POST /v1/subscription_schedules/:id': ({ phases: [first, second] }, id) => {
      const schedule = ledger.get(id, 'subscription_schedule');
      const { start_date: start } = schedule.current_phase;
      if (first.start_date !== start) throw invalid('You can not modify the start date of the current phase');
      schedule.phases = [
        { trial_end: null, ...first },
        {
          trial_end: null,
          ...second,
          start_date: first.end_date,
          end_date: months(first.end_date, second.duration.interval),
        },
      ];
      return schedule;
    },
    'POST /v1/subscription_schedules/:id/release': (_body, id) => {
      const schedule = ledger.get(id, 'subscription_schedule');
      if (schedule.status !== 'active') throw invalid('Only active schedules can be released');
      ledger.get(schedule.subscription).schedule = null;
      return Object.assign(schedule, { status: 'released' });
    },
    'GET /v1/invoices': ({ subscription }) =>
      listOf(ledger.all('invoice', (price) => price.parent.subscription_details.subscription === subscription)),
    'POST /v1/invoices': ({ subscription, metadata }) =>
      ledger.newInvoice(ledger.get(subscription, 'subscription'), { metadata }),
    'POST /v1/invoices/:id': (body, id) => Object.assign(ledger.get(id, 'invoice'), body),
    'DELETE /v1/invoices/:id': (_body, id) => {
      if (ledger.get(id, 'invoice').status !== 'draft') throw invalid('You can only delete draft invoices');
      ledger.objects.delete(id);
      return { id, object: 'invoice', deleted: true };
    },
    'POST /v1/invoices/:id/add_lines': ({ lines }, id) => {
      const invoice = ledger.get(id, 'invoice');
      if (invoice.status !== 'draft') throw invalid('This invoice is no longer editable');
      invoice.lines = listOf([
        ...invoice.lines.data,
        ...lines.map((line: StripeObject, at: number) => ({ id: `il_${id}_${at}`, ...line })),
      ]);
      invoice.total = invoice.lines.data.reduce((sum: number, { amount }: StripeObject) => sum + amount, 0);
      return invoice;
    },
    'POST /v1/invoices/:id/finalize': (_body, id) => {
      const invoice = ledger.get(id, 'invoice');
      if (invoice.status !== 'draft') throw invalid('This invoice is already finalized');
      invoice.status = 'open';
      if (invoice.total <= 0) ledger.markPaid(invoice);
      return invoice;
    },
    'POST /v1/invoices/:id/pay': ({ off_session: isAway }, id) => {
      const invoice = ledger.get(id, 'invoice');
      const intent = ledger.payInvoice(invoice, !isAway);
      if (intent.status === 'requires_action')
        throw invalid('It needs an action', { code: 'invoice_payment_intent_requires_action' });
      if (intent.status === 'requires_payment_method') throw declined(intent);
      return invoice;
    },
    'POST /v1/invoices/:id/void': (_body, id) => ledger.voidInvoice(ledger.get(id, 'invoice')),
    'GET /v1/invoice_payments': ({ invoice }) =>
      listOf(
        ledger
          .all('payment_intent', ({ stageInvoice: forInvoice }) => forInvoice === invoice)
          .map((payment_intent) => ({
            id: `inpay_${payment_intent.id}`,
            object: 'invoice_payment',
            invoice,
            status: payment_intent.status === 'succeeded' ? 'paid' : 'open',
            payment: { type: 'payment_intent', payment_intent },
          })),
      ),
    'GET /v1/payment_intents': lists('payment_intent', 'customer'),
    'POST /v1/payment_intents': ({
      customer,
      amount,
      metadata,
      description,
      allowed_payment_method_types: [way],
      ...rest
    }) => {
      if (way === 'pix' && !ledger.pixOffered) throw invalid('The payment method type "pix" is invalid');
      const intent = ledger.newIntent(customer, amount, { metadata, description });
      if (way === 'pix') {
        const expires_at = now() + rest.payment_method_options.pix.expires_after_seconds;
        const pix_display_qr_code = { data: `00020126-${intent.id}`, expires_at };
        Object.assign(intent, {
          status: 'requires_action',
          next_action: { type: 'pix_display_qr_code', pix_display_qr_code },
        });
        return intent;
      }
      ledger.charge(intent, rest.payment_method, true);
      if (intent.status === 'requires_payment_method') throw declined(intent);
      return intent;
    },
    'GET /v1/payment_intents/:id': (_body, id) => ledger.get(id, 'payment_intent'),
    'POST /v1/payment_intents/:id/cancel': (_body, id) =>
      Object.assign(ledger.get(id, 'payment_intent'), { status: 'canceled' }),
    'POST /v1/refunds': ({ payment_intent: of }) => {
      const { status, amount } = ledger.get(of, 'payment_intent');
      if (status !== 'succeeded') throw invalid('This payment intent does not have a successful charge to refund');
      if (ledger.all('refund', ({ payment_intent }) => payment_intent === of).length > 0)
        throw invalid('The charge has already been refunded', { code: 'charge_already_refunded' });
      return ledger.make('re', 'refund', { payment_intent: of, amount, status: 'succeeded' });
    },
  };
}
