import { sql } from 'drizzle-orm';
import { WINDOW_HOURS } from '../../../shared/channels.ts';
import type { ChannelRow } from '../../db/platform.ts';
import type { channels } from '../../db/schema/channels.ts';
import { type Db, readTenant, type Tenant, tenant, type Tx, withTenant } from '../../db/tenant.ts';
import { addJob, deferJob, finishOrRepeat, type Job } from '../../jobs/queue.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import type { Services } from '../../runtime/services.ts';
import type { MessageBody } from './compose.ts';
import { callGraph, type ErrorMeaning, type GraphResult } from './graph.ts';
import { noteProblem, noteUndelivered } from './problems.ts';
import { channelOf } from './read-channel.ts';

/** Meta's id of a visitor who hides the number: a country and a point before the rest. */
const USER_ID = /^[A-Z]{2}\./;

/** Returns the property that says whom a message is for. */
const receiverOf = (peer: string) => (USER_ID.test(peer) ? { recipient: peer } : { to: peer });

const CONCURRENCY = { total: 40, perAccount: 10 };
/** Seconds between attempts: 2, 4, 8 … and at most five minutes, for about two hours in all. */
const [WAIT_MAX, ATTEMPTS_MAX] = [300, 30];
/**
 * When a process died while it sent a message, Meta may have it: its status would come within this time. Only then is the
 * message sent again.
 */
const DOUBT_SECONDS = 20;

interface WaitingSend {
  id: string;
  kind: 'answer' | 'person' | 'notice';
  body: MessageBody;
  conversationId: string | null;
  attempts: number;
  /** The seconds since an attempt whose outcome is not known; null if there was none. */
  doubtful: number | null;
  peer: string;
  isSilent: boolean;
  isStopped: boolean;
  isWindowOpen: boolean;
}

const nextSend = async (db: Db, owner: Tenant, contactId: string): Promise<WaitingSend | undefined> =>
  (
    await readTenant<WaitingSend>(
      db,
      owner,
      sql`select s.id, s.kind, s.body, s.conversation_id as "conversationId", s.attempts, c.peer,
            case when s.state = 'sending' then extract(epoch from now() - s.tried_at)::float8 end as doubtful,
            coalesce(c.silent_until > now(), false) as "isSilent", c.stopped_at is not null as "isStopped",
            coalesce(c.wrote_at > now() - make_interval(hours => ${WINDOW_HOURS}), false) as "isWindowOpen"
          from channel_sends s join channel_contacts c on c.account_id = s.account_id and c.id = s.contact_id
          where s.account_id = ${owner.accountId}::uuid and s.contact_id = ${contactId}::uuid
            and s.state in ('queued', 'sending')
          order by s.seq limit 1`,
    )
  )[0];

/** Changes a message that is still to be sent; a status that came meanwhile stays. */
const changeSend = (tx: Tx, { accountId }: { accountId: string }, id: string, set: ReturnType<typeof sql>) =>
  tx.execute(
    sql`update channel_sends set ${set}
        where account_id = ${accountId}::uuid and id = ${id}::uuid and state in ('queued', 'sending')`,
  );

/**
 * Sends what is queued for a contact, one message after another, each at least once. Messages that can never be sent are
 * stored as failed, and those that nobody wants any more as dropped.
 */
export function whatsappOutWorker(services: Services): JobHandler {
  const { db } = services;
  return {
    concurrency: CONCURRENCY,
    async run(job, signal) {
      const owner = tenant(job.accountId, 'all');
      for (;;) {
        signal.throwIfAborted();
        const send = await nextSend(db, owner, job.subjectId);
        const channel = send && (await channelOf(db, owner, { contactId: job.subjectId }));
        // With a problem, messages wait until somebody changes the channel.
        if (!send || !channel || channel.problem) return finishOrRepeat(db, job, (tx) => hasMore(tx, job));
        const wait = await sendOne({ services, owner, channel, send }, signal);
        if (wait !== null) return deferJob(db, job, wait);
      }
    },
  };
}

