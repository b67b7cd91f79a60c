import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { webAddress } from '../../../resources/kit/schema.ts';
import type { WidgetInstallation } from '../../shared/appearance-editing.ts';
import type { ChatEvent } from '../../shared/chat-protocol.ts';
import { startedFrom } from '../../shared/rules.ts';
import type { WidgetContext } from '../db/platform.ts';
import { isRecent } from '../db/running-until.ts';
import { contexts } from '../db/schema/knowledge.ts';
import { changeTenant, type Db, type Tenant, tenant, withTenant } from '../db/tenant.ts';
import { contextAt, readContext, requireContext } from '../knowledge/context-row.ts';
import { mergeChange, versionOf } from '../resource/versions.ts';

/** Requests without an Origin do not come from a page and are only subject to the limits. */
export function canChat(origin: string | undefined, allowed: readonly string[], own: readonly string[]): boolean {
  if (origin === undefined) return true;
  return own.includes(origin) || allowed.includes(origin);
}

/** No other site can have it: an IP address, or a name of this machine. */
const OWN_HOST = /^(?:localhost|\d+\.\d+\.\d+\.\d+|\[[\da-f:.]+\])(?::\d+)?$/i;

/** DNS rebinding: any name can point to this server. Ours are only the public address and the machine's. */
export function ownOrigins(publicUrl: string, { protocol, host }: { protocol: string; host: string }): string[] {
  return [originOf(publicUrl), ...(OWN_HOST.test(host) ? [`${protocol}://${host}`] : [])];
}

/** RFC 6454: `https://Loja.com.br/contato` → `https://loja.com.br`. */
const originOf = (address: string): string => new URL(address).origin;

const snippetOf = (publicUrl: string, contextId: string): string =>
  `<script src="${publicUrl}/w/${contextId}.js" async></script>`;

export async function readInstallation(
  db: Db,
  tenant: Tenant,
  contextId: string,
  publicUrl: string,
): Promise<WidgetInstallation> {
  const { origins, widgetSeenAt, refusedOrigin, originRefusedAt } = await readContext(db, tenant, contextId);
  const isRefused = refusedOrigin !== null && originRefusedAt !== null && !origins.includes(refusedOrigin);
  return {
    origins,
    version: versionOf({ origins }),
    snippet: snippetOf(publicUrl, contextId),
    lastSeenAt: widgetSeenAt?.toISOString() ?? null,
    refused: isRefused ? { origin: refusedOrigin, at: originRefusedAt.toISOString() } : null,
  };
}

export const originsChange = z.object({ origins: z.array(webAddress()).max(50) }).extend(startedFrom.shape);

/** Throws `ApiError` `not_found`, `changed_meanwhile`. */
export async function setOrigins(
  db: Db,
  tenant: Tenant,
  contextId: string,
  { origins: addresses, version }: z.infer<typeof originsChange>,
): Promise<void> {
  await withTenant(db, tenant, async (tx) => {
    const { origins } = await requireContext(tx, tenant, contextId, 'no key update');
    const edited = {
      accountId: tenant.accountId,
      id: contextId,
      actions: ['widget-origins_edit'],
      values: { origins },
    };
    const change = await mergeChange(tx, edited, { origins: [...new Set(addresses.map(originOf))], version });
    if (change.origins) await tx.update(contexts).set(change).where(contextAt(tenant, contextId));
  });
}

const SEEN_MS = 60 * 60 * 1_000;

/** The widget is in use on a site; at most once an hour. */
export async function* noteSeenStatement(
  db: Db,
  { accountId, contextId, seenOrigins }: WidgetContext,
  origin: string,
  events: AsyncGenerator<ChatEvent>,
): AsyncGenerator<ChatEvent> {
  try {
    yield* events;
  } finally {
    const seenAt = Date.parse(seenOrigins[origin] ?? '') || 0;
    if (Math.abs(Date.now() - seenAt) >= SEEN_MS) {
      const seen = JSON.stringify({ [origin]: new Date().toISOString() });
      await changeTenant(
        db,
        tenant(accountId, [contextId]),
        sql`update contexts set widget_seen_at = now(), seen_origins = seen_origins || ${seen}::jsonb
            where account_id = ${accountId} and id = ${contextId}
              and not ${isRecent(sql`(seen_origins ->> ${origin})::timestamptz`, SEEN_MS / 1_000)}`,
      );
    }
  }
}

/** Longer than any host name (RFC 1035) with scheme and port. */
const ORIGIN_LENGTH = 300;

/** At most once a minute, so that the owner can allow it. */
export async function noteRefused(db: Db, { accountId, contextId }: WidgetContext, origin: string): Promise<void> {
  await changeTenant(
    db,
    tenant(accountId, [contextId]),
    sql`update contexts set refused_origin = ${origin.slice(0, ORIGIN_LENGTH)}, origin_refused_at = now()
        where account_id = ${accountId} and id = ${contextId}
          and not ${isRecent(sql`origin_refused_at`, 60)}`,
  );
}
