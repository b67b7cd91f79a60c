import { and, eq } from 'drizzle-orm';
import type { outgoingWebhooks as resource } from '../../../resources/outgoing-webhooks.ts';
import { SECRET_OVERLAP_HOURS } from '../../shared/webhook-events.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { accounts } from '../db/schema/identity.ts';
import { outgoingWebhookContexts, outgoingWebhooks as webhooks } from '../db/schema/outgoing-webhooks.ts';
import { NO_CONTEXT, type Tenant, type Tx, withTenant } from '../db/tenant.ts';
import { assignableContexts } from '../identity/people/person-contexts.ts';
import type { Behaviour, RowChange } from '../resource/behaviour.ts';
import { ApiError, notFound } from '../runtime/api-error.ts';
import type { Env } from '../runtime/env.ts';
import { seal, type SecretKey } from '../runtime/secrets.ts';
import type { Services } from '../runtime/services.ts';
import { t } from '../runtime/translate.ts';
import { refuseAddress } from './address.ts';
import { changedHeaders } from './own-headers.ts';
import { newSigningSecret, openSecret } from './signing-secrets.ts';
import { visibleWebhook, webhooksSource } from './webhook-sources.ts';

/** Throws `ApiError` `invalid_input`. */
function assertAddress(env: Env, url: string): void {
  const code = refuseAddress(url, env);
  if (!code) return;
  const message = t(code === 'bad_url' ? 'validation.invalid_url' : `errors.${code}`);
  throw new ApiError('invalid_input', { errors: [{ field: 'url', code, message }] });
}

type StoredWebhook = typeof webhooks.$inferSelect;

const isWebhook = ({ accountId }: Tenant, id: string) => and(eq(webhooks.accountId, accountId), eq(webhooks.id, id));

/** The row that the engine has locked. */
async function storedWebhook(tx: Tx, tenant: Tenant, id: string): Promise<StoredWebhook> {
  const [webhook] = await tx.select().from(webhooks).where(isWebhook(tenant, id));
  if (!webhook) throw notFound();
  return webhook;
}

/** Only NO_CONTEXT: all selected contexts have been deleted, and nobody has chosen others. */
const isForNone = (ids: readonly string[]) => ids.length > 0 && ids.every((id) => id === NO_CONTEXT);
const realContexts = (ids: readonly string[]) => [...new Set(ids)].filter((id) => id !== NO_CONTEXT);

/** A new secret, the sealed headers and whether it receives the events of all contexts. Throws `ApiError`. */
const storedColumns =
  ({ key, env }: Pick<Services, 'key' | 'env'>) =>
  async (
    tx: Tx,
    tenant: Tenant,
    { id, before, values }: RowChange<typeof resource>,
  ): Promise<Partial<StoredWebhook>> => {
    const stored = before
      ? await storedWebhook(tx, tenant, id)
      : { id, url: null, headerNames: [], sealedHeaders: null };
    const { url, headers, contextIds } = values;
    const changed = changedHeaders(key, stored, { url, headers });
    if (changed.url !== undefined) assertAddress(env, changed.url);
    if (contextIds && !isForNone(contextIds)) await assignableContexts(tx, tenant, realContexts(contextIds));
    return {
      ...changed,
      ...(contextIds && { allContexts: contextIds.length === 0 }),
      ...(values.isActive && { goneAt: null }),
      ...(!before && { sealedSecret: seal(key, id, newSigningSecret()) }),
    };
  };

async function assignWebhookContexts(
  tx: Tx,
  { accountId }: Tenant,
  { id: webhookId, values }: RowChange<typeof resource>,
) {
  if (!values.contextIds) return;
  const c = outgoingWebhookContexts;
  const chosen = realContexts(values.contextIds);
  await tx.delete(c).where(and(eq(c.accountId, accountId), eq(c.webhookId, webhookId)));
  if (chosen.length > 0) await tx.insert(c).values(chosen.map((contextId) => ({ accountId, webhookId, contextId })));
}

/** For a day, events are also signed with the previous one. */
async function rotateSecret(tx: Tx, tenant: Tenant, key: SecretKey, id: string): Promise<string> {
  const secret = newSigningSecret();
  const { sealedSecret: previousSecret } = await storedWebhook(tx, tenant, id);
  const previousUntil = new Date(Date.now() + SECRET_OVERLAP_HOURS * 3_600_000);
  const change = { sealedSecret: seal(key, id, secret), previousSecret, previousUntil, updatedAt: new Date() };
  await tx.update(webhooks).set(change).where(isWebhook(tenant, id));
  return secret;
}

export const webhookBehaviour = ({ key, env }: Services): Behaviour<typeof resource> => ({
  source: webhooksSource,
  beforeWrite: storedColumns({ key, env }),
  afterWrite: assignWebhookContexts,
  actions: {
    reveal: {
      operationId: 'revealWebhookSecret',
      record: 'own',
      run: async (tx, tenant, [{ id, name }], _, by) => {
        await writeAudit(tx, by, 'outgoing-webhooks_reveal', { subject: name, detail: { id } });
        return openSecret(key, await storedWebhook(tx, tenant, id));
      },
    },
    rotate: {
      operationId: 'rotateWebhookSecret',
      description: 'For 24 hours, events are also signed with the previous secret, so the header has two `v1` values.',
      run: (tx, tenant, [{ id }]) => rotateSecret(tx, tenant, key, id),
    },
  },
});

/** Throws `ApiError` `not_found`. */
export async function findWebhook({ db }: Services, tenant: Tenant, id: string) {
  const [found] = await withTenant(db, tenant, (tx) =>
    tx
      .select({ webhook: webhooks, account: accounts.name })
      .from(webhooks)
      .innerJoin(accounts, eq(accounts.id, webhooks.accountId))
      .where(visibleWebhook(tenant, id)),
  );
  if (!found) throw notFound();
  return found;
}
