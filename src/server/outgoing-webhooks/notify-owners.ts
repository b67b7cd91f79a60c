import { and, eq, inArray } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { limitNotices } from '../db/schema/chat.ts';
import { users } from '../db/schema/identity.ts';
import type { Tx } from '../db/tenant.ts';
import { queueEmail } from '../mail/emails.ts';
import { dayOf } from '../runtime/calendar.ts';

/** `webhookParked`: failed for a day. `webhookGone`: the address answered 410. */
type WebhookProblem = 'webhookParked' | 'webhookGone';

/** OWNERs and ADMINs who see all contexts, in the console and by email, once a day for each webhook and problem. */
export async function notifyOwners(
  tx: Tx,
  { accountId, id, name }: { accountId: string; id: string; name: string },
  problem: WebhookProblem,
  { publicUrl, now }: { publicUrl: string; now: Date },
): Promise<void> {
  const made = await tx
    .insert(limitNotices)
    .values({
      accountId,
      id: uuidv7(),
      contextId: null,
      limit: 'webhooks',
      level: 90,
      period: `${id} ${problem} ${dayOf(now)}`,
      details: { webhook: { id, name } },
    })
    .onConflictDoNothing()
    .returning({ id: limitNotices.id });
  if (made.length === 0) return;
  const people = await tx
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(
      and(
        eq(users.accountId, accountId),
        eq(users.status, 'ACTIVE'),
        eq(users.seesAllContexts, true),
        inArray(users.role, ['OWNER', 'ADMIN']),
      ),
    )
    .orderBy(users.id);
  const url = `${publicUrl}/settings/webhook-deliveries?state=parked&webhookId=${id}`;
  for (const { name: person, email } of people)
    await queueEmail(tx, accountId, email, problem, { name: person, webhook: name, url });
}
