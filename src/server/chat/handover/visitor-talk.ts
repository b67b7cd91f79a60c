import { sql } from 'drizzle-orm';
import { isOpenState, type TalkMessage, type TalkState, type VisitorTalk } from '../../../shared/handover.ts';
import type { WidgetContext } from '../../db/platform.ts';
import { type Db, readTenant, type Tenant } from '../../db/tenant.ts';
import { t } from '../../runtime/translate.ts';
import { nextOpening } from './hours.ts';
import { changesOf } from './news.ts';
import { canCall } from './states.ts';
import { readMessages } from './talk.ts';

/** Someone is typing until this long after the last sign of it. */
export const TYPING_SECONDS = 6;
/** The place in the queue of a visitor who waits, and whether the person is typing, are read again this often. */
const QUEUE_EVERY_MS = 5_000;
const QUIET_EVERY_MS = 20_000;
/** Waits shorter than three are no measure. */
const WAITS_MIN = 3;

/** Returns the newest request of a conversation; null if there was none. */
export async function readTalkState(db: Db, tenant: Tenant, conversationId: string): Promise<TalkState | null> {
  const [row] = await readTenant<TalkState & { seconds: number | null; waits: number }>(
    db,
    tenant,
    sql`select h.state, h.protocol, h.user_name as person, h.person_read_to as "readTo", h.helped,
          coalesce(h.person_typing_at > now() - make_interval(secs => ${TYPING_SECONDS}), false) as "isTyping",
          case when h.state = 'waiting' then (select count(*)::int from handovers o
            where o.account_id = h.account_id and o.context_id = h.context_id and o.state = 'waiting'
              and (o.requested_at, o.id) <= (h.requested_at, h.id)) end as place,
          w.seconds, w.waits
        from handovers h left join lateral (
          select percentile_cont(0.5) within group (order by extract(epoch from taken_at - requested_at)) as seconds,
            count(*)::int as waits
          from (select taken_at, requested_at from handovers o
            where h.state = 'waiting' and o.account_id = h.account_id and o.context_id = h.context_id
              and o.taken_at is not null and o.reason <> 'opened' and o.requested_at > now() - interval '7 days'
            order by o.requested_at desc limit 20) recent) w on true
        where h.account_id = ${tenant.accountId}::uuid and h.conversation_id = ${conversationId}::uuid
        order by h.id desc limit 1`,
  );
  if (!row) return null;
  const { seconds, waits, ...state } = row;
  const minutes = state.state === 'waiting' && seconds !== null && waits >= WAITS_MIN ? Math.ceil(seconds / 60) : null;
  return { ...state, minutes: minutes === null ? null : Math.max(1, minutes) };
}

/** Returns what a visitor's conversation has besides the assistant's answers; null if no person was called. */
export async function readVisitorTalk(db: Db, tenant: Tenant, conversationId: string): Promise<VisitorTalk | null> {
  const state = await readTalkState(db, tenant, conversationId);
  if (!state) return null;
  const [messages, starts] = await Promise.all([
    readMessages(db, tenant, conversationId, { withNotes: false }),
    readTenant<{ first: string; after: string | null }>(
      db,
      tenant,
      sql`select distinct on (h.id) m.id as first, h.after_message_id as after
          from handovers h join talk_messages m on m.account_id = h.account_id and m.handover_id = h.id
          where h.account_id = ${tenant.accountId}::uuid and h.conversation_id = ${conversationId}::uuid
          order by h.id, m.seq`,
    ),
  ]);
  return { ...state, messages, after: Object.fromEntries(starts.map(({ first, after }) => [first, after])) };
}

/** Events of a visitor's stream. A client that resumes names the last message that it has. */
type TalkEvent = { event: 'state'; data: TalkState } | { event: 'message'; data: TalkMessage };

/** Yields the state and the new messages of a visitor's conversation, as they come, until it has ended. */
export async function* visitorEvents(
  db: Db,
  tenant: Tenant,
  conversationId: string,
  { after, signal }: { after: number; signal: AbortSignal },
): AsyncGenerator<TalkEvent> {
  let [cursor, shown, everyMs] = [after, '', QUEUE_EVERY_MS];
  // While waiting, the place in the queue depends on the other conversations, too.
  const isWanted = (id: string) => id === conversationId;
  const changes = changesOf(db, tenant.accountId, {
    isWanted,
    everyMs: () => everyMs,
    signal,
  });
  for await (const _ of changes) {
    // First the state: what is read after a state that ends the stream has all messages before that end.
    const state = await readTalkState(db, tenant, conversationId);
    const messages = await readMessages(db, tenant, conversationId, { after: cursor, withNotes: false });
    for (const data of messages) {
      cursor = data.seq;
      yield { event: 'message', data };
    }
    const now = JSON.stringify(state);
    if (state && now !== shown) yield { event: 'state', data: state };
    shown = now;
    const isPassing = state?.state === 'waiting' || state?.isTyping;
    everyMs = isPassing ? QUEUE_EVERY_MS : QUIET_EVERY_MS;
    if (!state || !isOpenState(state.state)) return;
  }
}

/** Whether a visitor can call a person now, and what to say if not. */
export interface Availability {
  canCall: boolean;
  note?: string;
}

/** Returns whether a person can be called now, or when somebody will be there; undefined while that is off. */
export async function availabilityOf(db: Db, context: WidgetContext): Promise<Availability | undefined> {
  const { handover } = context;
  if (!handover?.isOn) return undefined;
  if (await canCall(db, context)) return { canCall: true };
  const opening = nextOpening(handover, new Date());
  return { canCall: false, note: opening ? t('inbox.back_at', { opening }) : t('inbox.nobody_now') };
}
