import { creditEntries } from '../db/tables.ts';
import type { Tx } from '../db/tenant.ts';

/**
 * Writes down what an answer cost, in thousandths of a credit, in the transaction that stores the answer. The cause is
 * the message's id: the same message is charged once, however often it is asked.
 */
export async function chargeAnswer(
  tx: Tx,
  entry: { accountId: string; contextId: string; messageId: string; cost: number },
): Promise<void> {
  const { accountId, contextId, messageId, cost } = entry;
  await tx
    .insert(creditEntries)
    .values({ accountId, contextId, cause: `answer:${messageId}`, amount: -cost })
    .onConflictDoNothing();
}
