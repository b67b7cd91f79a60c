import type Stripe from 'stripe';
import { z } from 'zod';

/*
 * What Stripe takes, as far as we send it: each shape is held to the package's own type, and knows nothing besides, so that a
 * parameter that Stripe does not have, or one of another form, is refused as Stripe would.
 */

const id = z.string().min(1).max(255);
const text = z.string().max(500);
const whole = z.coerce.number().pipe(z.int());
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const metadata = z.record(z.string().max(40), text);
const expand = z.array(z.string().refine((path) => path.split('.').length <= 4)).optional();
const limit = whole.pipe(z.int().min(1).max(100)).optional();
const brl = z.literal('brl');
const none = z.literal('none');
const line = z.strictObject({ id: id.optional(), price: id, quantity: whole.optional() });
const nothing = z.strictObject({});
const interval = z.enum(['month', 'year']);

const customer = z.strictObject({
  name: text.min(1).optional(),
  email: z.email().optional(),
  metadata,
  preferred_locales: z.array(z.string()),
}) satisfies z.ZodType<Stripe.CustomerCreateParams>;

const customerUpdate = z.strictObject({
  invoice_settings: z.strictObject({ default_payment_method: id }),
}) satisfies z.ZodType<Stripe.CustomerUpdateParams>;

const setup = z.strictObject({
  customer: id,
  usage: z.literal('off_session'),
  allowed_payment_method_types: z.array(z.literal('card')),
}) satisfies z.ZodType<Stripe.SetupIntentCreateParams>;

const price = z.strictObject({
  currency: brl,
  unit_amount: whole,
  lookup_key: z.string().max(200),
  recurring: z.strictObject({ interval }),
  product_data: z.strictObject({ name: text.min(1) }),
  metadata,
}) satisfies z.ZodType<Stripe.PriceCreateParams>;

const subscription = z.strictObject({
  customer: id,
  items: z.array(line).length(1),
  metadata,
  collection_method: z.literal('charge_automatically'),
  payment_behavior: z.literal('allow_incomplete'),
  off_session: flag,
}) satisfies z.ZodType<Stripe.SubscriptionCreateParams>;

const subscriptionUpdate = z.strictObject({
  items: z.array(line).length(1).optional(),
  proration_behavior: none.optional(),
  metadata: metadata.optional(),
  trial_end: whole.optional(),
  cancel_at_period_end: flag.optional(),
}) satisfies z.ZodType<Stripe.SubscriptionUpdateParams>;

const cancel = z.strictObject({
  prorate: flag,
  invoice_now: flag,
}) satisfies z.ZodType<Stripe.SubscriptionCancelParams>;

const phase = z.strictObject({
  items: z.array(line).length(1),
  proration_behavior: none,
  start_date: whole.optional(),
  end_date: whole.optional(),
  trial_end: whole.optional(),
  duration: z.strictObject({ interval, interval_count: whole }).optional(),
});
const schedule = z.strictObject({
  from_subscription: id,
}) satisfies z.ZodType<Stripe.SubscriptionScheduleCreateParams>;
const scheduleUpdate = z.strictObject({
  end_behavior: z.literal('release'),
  proration_behavior: none,
  phases: z.array(phase).length(2),
}) satisfies z.ZodType<Stripe.SubscriptionScheduleUpdateParams>;

const invoice = z.strictObject({
  customer: id,
  subscription: id,
  currency: brl,
  auto_advance: flag,
  collection_method: z.literal('charge_automatically'),
  pending_invoice_items_behavior: z.literal('exclude'),
  metadata,
}) satisfies z.ZodType<Stripe.InvoiceCreateParams>;
const invoiceUpdate = z.strictObject({ auto_advance: flag }) satisfies z.ZodType<Stripe.InvoiceUpdateParams>;
const lines = z.strictObject({
  lines: z.array(z.strictObject({ description: text, amount: whole })).min(1),
}) satisfies z.ZodType<Stripe.InvoiceAddLinesParams>;
const issue = z.strictObject({ auto_advance: flag }) satisfies z.ZodType<Stripe.InvoiceFinalizeInvoiceParams>;
const pay = z.strictObject({ off_session: flag }) satisfies z.ZodType<Stripe.InvoicePayParams>;

