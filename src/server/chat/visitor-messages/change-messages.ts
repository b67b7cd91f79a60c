import { and, eq, inArray, sql } from 'drizzle-orm';
import { visitorMessages as declaration } from '../../../../resources/visitor-messages.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { visitorMessages } from '../../db/schema/chat.ts';
import type { Tenant, Tx } from '../../db/tenant.ts';
import { deleteEventsStatement } from '../../outgoing-webhooks/record-event.ts';
import type { Behaviour } from '../../resource/behaviour.ts';
import { defineSource } from '../../resource/source.ts';
import { nameOf, type Saver } from '../appearance/versions.ts';

const messagesSource = defineSource(declaration, {
  table: visitorMessages,
  fields: {},
});

/** Or opens them again. */
const setAnswered =
  (isAnswered: boolean) =>
  async (tx: Tx, tenant: Tenant, messages: readonly { id: string }[], _: object, by: Saver) => {
    const answer = isAnswered
      ? { status: 'answered' as const, answeredAt: sql`now()`, answeredBy: await nameOf(tx, tenant, by) }
      : { status: 'open' as const, answeredAt: null, answeredBy: null };
    const ids = messages.map(({ id }) => id);
    await tx
      .update(visitorMessages)
      .set(answer)
      .where(and(eq(visitorMessages.accountId, tenant.accountId), inArray(visitorMessages.id, ids)));
  };

export const messageBehaviour: Behaviour<typeof declaration> = {
  source: messagesSource,
  actions: { answer: { run: setAnswered(true) }, reopen: { run: setAnswered(false) } },
  // The audit entries do not name the visitors.
  recordsDeletion: true,
  beforeDelete: async (tx, { accountId }, { id }, by) => {
    await tx.execute(deleteEventsStatement(accountId, 'message.left', sql`values (${id}::text)`));
    await writeAudit(tx, by, 'visitor-messages_delete', { detail: { id } });
  },
};
