import { sql } from 'drizzle-orm';
import type { HandoverState, TalkState } from '../../../shared/handover.ts';
import { readTalkState } from '../../chat/handover/visitor-talk.ts';
import { tenant, withTenant } from '../../db/tenant.ts';
import { finishJob } from '../../jobs/queue.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import type { Services } from '../../runtime/services.ts';
import { t } from '../../runtime/translate.ts';
import { HELPED_IDS, type MessageBody, messagesWithOptions, textMessages } from './compose.ts';
import { lockContact, queueSends } from './queue-sends.ts';

interface Spoken {
  id: string;
  author: 'person' | 'system';
  text: string;
  name: string | null;
  protocol: string;
  isClosed: boolean;
  contactId: string;
}

/** Returns the place in the queue and the usual wait, as far as they are known. */
function queueWords(now: TalkState | null, protocol: string): string[] {
  if (now?.protocol !== protocol || !now.place) return [];
  const place = t('channels.talk.place', { count: now.place });
  return now.minutes ? [place, t('channels.talk.minutes', { count: now.minutes })] : [place];
}

/** Returns what a visitor reads of a message in a talk that is `now` in that state. */
function messagesOf({ author, text, name, protocol, isClosed }: Spoken, now: TalkState | null): MessageBody[] {
  if (author === 'person') return textMessages(text);
  const state = text as HandoverState;
  if (state === 'cancelled') return [];
  const said = t(`channels.talk.${state}`, { person: name, protocol });
  const sentence = [said, ...(state === 'waiting' ? queueWords(now, protocol) : [])].join(' ');
  const options = Object.keys(HELPED_IDS).map((id) => ({ id, label: t(`channels.talk.${id.replace(':', '_')}`) }));
  return messagesWithOptions(sentence, state === 'closed' && isClosed ? options : []);
}

/** Sends the visitor what a person has said, and who is there. */
export function whatsappTalkWorker({ db }: Services): JobHandler {
  return {
    async run(job) {
      const { accountId, subjectId: conversationId } = job;
      const owner = tenant(accountId, 'all');
      const now = await readTalkState(db, owner, conversationId);
      await withTenant(db, owner, async (tx) => {
        // First, so that what is said from now on queues another job.
        await finishJob(tx, job);
        const { rows } = await tx.execute<Spoken & Record<string, unknown>>(sql`
          select m.id, m.author, m.text, m.user_name as name, h.protocol, h.state = 'closed' as "isClosed", c.id as "contactId"
          from talk_messages m
            join handovers h on h.account_id = m.account_id and h.id = m.handover_id
            join conversations v on v.account_id = m.account_id and v.id = m.conversation_id
            join channel_contacts c on c.account_id = v.account_id and c.visitor_hash = v.visitor_hash
          where m.account_id = ${accountId}::uuid and m.conversation_id = ${conversationId}::uuid
            and m.author in ('person', 'system') and m.created_at > now() - interval '2 days'
            and not exists (select from channel_sends s where s.account_id = m.account_id and s.contact_id = c.id
              and s.cause = 'talk ' || m.id || ' 0')
          order by m.seq`);
        const [first] = rows;
        const contact = first && (await lockContact(tx, accountId, first.contactId));
        if (!contact) return;
        const sends = rows.flatMap((one) =>
          messagesOf(one, now).map((body, at) => ({
            ...{ cause: `talk ${one.id} ${at}`, kind: 'person' as const, body, conversationId },
          })),
        );
        await queueSends(tx, contact, sends);
      });
    },
  };
}
