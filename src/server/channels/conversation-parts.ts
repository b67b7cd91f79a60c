import { type SQL, sql } from 'drizzle-orm';
import type { ChannelPart } from '../../shared/channel-parts.ts';
import { WINDOW_HOURS } from '../../shared/channels.ts';
import { isoMoment } from '../db/iso-moment.ts';
import { type Db, readTenant, type Tenant, withTenant } from '../db/tenant.ts';
import { addJob } from '../jobs/queue.ts';
import { assertContext } from '../resource/scope.ts';
import { ApiError, notFound } from '../runtime/api-error.ts';
import type { Services } from '../runtime/services.ts';
import { t } from '../runtime/translate.ts';
import { meaningOf } from './whatsapp/graph.ts';
import { lockContact } from './whatsapp/queue-sends.ts';
import { understand } from './whatsapp/understand.ts';

const PARTS_MAX = 200;
/** A conversation begins a little after its first message was received. */
const BEFORE_SECONDS = 120;

/** Throws `ApiError` `not_found` unless the caller sees the conversation. */
async function assertVisible(db: Db, tenant: Tenant, conversationId: string): Promise<void> {
  const [row] = await readTenant<{ contextId: string }>(
    db,
    tenant,
    sql`select context_id as "contextId" from conversations
        where account_id = ${tenant.accountId}::uuid and id = ${conversationId}::uuid`,
  );
  if (!row) throw notFound();
  assertContext(tenant, row.contextId);
}

/** The events of a conversation's visitor from its beginning to that of their next one, as `e`. */
const eventsOf = ({ accountId }: Tenant, conversationId: string): SQL => sql`
  conversations c
    join channel_contacts k on k.account_id = c.account_id and k.visitor_hash = c.visitor_hash
    join channel_events e on e.account_id = k.account_id and e.contact_id = k.id
      and e.created_at > c.started_at - make_interval(secs => ${BEFORE_SECONDS})
      and e.created_at <= coalesce((select min(n.started_at) from conversations n where n.account_id = c.account_id
        and n.visitor_hash = c.visitor_hash and n.started_at > c.started_at)
        - make_interval(secs => ${BEFORE_SECONDS}), now())
    left join channel_files f on f.account_id = e.account_id and f.id = e.id
  where c.account_id = ${accountId}::uuid and c.id = ${conversationId}::uuid`;

type ReceivedPart = Pick<ChannelPart, 'id' | 'at'> & {
  kind: 'echo' | 'file';
  payload: Record<string, unknown>;
  type: string;
};

const readEvents = (db: Db, tenant: Tenant, id: string) =>
  readTenant<ReceivedPart>(
    db,
    tenant,
    sql`select e.id, case when e.kind = 'echo' then 'echo' else 'file' end as kind, e.payload, f.type,
          ${isoMoment(sql`e.sent_at`)} as at
        from ${eventsOf(tenant, id)} and (e.kind = 'echo' or f.id is not null) order by e.sent_at, e.id limit ${PARTS_MAX}`,
  );

interface Unsent {
  id: string;
  at: string;
  contactId: string;
  body: { text?: { body?: string }; interactive?: { body?: { text?: string } } };
  code: number | null;
  /** The visitor may be written to now. */
  isOpen: boolean;
}

const unsentQuery = ({ accountId }: Tenant, conversationId: string): SQL => sql`
  select s.id, ${isoMoment(sql`s.created_at`)} as at, s.body, s.error_code as code, s.contact_id as "contactId",
    h.is_on and h.problem is null and k.stopped_at is null
      and coalesce(k.wrote_at > now() - make_interval(hours => ${WINDOW_HOURS}), false) as "isOpen"
  from channel_sends s
    join channel_contacts k on k.account_id = s.account_id and k.id = s.contact_id
    join channels h on h.account_id = s.account_id and h.id = s.channel_id
  where s.account_id = ${accountId}::uuid and s.conversation_id = ${conversationId}::uuid and s.state = 'failed'`;

