import type { outgoingWebhooks } from '../db/schema/outgoing-webhooks.ts';
import { newSecret, type SecretKey, unseal } from '../runtime/secrets.ts';
import { openHeaders } from './own-headers.ts';
import type { WebhookTarget } from './send-event.ts';

export const newSigningSecret = (): string => `whsec_${newSecret()}`;

type SealedSecrets = Pick<
  typeof outgoingWebhooks.$inferSelect,
  'id' | 'sealedSecret' | 'previousSecret' | 'previousUntil'
>;

/** Throws if it was sealed with another SECRET_KEY. */
export function openSecret(key: SecretKey, { id, sealedSecret }: Pick<SealedSecrets, 'id' | 'sealedSecret'>): string {
  const secret = unseal(key, id, sealedSecret);
  if (secret === null) throw new Error('The secret of a webhook cannot be decrypted with this SECRET_KEY');
  return secret;
}

/** The current one, and the previous one as long as it is still used. */
function signingSecrets(key: SecretKey, webhook: SealedSecrets, now: Date): string[] {
  const { id, previousSecret, previousUntil } = webhook;
  const previous = previousSecret && previousUntil && previousUntil > now ? unseal(key, id, previousSecret) : null;
  return [openSecret(key, webhook), ...(previous ? [previous] : [])];
}

/** Throws like `openSecret`. */
export const targetOf = (key: SecretKey, webhook: typeof outgoingWebhooks.$inferSelect, now: Date): WebhookTarget => ({
  url: webhook.url,
  format: webhook.format,
  secrets: signingSecrets(key, webhook, now),
  headers: openHeaders(key, webhook),
});
