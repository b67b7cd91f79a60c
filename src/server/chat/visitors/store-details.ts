import { sql } from 'drizzle-orm';
import type { ChatEvent } from '../../../shared/chat-protocol.ts';
import type { VisitData, VisitorIdentity } from '../../../shared/visitor-identity.ts';
import { changeTenant, type Db, type Tenant } from '../../db/tenant.ts';

interface KnownVisitor {
  identity?: Pick<VisitorIdentity, 'name' | 'email'>;
  data?: VisitData;
}

async function keepDetails(db: Db, owner: Tenant, conversationId: string, { identity, data }: KnownVisitor) {
  const { name = null, email = null } = identity ?? {};
  await changeTenant(
    db,
    owner,
    sql`insert into visitor_details as d (account_id, conversation_id, name, email, data)
        select account_id, id, ${name}, ${email}, ${data ? JSON.stringify(data) : null}::jsonb from conversations
        where account_id = ${owner.accountId} and id = ${conversationId}
        on conflict (account_id, conversation_id) do update set name = coalesce(excluded.name, d.name),
          email = coalesce(excluded.email, d.email), data = coalesce(excluded.data, d.data)`,
  );
}

/** Once the conversation is stored; no query when nothing is known. */
export async function* storeDetailsAfterAnswer(
  events: AsyncIterable<ChatEvent>,
  db: Db,
  owner: Tenant,
  known: KnownVisitor,
): AsyncGenerator<ChatEvent> {
  let conversationId = '';
  for await (const event of events) {
    if (event.event === 'conversation') conversationId = event.data.id;
    if (event.event === 'done') await keepDetails(db, owner, conversationId, known);
    yield event;
  }
}