/** Not what Meta refuses as such: it would again. */
const canResend = ({ code, isOpen }: Unsent) => isOpen && meaningOf(code) !== 'refused';

/** A message that was never tried failed because the window was closed. */
const reasonOf = ({ code }: Unsent) => t(`channels.undelivered.${code === null ? 'window_closed' : meaningOf(code)}`);

/** Returns what belongs to a conversation beside its exchanges, the oldest first. Throws `ApiError` `not_found`. */
export async function listParts(db: Db, tenant: Tenant, conversationId: string): Promise<ChannelPart[]> {
  await assertVisible(db, tenant, conversationId);
  const [events, unsent] = await Promise.all([
    readEvents(db, tenant, conversationId),
    readTenant<Unsent>(db, tenant, sql`${unsentQuery(tenant, conversationId)} order by s.seq limit ${PARTS_MAX}`),
  ]);
  const none = { fileName: null, reason: null, canResend: false };
  return [
    ...events.flatMap(({ id, kind, payload, at, type }): ChannelPart[] => {
      const said = understand(payload);
      if (said.kind === 'nothing') return [];
      return [{ ...none, id, kind, at, text: said.text, fileName: type ? fileNameOf(id, type) : null }];
    }),
    ...unsent.map((one): ChannelPart => ({
      ...{ ...none, id: one.id, kind: 'unsent', at: one.at },
      text: one.body.text?.body ?? one.body.interactive?.body?.text ?? '',
      ...{ reason: reasonOf(one), canResend: canResend(one) },
    })),
  ].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** `image/jpeg; codecs=…` → `whatsapp-0197c5a2.jpeg` */
const fileNameOf = (id: string, type: string): string =>
  `whatsapp-${id.slice(-8)}.${/^[a-z]+\/([a-z0-9]{1,8})\b/.exec(type)?.[1] ?? 'bin'}`;

/** Returns the bytes of a file that a visitor sent. Throws `ApiError` `not_found`. */
export async function readChannelFile(
  db: Db,
  tenant: Tenant,
  { conversationId, fileId }: { conversationId: string; fileId: string },
): Promise<{ name: string; bytes: Buffer }> {
  await assertVisible(db, tenant, conversationId);
  const [file] = await readTenant<{ type: string; bytes: Uint8Array }>(
    db,
    tenant,
    sql`select f.type, f.bytes from ${eventsOf(tenant, conversationId)} and f.id = ${fileId}::uuid`,
  );
  if (!file) throw notFound();
  return { name: fileNameOf(fileId, file.type), bytes: Buffer.from(file.bytes) };
}

/**
 * Queues a message again that was not delivered, after what is queued already. Throws `ApiError` `not_found`;
 * `cannot_resend` if it would fail again.
 */
export async function resend(
  { db }: Services,
  tenant: Tenant,
  { conversationId, sendId }: { conversationId: string; sendId: string },
): Promise<void> {
  await assertVisible(db, tenant, conversationId);
  await withTenant(db, tenant, async (tx) => {
    const find = async () =>
      (
        await tx.execute<Unsent & Record<string, unknown>>(
          sql`${unsentQuery(tenant, conversationId)} and s.id = ${sendId}::uuid`,
        )
      ).rows[0];
    const { accountId } = tenant;
    const contactId = (await find())?.contactId;
    // Read again under the lock, so that two who ask at once send it once.
    const unsent = contactId && (await lockContact(tx, accountId, contactId)) ? await find() : undefined;
    if (!unsent) throw notFound();
    if (!canResend(unsent)) throw new ApiError('cannot_resend', { message: reasonOf(unsent) });
    await tx.execute(sql`
      update channel_sends set state = 'queued', attempts = 0, error_code = null, external_id = null, tried_at = null,
        seq = (select max(o.seq) + 1 from channel_sends o where o.account_id = ${accountId}::uuid
          and o.contact_id = ${unsent.contactId}::uuid)
      where account_id = ${accountId}::uuid and id = ${sendId}::uuid`);
    await addJob(tx, { accountId, kind: 'whatsapp-out', subjectId: unsent.contactId });
  });
}
