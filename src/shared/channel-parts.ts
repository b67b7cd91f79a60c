import { z } from 'zod';

/** What went through a channel beside a conversation's exchanges: from the phone, as a file, or not delivered. */
export const channelPart = z.object({
  id: z.uuid(),
  kind: z.enum(['echo', 'file', 'unsent']),
  at: z.string(),
  text: z.string(),
  fileName: z.string().nullable(),
  reason: z.string().nullable().describe('Why it was not delivered.'),
  canResend: z.boolean().describe('Whether sending it again may succeed now.'),
});
export type ChannelPart = z.infer<typeof channelPart>;
