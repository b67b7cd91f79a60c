import { and, count, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { InputOf } from '../../../resources/kit/resource.ts';
import { outgoingWebhooks as resource } from '../../../resources/outgoing-webhooks.ts';
import { SECRET_OVERLAP_HOURS, WEBHOOKS_MAX } from '../../shared/webhook-events.ts';
import { type AuditContext, writeAudit } from '../audit/write-audit.ts';
import { lockAccount } from '../db/lock-account.ts';
import { accounts } from '../db/schema/identity.ts';
import { outgoingWebhookContexts, outgoingWebhooks as webhooks } from '../db/schema/outgoing-webhooks.ts';
import { NO_CONTEXT, type Tenant, type Tx, withTenant } from '../db/tenant.ts';
import { assignableContexts } from '../identity/people/person-contexts.ts';
import { mergeRow, throwWriteError } from '../resource/write.ts';
import { ApiError, notFound } from '../runtime/api-error.ts';
import { seal } from '../runtime/secrets.ts';
import type { Services } from '../runtime/services.ts';
import { t } from '../runtime/translate.ts';
import { refuseAddress } from './address.ts';
import { changedHeaders } from './own-headers.ts';
import { newSigningSecret, openSecret } from './signing-secrets.ts';
import { visibleWebhook, webhooksSource } from './webhook-sources.ts';

export type WebhookInput = InputOf<typeof resource>;

/** Throws `ApiError` `invalid_input`. */
function assertAddress({ env }: Services, url: string): void {
  const code = refuseAddress(url, env);
  if (!code) return;
  const message = t(code === 'bad_url' ? 'validation.invalid_url' : `errors.${code}`);
  throw new ApiError('invalid_input', { errors: [{ field: 'url', code, message }] });
}

/** Whether it receives the events of all contexts. */
async function assignWebhookContexts(tx: Tx, tenant: Tenant, webhookId: string, ids: readonly string[]) {
  const { accountId } = tenant;
  const c = outgoingWebhookContexts;
  // Only NO_CONTEXT: all selected contexts have been deleted, and nobody has chosen others.
  const isNone = ids.length > 0 && ids.every((id) => id === NO_CONTEXT);
  const chosen = isNone
    ? []
    : await assignableContexts(
        tx,
        tenant,
        ids.filter((id) => id !== NO_CONTEXT),
      );
  await tx.delete(c).where(and(eq(c.accountId, accountId), eq(c.webhookId, webhookId)));
  if (chosen.length > 0) await tx.insert(c).values(chosen.map((contextId) => ({ accountId, webhookId, contextId })));
  return !isNone && chosen.length === 0;
}

/** Throws `ApiError` `not_found`. */
async function lockWebhook(tx: Tx, tenant: Tenant, id: string): Promise<typeof webhooks.$inferSelect> {
  const [webhook] = await tx.select().from(webhooks).where(visibleWebhook(tenant, id)).for('update');
  if (!webhook) throw notFound();
  return webhook;
}

const isWebhook = ({ accountId, id }: { accountId: string; id: string }) =>
  and(eq(webhooks.accountId, accountId), eq(webhooks.id, id));

/** Returns its id. Throws `ApiError`. */
export async function createWebhook(services: Services, tenant: Tenant, input: WebhookInput): Promise<string> {
  const { accountId } = tenant;
  const id = uuidv7();
  const none = { id, url: null, headerNames: [], sealedHeaders: null };
  const { contextIds, headers, ...others } = input;
  const { url = input.url, ...sealed } = changedHeaders(services.key, none, { url: input.url, headers });
  assertAddress(services, url);
  const values = { ...others, ...sealed, url };
  const sealedSecret = seal(services.key, id, newSigningSecret());
  return withTenant(services.db, tenant, async (tx) => {
    // Locks the account, so that concurrent requests cannot exceed the maximum number of webhooks together.
    await lockAccount(tx, accountId);
    const [existing] = await tx.select({ count: count() }).from(webhooks).where(eq(webhooks.accountId, accountId));
    if (existing!.count >= WEBHOOKS_MAX) throw new ApiError('too_many_webhooks', { values: { count: WEBHOOKS_MAX } });
    await tx.insert(webhooks).values({ ...values, accountId, id, sealedSecret, allContexts: false });
    const allContexts = await assignWebhookContexts(tx, tenant, id, contextIds);
    await tx.update(webhooks).set({ allContexts }).where(isWebhook({ accountId, id }));
    return id;
  }).catch((error) =>
    throwWriteError(resource, error, { db: services.db, source: webhooksSource(tenant), tenant, values }),
  );
}

/** Throws `ApiError`. */
export async function editWebhook(
  services: Services,
  tenant: Tenant,
  id: string,
  { headers, ...change }: Partial<WebhookInput> & { version?: string },
): Promise<void> {
  await withTenant(services.db, tenant, async (tx) => {
    const webhook = await lockWebhook(tx, tenant, id);
    const { contextIds, ...fields } = await mergeRow(tx, resource, webhooksSource(tenant), tenant, id, change);
    const changed = changedHeaders(services.key, webhook, { url: fields.url, headers });
    if (changed.url !== undefined) assertAddress(services, changed.url);
    const webhookContexts = contextIds && { allContexts: await assignWebhookContexts(tx, tenant, id, contextIds) };
    const goneAt = fields.isActive ? null : webhook.goneAt;
    await tx
      .update(webhooks)
      .set({ ...fields, ...changed, ...webhookContexts, goneAt, updatedAt: new Date() })
      .where(isWebhook(webhook));
  }).catch((error) =>
    throwWriteError(resource, error, { db: services.db, source: webhooksSource(tenant), tenant, values: change, id }),
  );
}

/** With its deliveries. Throws `ApiError` `not_found`. */
export async function deleteWebhook({ db }: Services, tenant: Tenant, id: string): Promise<void> {
  await withTenant(db, tenant, async (tx) => {
    await tx.delete(webhooks).where(isWebhook(await lockWebhook(tx, tenant, id)));
  });
}

/** Leaves an audit entry. Throws `ApiError` `not_found`. */
export function revealSecret(
  { db, key }: Services,
  member: AuditContext & { tenant: Tenant },
  id: string,
): Promise<string> {
  return withTenant(db, member.tenant, async (tx) => {
    const webhook = await lockWebhook(tx, member.tenant, id);
    await writeAudit(tx, member, 'outgoing-webhooks_reveal', { subject: webhook.name, detail: { id } });
    return openSecret(key, webhook);
  });
}

/** For a day, events are also signed with the previous one. Throws `ApiError` `not_found`. */
export function rotateSecret({ db, key }: Services, tenant: Tenant, id: string): Promise<string> {
  const secret = newSigningSecret();
  return withTenant(db, tenant, async (tx) => {
    const webhook = await lockWebhook(tx, tenant, id);
    await tx
      .update(webhooks)
      .set({
        sealedSecret: seal(key, id, secret),
        previousSecret: webhook.sealedSecret,
        previousUntil: new Date(Date.now() + SECRET_OVERLAP_HOURS * 3_600_000),
        updatedAt: new Date(),
      })
      .where(isWebhook(webhook));
    return secret;
  });
}

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
