import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { InvoiceLine, PaymentMethod } from '../../../shared/billing.ts';
import { PLAN_FLAGS } from '../../../shared/roles.ts';
import {
  accountId,
  createdAt,
  entityTable,
  moment,
  platformPolicies,
  tenantPolicies,
  tenantTable,
  updatedAt,
} from '../columns.ts';
import { accounts } from './identity.ts';
import { models } from './platform.ts';

/** Of deleted accounts, which the law requires us to keep. */
export const keptInvoices = pgTable(
  'kept_invoices',
  {
    id: uuid('id').primaryKey(),
    accountId: accountId(),
    invoice: jsonb('invoice').$type<Record<string, unknown>>().notNull(),
    holder: jsonb('holder').$type<Record<string, string | null>>().notNull(),
    keptUntil: moment('kept_until').notNull(),
  },
  () => platformPolicies('kept_invoices'),
);

/** Prices in centavos, credits in thousandths. */
export const plans = pgTable(
  'plans',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    rank: integer('rank').notNull(),
    monthlyPrice: integer('monthly_price').notNull(),
    yearlyPrice: integer('yearly_price').notNull(),
    credits: integer('credits').notNull(),
    itemLimit: integer('item_limit').notNull(),
    contextLimit: integer('context_limit').notNull().default(1_000),
    userLimit: integer('user_limit').notNull().default(1_000),
    flags: text('flags', { enum: PLAN_FLAGS }).array().notNull().default([]),
    /** A plan that is not offered stays valid for its subscribers. */
    isOffered: boolean('is_offered').notNull().default(true),
    modelId: uuid('model_id').references(() => models.id),
  },
  () => platformPolicies('plans', { readable: true }),
);

export const subscriptions = pgTable(
  'subscriptions',
  {
    accountId: uuid('account_id')
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    planId: text('plan_id')
      .notNull()
      .references(() => plans.id),
    period: text('period', { enum: ['MONTHLY', 'YEARLY', 'PREPAID'] }).notNull(),
    status: text('status', {
      enum: ['ACTIVE', 'FAILURE_PAYMENT', 'PENDING_PAYMENT', 'PENDING_DOWNGRADE', 'PENDING_CANCEL'],
    }).notNull(),
    periodStart: moment('period_start').notNull(),
    renewsAt: moment('renews_at').notNull(),
    pendingPlanId: text('pending_plan_id').references(() => plans.id),
    pendingPeriod: text('pending_period', { enum: ['MONTHLY', 'YEARLY', 'PREPAID'] }),
    /** After a cancellation. */
    endsAt: moment('ends_at'),
    gateway: text('gateway', { enum: ['sandbox', 'stripe'] }),
    customerId: text('customer_id'),
    /** Events of other subscriptions are logged but not applied. */
    gatewaySubscriptionId: text('gateway_subscription_id'),
    paymentMethod: jsonb('payment_method').$type<PaymentMethod>(),
    /** At each renewal, in centavos; later prices of the plan do not affect it. */
    price: integer('price').notNull().default(0),
    /** `deletion`: of the account; withdrawing it also reverts the cancellation. */
    cancelCause: text('cancel_cause', { enum: ['owner', 'deletion'] }),
    /** Raised whenever the gateway's state is stored: one read before must be read again. */
    gatewayReads: integer('gateway_reads').notNull().default(0),
    /** For optimistic locking. */
    version: integer('version').notNull().default(0),
  },
  (t) => [index('subscriptions_by_customer').on(t.customerId), ...tenantPolicies('subscriptions')],
);

/** Thousandths. `cause` makes each entry unique. */
export const creditEntries = tenantTable(
  'credit_entries',
  {
    accountId: accountId().references(() => accounts.id, { onDelete: 'cascade' }),
    cause: text('cause').notNull(),
    contextId: uuid('context_id'),
    amount: integer('amount').notNull(),
    /** From lasting credits; the rest is the period's. */
    lasting: integer('lasting').notNull().default(0),
    /** Null for a reservation, whose `amount` is an estimate. */
    settledAt: moment('settled_at').defaultNow(),
    /** Then the process of the reservation must have died. */
    heldUntil: moment('held_until'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.cause] }),
    index('credit_entries_by_time').on(t.accountId, t.createdAt),
    index('credit_entries_held')
      .on(t.heldUntil)
      .where(sql`settled_at is null`),
  ],
);

