import { sql } from 'drizzle-orm';
import { visitorMessages as declaration } from '../../../../resources/visitor-messages.ts';
import { type ChatType, isVisitors } from '../../../shared/chat-types.ts';
import type { VisitorMessageInput } from '../../../shared/visitor-messages.ts';
import { whatsappDigits } from '../../../shared/whatsapp.ts';
import { noteChange } from '../../db/live-changes.ts';
import type { WidgetContext } from '../../db/platform.ts';
import { visitorMessages } from '../../db/schema/chat.ts';
import { tenant, withTenant } from '../../db/tenant.ts';
import { recordEvent } from '../../outgoing-webhooks/record-event.ts';
import { ApiError } from '../../runtime/api-error.ts';
import { digest } from '../../runtime/secrets.ts';
import type { Services } from '../../runtime/services.ts';
import { openConversation } from '../transcript.ts';
import { queueMessageMail } from './mail-messages.ts';
import { termsOf } from './terms.ts';

/** Throws `ApiError` `messages_off`, `consent_changed` (with the current terms), `not_found`. */
export async function assertCanLeave(
  { db }: Services,
  context: WidgetContext,
  { conversationId, visitorToken, consentVersion }: VisitorMessageInput,
): Promise<void> {
  const { accountId, contextId } = context;
  const terms = termsOf(context);
  if (!terms) throw new ApiError('messages_off');
  if (conversationId) {
    await openConversation(db, { tenant: tenant(accountId, [contextId]), contextId, conversationId, visitorToken });
  }
  if (consentVersion !== terms.version) throw new ApiError('consent_changed', { current: terms });
}

/** Queues the email and records the event. A retry changes nothing. */
export async function leaveMessage(
  { db }: Services,
  context: WidgetContext,
  type: ChatType,
  input: VisitorMessageInput,
): Promise<void> {
  const { accountId, contextId } = context;
  const { messageId: id, name, question, email = null, whatsapp, conversationId = null } = input;
  const digits = whatsapp === undefined ? null : whatsappDigits(whatsapp);
  const { text, url, version } = termsOf(context)!;
  await withTenant(db, tenant(accountId, [contextId]), async (tx) => {
    const stored = await tx
      .insert(visitorMessages)
      .values({
        accountId,
        id,
        contextId,
        conversationId,
        visitorHash: digest(input.visitorToken),
        type,
        name,
        question,
        email,
        whatsapp: digits,
        consentText: url ? `${text} ${url}` : text,
        consentVersion: version,
      })
      .onConflictDoNothing()
      .returning({ id: sql`1` });
    if (stored.length === 0) return;
    noteChange(tx, declaration, { accountId, type: 'created', id });
    await queueMessageMail(tx, accountId, contextId);
    if (isVisitors(type)) {
      await recordEvent(tx, {
        accountId,
        type: 'message.left',
        cause: id,
        contextId,
        ...(conversationId === null ? {} : { conversationId }),
        data: { message_id: id, conversation_id: conversationId, name, email, whatsapp: digits, message: question },
      });
    }
  });
}
