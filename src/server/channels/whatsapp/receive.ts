import { createHmac } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { type ChannelRow, findChannel } from '../../db/platform.ts';
import { channels } from '../../db/schema/channels.ts';
import { tenant, type Tx, withTenant } from '../../db/tenant.ts';
import { addJob } from '../../jobs/queue.ts';
import { ApiError, notFound } from '../../runtime/api-error.ts';
import { isSameDigest, type SecretKey } from '../../runtime/secrets.ts';
import type { Services } from '../../runtime/services.ts';
import { visitorHashOf } from './contact-token.ts';
import { appSecretOf } from './graph.ts';
import { readPayload, type ReceivedChange, type ReceivedMessage } from './payload.ts';
import { applyStatuses } from './statuses.ts';
import { isWritten } from './understand.ts';

const SIGNATURE = /^sha256=([\da-f]{64})$/;

/** Throws `ApiError` `bad_signature` unless the app's secret signed exactly these bytes. */
function verify(key: SecretKey, channel: ChannelRow, body: Buffer, signature: unknown): void {
  const secret = appSecretOf(key, channel);
  const [, given] = SIGNATURE.exec(String(signature ?? '').toLowerCase()) ?? [];
  const expected = secret && createHmac('sha256', secret).update(body).digest('hex');
  if (!expected || !given || !isSameDigest(expected, given)) throw new ApiError('bad_signature');
}

/**
 * Answers Meta's question whether this is the right webhook. Throws `ApiError` `not_found`; `bad_signature` for another
 * token than the channel's.
 */
export async function confirmWebhook(
  { db }: Services,
  channelId: string,
  { mode, token, challenge }: { mode: string; token: string; challenge: string },
): Promise<string> {
  const channel = await findChannel(db, channelId);
  if (!channel) throw notFound();
  if (mode !== 'subscribe' || !isSameDigest(channel.verifyToken, token)) throw new ApiError('bad_signature');
  await withTenant(db, tenant(channel.accountId, 'all'), (tx) =>
    tx.update(channels).set({ verifiedAt: new Date() }).where(its(channel)),
  );
  return challenge;
}

const its = ({ accountId, id }: Pick<ChannelRow, 'accountId' | 'id'>) =>
  and(eq(channels.accountId, accountId), eq(channels.id, id));

/**
 * Stores what Meta sends, each message once by its id, and queues the answers. When it returns, everything is stored.
 * Throws `ApiError` `not_found`, `bad_signature`; `malformed_request` for a body that is no webhook of Meta.
 */
export async function receivePayload(
  services: Services,
  channelId: string,
  body: Buffer,
  signature: unknown,
): Promise<void> {
  const { db, key } = services;
  const channel = await findChannel(db, channelId);
  if (!channel) throw notFound();
  verify(key, channel, body, signature);
  const changes = readPayload(body);
  if (!changes) throw new ApiError('malformed_request');
  await withTenant(db, tenant(channel.accountId, 'all'), async (tx) => {
    for (const change of changes) {
      const target = await targetOf(tx, key, channel, change);
      if (target) await storeChange(tx, services, target, change);
    }
  });
}

/** Returns the channel of a number. One app, with one webhook, may have several numbers. */
async function targetOf(tx: Tx, key: SecretKey, channel: ChannelRow, { phoneNumberId }: ReceivedChange) {
  if (phoneNumberId === channel.phoneNumberId) return channel;
  const [other] = await tx
    .select()
    .from(channels)
    .where(and(eq(channels.accountId, channel.accountId), eq(channels.phoneNumberId, phoneNumberId)));
  // What another app signs must not reach this number.
  return other && appSecretOf(key, other) === appSecretOf(key, channel) ? other : undefined;
}

async function storeChange(
  tx: Tx,
  services: Services,
  channel: ChannelRow,
  { messages, statuses }: ReceivedChange,
): Promise<void> {
  await tx.update(channels).set({ receivedAt: new Date() }).where(its(channel));
  for (const message of messages) await storeMessage(tx, services, channel, message);
  if (statuses.length > 0) await applyStatuses(tx, services, channel, statuses);
}

async function storeMessage(
  tx: Tx,
  { key }: Services,
  channel: ChannelRow,
  { kind, peer, name, externalId, sentAt, payload }: ReceivedMessage,
): Promise<void> {
  const { accountId, id: channelId, silentHours } = channel;
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into channel_contacts (account_id, id, channel_id, peer, visitor_hash, name)
    values (${accountId}, ${uuidv7()}, ${channelId}, ${peer}, ${visitorHashOf(key, channel, peer)}, ${name})
    on conflict (account_id, channel_id, peer) do update set name = coalesce(excluded.name, channel_contacts.name)
    returning id`);
  const contactId = rows[0]!.id;
  const isWaiting = kind === 'message' && channel.isOn;
  const stored = await tx.execute(sql`
    insert into channel_events (account_id, id, channel_id, contact_id, external_id, kind, payload, sent_at, state)
    values (${accountId}, ${uuidv7()}, ${channelId}, ${contactId}, ${externalId}, ${kind}, ${JSON.stringify(payload)}::jsonb,
      ${sentAt.toISOString()}::timestamptz, ${isWaiting ? 'waiting' : 'silent'})
    on conflict do nothing returning 1`);
  if (stored.rows.length === 0) return;
  if (isWaiting) await addJob(tx, { accountId, kind: 'whatsapp-in', subjectId: contactId });
  if (!isWritten(kind, payload)) return;
  const at = sql`${sentAt.toISOString()}::timestamptz`;
  // The greatest, because webhooks come in any order. A clock that is ahead must not open the window for longer.
  const change =
    kind === 'echo'
      ? sql`silent_until = greatest(silent_until, ${at} + make_interval(hours => ${silentHours}))`
      : sql`wrote_at = greatest(wrote_at, least(${at}, now()))`;
  await tx.execute(
    sql`update channel_contacts set ${change} where account_id = ${accountId}::uuid and id = ${contactId}::uuid`,
  );
}
