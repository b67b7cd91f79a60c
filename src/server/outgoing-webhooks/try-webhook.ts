import { v7 as uuidv7 } from 'uuid';
import type { WebhookEventType } from '../../shared/webhook-events.ts';
import type { DeliveryAttempt } from '../../shared/webhook-payloads.ts';
import type { Tenant } from '../db/tenant.ts';
import type { Services } from '../runtime/services.ts';
import { payloadOf } from './payload.ts';
import { sampleOf } from './samples.ts';
import { sendEvent } from './send-event.ts';
import { targetOf } from './signing-secrets.ts';
import { findWebhook } from './webhooks.ts';

/** At once, without retries, even if the webhook is off; stores nothing. Throws `ApiError` `not_found`. */
export async function tryWebhook(
  services: Services,
  tenant: Tenant,
  id: string,
  { event, signal }: { event?: WebhookEventType; signal: AbortSignal },
): Promise<DeliveryAttempt & { event: WebhookEventType }> {
  const { webhook, account } = await findWebhook(services, tenant, id);
  const { events, accountId } = webhook;
  const type = event ?? events[0]!;
  const sample = payloadOf(sampleOf(type, { id: accountId, name: account }), services.publicUrl(), webhook);
  const target = targetOf(services.key, webhook, new Date());
  const attempt = await sendEvent(services, target, { ...sample, test: true }, { deliveryId: uuidv7(), signal });
  return { ...attempt, event: type };
}