/** Of a channel without a problem. */
async function hasMore(tx: Tx, { accountId, subjectId: contactId }: Job): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select 1 from channel_sends s join channels c on c.account_id = s.account_id and c.id = s.channel_id
        where s.account_id = ${accountId}::uuid and s.contact_id = ${contactId}::uuid
          and s.state in ('queued', 'sending') and c.problem is null limit 1`,
  );
  return rows.length > 0;
}

interface Sending {
  services: Services;
  owner: Tenant;
  channel: ChannelRow;
  send: WaitingSend;
}

/** Sends one message. Returns the seconds to wait before the next attempt; null if it is settled. */
async function sendOne(sending: Sending, signal: AbortSignal): Promise<number | null> {
  const { services, owner, channel, send } = sending;
  const { db } = services;
  const settle = (set: ReturnType<typeof sql>) => withTenant(db, owner, (tx) => changeSend(tx, owner, send.id, set));
  if (send.doubtful !== null && send.doubtful < DOUBT_SECONDS) return Math.ceil(DOUBT_SECONDS - send.doubtful);
  const isUnwanted = (send.kind === 'answer' && send.isSilent) || (send.kind !== 'notice' && send.isStopped);
  if (isUnwanted || !channel.isOn) {
    await withTenant(db, owner, async (tx) => {
      await changeSend(tx, owner, send.id, sql`state = 'dropped'`);
      if (send.kind === 'person') await noteUndelivered(tx, owner.accountId, send.conversationId, 'stopped');
    });
    return null;
  }
  if (!send.isWindowOpen) {
    await fail(sending, 'window_closed', null);
    return null;
  }
  await settle(sql`state = 'sending', tried_at = now(), attempts = attempts + 1`);
  const result = await callGraph<{ messages?: { id?: string }[] }>(
    services,
    channel,
    `${channel.phoneNumberId}/messages`,
    {
      method: 'POST',
      body: {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        ...receiverOf(send.peer),
        biz_opaque_callback_data: send.id,
        ...send.body,
      },
      signal,
    },
  );
  if (!result.ok) return react(sending, result);
  const externalId = result.body.messages?.[0]?.id ?? null;
  await withTenant(db, owner, (tx) =>
    tx.execute(
      sql`update channel_sends set external_id = ${externalId}, error_code = null,
            state = case when state = 'sending' then 'sent' else state end
          where account_id = ${owner.accountId}::uuid and id = ${send.id}::uuid`,
    ),
  );
  return null;
}

/** Stores a refusal. Returns the seconds to wait before the next attempt; null if there is none. */
async function react(
  sending: Sending,
  { meaning, code }: Extract<GraphResult<unknown>, { ok: false }>,
): Promise<number | null> {
  const { services, owner, channel, send } = sending;
  const { db } = services;
  if (meaning === 'wait' && send.attempts + 1 < ATTEMPTS_MAX) {
    // Without any answer, Meta may have the message.
    const state = code === null ? sql`state = 'sending'` : sql`state = 'queued'`;
    await withTenant(db, owner, (tx) => changeSend(tx, owner, send.id, sql`${state}, error_code = ${code}`));
    return Math.min(WAIT_MAX, 2 ** Math.min(send.attempts + 1, 9));
  }
  if (meaning === 'token_ended' || meaning === 'blocked') {
    await withTenant(db, owner, async (tx) => {
      await changeSend(tx, owner, send.id, sql`state = 'queued', error_code = ${code}`);
      await noteProblem(tx, services, channel, meaning);
    });
    return null;
  }
  await fail(sending, meaning, code);
  return null;
}

async function fail({ services, owner, send }: Sending, meaning: ErrorMeaning, code: number | null): Promise<void> {
  const { id, kind, conversationId } = send;
  await withTenant(services.db, owner, async (tx) => {
    await changeSend(tx, owner, id, sql`state = 'failed', error_code = ${code}`);
    if (kind === 'person') await noteUndelivered(tx, owner.accountId, conversationId, meaning);
  });
}

/** Queues again what waits for a channel, after somebody has changed it. */
export async function resumeSends(tx: Tx, { accountId, id }: Pick<typeof channels.$inferSelect, 'accountId' | 'id'>) {
  const { rows } = await tx.execute<{ contactId: string }>(
    sql`select distinct contact_id as "contactId" from channel_sends
        where account_id = ${accountId}::uuid and channel_id = ${id}::uuid and state in ('queued', 'sending')`,
  );
  for (const { contactId: subjectId } of rows) await addJob(tx, { accountId, kind: 'whatsapp-out', subjectId });
}
