import type { ChannelRow } from '../../db/platform.ts';
import type { Services } from '../../runtime/services.ts';
import { callGraph } from './graph.ts';

/** Shows the visitor that a message was read and that an answer is being written. It does not matter if that fails. */
export async function markRead(services: Services, channel: ChannelRow, messageId: string): Promise<void> {
  await callGraph(services, channel, `${channel.phoneNumberId}/messages`, {
    method: 'POST',
    body: {
      messaging_product: 'whatsapp',
      status: 'read',
      message_id: messageId,
      typing_indicator: { type: 'text' },
    },
  });
}
