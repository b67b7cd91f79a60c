import type { ChatEvent } from '../../../shared/chat-protocol.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Services } from '../../runtime/services.ts';
import { writeAsVisitor } from '../handover/write.ts';

async function* passed(conversationId: string, messageId: string): AsyncGenerator<ChatEvent> {
  yield { event: 'conversation', data: { id: conversationId } };
  yield { event: 'done', data: { messageId, outcome: 'answered', grounded: false, links: [], handover: 'join' } };
}

/**
 * Gives a message to the person who is called or there, in place of an answer. The events have no text. Throws
 * `ApiError` `talk_over` if the person has just left.
 */
export async function passToPerson(
  { db }: Services,
  owner: Tenant,
  conversationId: string,
  message: { id: string; text: string },
): Promise<AsyncGenerator<ChatEvent>> {
  await writeAsVisitor(db, owner, conversationId, message);
  return passed(conversationId, message.id);
}
