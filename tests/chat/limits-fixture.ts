import { randomUUID } from 'node:crypto';
import { saveLimits } from '../../src/server/chat/limits/settings.ts';
import { findWidgetContext, type WidgetContext } from '../../src/server/db/platform.ts';
import { type Db, type Tenant, tenant, withPlatform } from '../../src/server/db/tenant.ts';
import { createAccount } from '../../src/server/identity/accounts.ts';
import type { LimitsInput } from '../../src/shared/limits.ts';

/** Limits that never refuse anything. */
export const openLimitFixture: LimitsInput = {
  perMinute: 600,
  daily: null,
  monthly: null,
  credits: null,
  defaultMessage: '',
  messages: { minute: '', daily: '', monthly: '', credits: '', deactivated: '' },
  notify: true,
  deactivatedUntil: null,
  person: { email: '', whatsapp: '' },
  takesMessages: false,
  offersFoundContact: true,
  withoutCredits: 'faq',
};

export interface LimitFixture {
  owner: Tenant;
  context: WidgetContext;
  email: string;
}

/** Returns the context as the next question would load it. */
export async function reread(db: Db, { contextId }: WidgetContext): Promise<WidgetContext> {
  const context = await findWidgetContext(db, contextId);
  if (!context) throw new Error('The context is gone');
  return context;
}

/** Creates an account with one context, and its limits if given. */
export async function newContext(db: Db, limits?: Partial<LimitsInput>): Promise<LimitFixture> {
  const email = `dona-${randomUUID()}@empresa.com.br`;
  const { accountId, contextId } = await withPlatform(db, (tx) =>
    createAccount(tx, {
      name: 'Helena Prado',
      email,
      passwordHash: 'x',
      role: 'OWNER',
      planId: 'business',
      website: 'https://www.loja-azul.com.br',
    }),
  );
  const owner = tenant(accountId, 'all');
  if (limits) await saveLimits(db, owner, { ...openLimitFixture, ...limits }, contextId);
  return { owner, email, context: await reread(db, { contextId } as WidgetContext) };
}

/** Returns the counters of a context by kind, summed over their periods. */
export async function countersOf(db: Db, { contextId }: WidgetContext): Promise<Record<string, number>> {
  const { rows } = await db.pool.query<{ kind: string; used: number }>(
    'select kind, sum(used)::int as used from usage_counters where context_id = $1 group by kind',
    [contextId],
  );
  return Object.fromEntries(rows.map(({ kind, used }) => [kind, used]));
}