const payment = z.strictObject({
  amount: whole,
  currency: brl,
  customer: id,
  description: text,
  metadata,
  confirm: flag,
  allowed_payment_method_types: z.array(z.enum(['card', 'pix'])).length(1),
  payment_method: id.optional(),
  payment_method_data: z.strictObject({ type: z.literal('pix') }).optional(),
  payment_method_options: z
    .strictObject({ pix: z.strictObject({ expires_after_seconds: whole.pipe(z.int().min(10).max(1_209_600)) }) })
    .optional(),
}) satisfies z.ZodType<Stripe.PaymentIntentCreateParams>;

const one = z.strictObject({ expand });

/** Each call that we make, by its method and path, with what it takes. */
export const SHAPES: Record<string, z.ZodType> = {
  'POST /v1/customers': customer,
  'GET /v1/customers/:id': one,
  'POST /v1/customers/:id': customerUpdate,
  'POST /v1/setup_intents': setup,
  'GET /v1/setup_intents/:id': one,
  'GET /v1/prices': z.strictObject({
    lookup_keys: z.array(z.string()),
    limit,
  }) satisfies z.ZodType<Stripe.PriceListParams>,
  'POST /v1/prices': price,
  'GET /v1/prices/:id': one,
  'GET /v1/subscriptions': z.strictObject({
    customer: id,
    status: z.literal('all'),
    limit,
  }) satisfies z.ZodType<Stripe.SubscriptionListParams>,
  'POST /v1/subscriptions': subscription,
  'GET /v1/subscriptions/:id': one,
  'POST /v1/subscriptions/:id': subscriptionUpdate,
  'DELETE /v1/subscriptions/:id': cancel,
  'POST /v1/subscription_schedules': schedule,
  'POST /v1/subscription_schedules/:id': scheduleUpdate,
  'POST /v1/subscription_schedules/:id/release': nothing,
  'GET /v1/invoices': z.strictObject({ subscription: id, limit }) satisfies z.ZodType<Stripe.InvoiceListParams>,
  'POST /v1/invoices': invoice,
  'POST /v1/invoices/:id': invoiceUpdate,
  'DELETE /v1/invoices/:id': nothing,
  'POST /v1/invoices/:id/add_lines': lines,
  'POST /v1/invoices/:id/finalize': issue,
  'POST /v1/invoices/:id/pay': pay,
  'POST /v1/invoices/:id/void': nothing,
  'GET /v1/invoice_payments': z.strictObject({
    invoice: id,
    expand,
  }) satisfies z.ZodType<Stripe.InvoicePaymentListParams>,
  'GET /v1/payment_intents': z.strictObject({
    customer: id,
    limit,
  }) satisfies z.ZodType<Stripe.PaymentIntentListParams>,
  'POST /v1/payment_intents': payment,
  'GET /v1/payment_intents/:id': one,
  'POST /v1/payment_intents/:id/cancel': nothing,
};

/** A form as Stripe reads it: `items[0][price]=…` is a list of objects. */
export function readForm(form: string): Record<string, unknown> {
  const root: Record<string, any> = {};
  for (const [path, value] of new URLSearchParams(form)) {
    const keys = path.split(/\]\[|\[|\]/).filter((key, at) => key !== '' || at === 0);
    let node = root;
    keys.forEach((key, at) => {
      if (at === keys.length - 1) node[key] = value;
      else node = node[key] ??= {};
    });
  }
  const asList = (node: any): any => {
    if (typeof node !== 'object') return node;
    const entries = Object.entries(node).map(([key, value]) => [key, asList(value)] as const);
    const isList = entries.length > 0 && entries.every(([key], at) => key === String(at));
    return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries);
  };
  return asList(root) as Record<string, unknown>;
}
