import { z } from 'zod';
import { CHECK_ACTORS, CHECK_STEPS } from './channels.ts';

const check = z.object({
  step: z.enum(CHECK_STEPS),
  state: z.enum(['ok', 'waiting', 'bad']),
  /** What is wrong or still to come, as a key of the texts of the console. */
  problem: z.string().nullable(),
  actor: z.enum(CHECK_ACTORS).nullable(),
  /** Meta's own words. */
  detail: z.string().nullable(),
});
export type ChannelCheck = z.infer<typeof check>;

/** POST /channels/{id}/check */
export const channelChecks = z.object({ checks: z.array(check), phone: z.string().nullable() });
export type ChannelChecks = z.infer<typeof channelChecks>;

/** GET /channels/{id}/silenced: the visitors to whom the assistant does not speak. */
export const silencedContacts = z.object({
  data: z.array(
    z.object({
      id: z.uuid(),
      name: z.string().nullable(),
      peer: z.string(),
      conversationId: z.uuid().nullable(),
      /** `phone`: somebody answered from the phone, until `until`. `stopped`: the visitor asked for no more messages. */
      reason: z.enum(['phone', 'stopped']),
      until: z.string().nullable(),
    }),
  ),
});
export type SilencedContacts = z.infer<typeof silencedContacts>;