export const invoices = entityTable(
  'invoices',
  {
    accountId: accountId().references(() => accounts.id, { onDelete: 'cascade' }),
    issuedAt: moment('issued_at').notNull(),
    type: text('type', { enum: ['MONTHLY', 'YEARLY', 'PREPAID'] }).notNull(),
    status: text('status', { enum: ['draft', 'open', 'paid', 'deleted', 'uncollectible', 'void'] }).notNull(),
    orderNumber: text('order_number').notNull(),
    plan: text('plan').notNull(),
    amount: integer('amount').notNull(),
    lines: jsonb('lines').$type<InvoiceLine[]>().notNull().default([]),
    paidAt: moment('paid_at'),
    /** The gateway's status stays `paid`. */
    refundedAt: moment('refunded_at'),
    gatewayInvoiceId: text('gateway_invoice_id'),
  },
  (t) => [
    uniqueIndex('invoices_of_gateway').on(t.accountId, t.gatewayInvoiceId),
    uniqueIndex('invoices_order').on(t.accountId, t.orderNumber),
  ],
);

/** Thousandths. Always the sum of the ledger; stored so that one statement can check and change it. */
export const creditBalances = pgTable(
  'credit_balances',
  {
    accountId: uuid('account_id')
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    granted: integer('granted').notNull().default(0),
    /** Left of the period; they expire with it. */
    monthly: integer('monthly').notNull(),
    /** They do not expire; used after the period's. */
    lasting: integer('lasting').notNull(),
    periodStart: moment('period_start').notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('credit_balances_monthly', sql`${t.monthly} >= 0`),
    check('credit_balances_lasting', sql`${t.lasting} >= 0`),
    ...tenantPolicies('credit_balances'),
  ],
);

/** Price in centavos, lasting credits in thousandths. */
export const creditPacks = pgTable(
  'credit_packs',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    price: integer('price').notNull(),
    credits: integer('credits').notNull(),
    isOffered: boolean('is_offered').notNull().default(true),
  },
  () => platformPolicies('credit_packs', { readable: true }),
);

/** By Idempotency-Key, so that a repeated request changes nothing. */
export const idempotentCalls = tenantTable(
  'idempotent_calls',
  {
    accountId: accountId().references(() => accounts.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    /** SHA-256 of the operation's name and body. */
    digest: text('digest').notNull(),
    /** Null while the first request runs; `answer` then holds its plan for another process to complete. */
    status: integer('status'),
    answer: jsonb('answer'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.key] })],
);

export const gatewayEvents = pgTable(
  'gateway_events',
  {
    gateway: text('gateway', { enum: ['sandbox', 'stripe'] }).notNull(),
    id: text('id').notNull(),
    type: text('type').notNull(),
    accountId: uuid('account_id'),
    /** `logged`: of a former subscription. */
    state: text('state', { enum: ['applied', 'logged', 'parked'] }).notNull(),
    reason: text('reason'),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextTryAt: moment('next_try_at'),
    receivedAt: moment('received_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.gateway, t.id] }),
    index('gateway_events_by_account').on(t.accountId, t.receivedAt.desc()),
    ...platformPolicies('gateway_events'),
  ],
);

export const sandboxObjects = pgTable(
  'sandbox_objects',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: ['customer', 'subscription', 'payment', 'setup', 'event'] }).notNull(),
    customerId: text('customer_id'),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    /** When it acts by itself, for example renews or fails. */
    dueAt: moment('due_at'),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('sandbox_objects_by_customer').on(t.customerId),
    index('sandbox_objects_due').on(t.dueAt),
    ...platformPolicies('sandbox_objects'),
  ],
);
