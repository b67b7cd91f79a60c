import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { accountId, createdAt, moment, platformPolicies, tenantPolicies, updatedAt } from './columns.ts';
import { accounts } from './tables.ts';

/** What is left of an account's credits, in thousandths: the ledger's sum, kept beside it so that one statement decides. */
export const creditBalances = pgTable(
  'credit_balances',
  {
    accountId: uuid('account_id')
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** What the running period came with. */
    granted: integer('granted').notNull().default(0),
    /** Left of it; it ends with it. */
    monthly: integer('monthly').notNull(),
    /** Bought or given; they last, and are used after the others. */
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

/** Platform: packs of lasting credits. Price in centavos, credits in thousandths. */
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

/** The answer of each call that moved money, by the caller's Idempotency-Key: the same again changes nothing. */
export const idempotentCalls = pgTable(
  'idempotent_calls',
  {
    accountId: accountId().references(() => accounts.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    /** SHA-256 of the call's name and body. */
    digest: text('digest').notNull(),
    /** Null while the first is under way: `answer` is then what it set out to do, so that anybody can end it. */
    status: integer('status'),
    answer: jsonb('answer'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.key] }), ...tenantPolicies('idempotent_calls')],
);

/** Platform: every event that a gateway told us, once. */
export const gatewayEvents = pgTable(
  'gateway_events',
  {
    gateway: text('gateway', { enum: ['sandbox', 'stripe'] }).notNull(),
    id: text('id').notNull(),
    type: text('type').notNull(),
    /** Null: nobody of ours is known by it (yet). */
    accountId: uuid('account_id'),
    /** `logged`: known, and not applied: of a subscription that is ours no more. */
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

/** Platform: what the sandbox gateway knows, as a gateway of its own would: customers, payment methods, charges. */
export const sandboxObjects = pgTable(
  'sandbox_objects',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: ['customer', 'subscription', 'payment', 'setup', 'event'] }).notNull(),
    /** The customer that it is of. */
    customerId: text('customer_id'),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    /** When it does something by itself (renews, fails later). */
    dueAt: moment('due_at'),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('sandbox_objects_by_customer').on(t.customerId),
    index('sandbox_objects_due').on(t.dueAt),
    ...platformPolicies('sandbox_objects'),
  ],
);
