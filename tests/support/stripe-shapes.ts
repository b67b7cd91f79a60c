import type Stripe from 'stripe';
import { z } from 'zod';

/*
 * The parameters that Stripe accepts, for the calls that we make. Each schema is checked against the type of Stripe's
 * package and is strict, so that unknown or malformed parameters are rejected, as Stripe does.
 */

/** Builds a strict schema with exactly the properties of a parameter type, including all required ones. */
const shapeOf =
  <P>() =>
  <S extends { [K in keyof P]: z.ZodType<P[K]> }>(shape: S & { [K in Exclude<keyof S, keyof P>]: never }): z.ZodType =>
    z.strictObject(shape as z.ZodRawShape);

const id = z.string().min(1).max(255);
const text = z.string().max(500);
const integer = z.coerce.number().pipe(z.int());
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const metadata = z.record(z.string().max(40), text);
const expand = z.array(z.string().refine((path) => path.split('.').length <= 4)).optional();
const limit = integer.pipe(z.int().min(1).max(100)).optional();
const brl = z.literal('brl');
const none = z.literal('none');
const line = z.strictObject({ id: id.optional(), price: id, quantity: integer.optional() });
const nothing = z.strictObject({});
const interval = z.enum(['month', 'year']);

const customer = shapeOf<Stripe.CustomerCreateParams>()({
  name: text.min(1).optional(),
  email: z.email().optional(),
  metadata,
  preferred_locales: z.array(z.string()),
});

const customerUpdate = shapeOf<Stripe.CustomerUpdateParams>()({
  invoice_settings: z.strictObject({ default_payment_method: id }),
});

const setup = shapeOf<Stripe.SetupIntentCreateParams>()({
  customer: id,
  usage: z.literal('off_session'),
  allowed_payment_method_types: z.array(z.literal('card')),
});

const price = shapeOf<Stripe.PriceCreateParams>()({
  currency: brl,
  unit_amount: integer,
  lookup_key: z.string().max(200),
  recurring: z.strictObject({ interval }),
  product_data: z.strictObject({ name: text.min(1) }),
  metadata,
});

const subscription = shapeOf<Stripe.SubscriptionCreateParams>()({
  customer: id,
  items: z.array(line).length(1),
  metadata,
  collection_method: z.literal('charge_automatically'),
  payment_behavior: z.literal('allow_incomplete'),
  off_session: flag,
});

const subscriptionUpdate = shapeOf<Stripe.SubscriptionUpdateParams>()({
  items: z.array(line).length(1).optional(),
  proration_behavior: none.optional(),
  metadata: metadata.optional(),
  trial_end: integer.optional(),
  cancel_at_period_end: flag.optional(),
});

const cancel = shapeOf<Stripe.SubscriptionCancelParams>()({
  prorate: flag,
  invoice_now: flag,
});

const phase = z.strictObject({
  items: z.array(line).length(1),
  proration_behavior: none,
  start_date: integer.optional(),
  end_date: integer.optional(),
  trial_end: integer.optional(),
  duration: z.strictObject({ interval, interval_count: integer }).optional(),
});
const schedule = shapeOf<Stripe.SubscriptionScheduleCreateParams>()({
  from_subscription: id,
});
const scheduleUpdate = shapeOf<Stripe.SubscriptionScheduleUpdateParams>()({
  end_behavior: z.literal('release'),
  proration_behavior: none,
  phases: z.array(phase).length(2),
});

const invoice = shapeOf<Stripe.InvoiceCreateParams>()({
  customer: id,
  subscription: id,
  currency: brl,
  auto_advance: flag,
  collection_method: z.literal('charge_automatically'),
  pending_invoice_items_behavior: z.literal('exclude'),
  metadata,
});
const invoiceUpdate = shapeOf<Stripe.InvoiceUpdateParams>()({ auto_advance: flag });
const lines = shapeOf<Stripe.InvoiceAddLinesParams>()({
  lines: z.array(z.strictObject({ description: text, amount: integer })).min(1),
});
const issue = shapeOf<Stripe.InvoiceFinalizeInvoiceParams>()({ auto_advance: flag });
const pay = shapeOf<Stripe.InvoicePayParams>()({ off_session: flag });

const payment = shapeOf<Stripe.PaymentIntentCreateParams>()({
  amount: integer,
  currency: brl,
  customer: id,
  description: text,
  metadata,
  confirm: flag,
  allowed_payment_method_types: z.array(z.enum(['card', 'pix'])).length(1),
  payment_method: id.optional(),
  payment_method_data: z.strictObject({ type: z.literal('pix') }).optional(),
  payment_method_options: z
    .strictObject({ pix: z.strictObject({ expires_after_seconds: integer.pipe(z.int().min(10).max(1_209_600)) }) })
    .optional(),
});

const one = z.strictObject({ expand });

/** The calls that we make, by method and path, with the parameters that they accept. */
export const SHAPES: Record<string, z.ZodType> = {
  'POST /v1/customers': customer,
  'GET /v1/customers/:id': one,
  'POST /v1/customers/:id': customerUpdate,
  'POST /v1/payment_methods/:id/detach': nothing,
  'POST /v1/setup_intents': setup,
  'GET /v1/setup_intents/:id': one,
  'GET /v1/prices': shapeOf<Stripe.PriceListParams>()({
    lookup_keys: z.array(z.string()),
    limit,
  }),
  'POST /v1/prices': price,
  'GET /v1/prices/:id': one,
  'GET /v1/subscriptions': shapeOf<Stripe.SubscriptionListParams>()({
    customer: id,
    status: z.literal('all'),
    limit,
  }),
  'POST /v1/subscriptions': subscription,
  'GET /v1/subscriptions/:id': one,
  'POST /v1/subscriptions/:id': subscriptionUpdate,
  'DELETE /v1/subscriptions/:id': cancel,
  'POST /v1/subscription_schedules': schedule,
  'POST /v1/subscription_schedules/:id': scheduleUpdate,
  'POST /v1/subscription_schedules/:id/release': nothing,
  'GET /v1/invoices': shapeOf<Stripe.InvoiceListParams>()({ subscription: id, limit }),
  'POST /v1/invoices': invoice,
  'POST /v1/invoices/:id': invoiceUpdate,
  'DELETE /v1/invoices/:id': nothing,
  'POST /v1/invoices/:id/add_lines': lines,
  'POST /v1/invoices/:id/finalize': issue,
  'POST /v1/invoices/:id/pay': pay,
  'POST /v1/invoices/:id/void': nothing,
  'GET /v1/invoice_payments': shapeOf<Stripe.InvoicePaymentListParams>()({
    invoice: id,
    expand,
  }),
  'GET /v1/payment_intents': shapeOf<Stripe.PaymentIntentListParams>()({
    customer: id,
    limit,
  }),
  'POST /v1/payment_intents': payment,
  'GET /v1/payment_intents/:id': one,
  'POST /v1/payment_intents/:id/cancel': nothing,
  'POST /v1/refunds': shapeOf<Stripe.RefundCreateParams>()({ payment_intent: id }),
};

/** Parses a form body as Stripe does: `items[0][price]=…` is a list of objects. */
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
