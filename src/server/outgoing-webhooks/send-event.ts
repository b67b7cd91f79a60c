import { SIGNATURE_HEADER, type WebhookFormat } from '../../shared/webhook-events.ts';
import type { DeliveryAttempt, EventPayload } from '../../shared/webhook-payloads.ts';
import { OutboundError } from '../outbound/outbound-error.ts';
import type { Services } from '../runtime/services.ts';
import { signatureOf } from '../runtime/signature.ts';
import { refuseAddress } from './address.ts';
import { messageText } from './message-text.ts';

const TIMEOUT_MS = 10_000;
/** A longer answer is not read to the end. */
const ANSWER_MAX_BYTES = 64 * 1024;
const ANSWER_MAX = 300;

export interface WebhookTarget {
  url: string;
  format: WebhookFormat;
  /** After a rotation, for a while also the previous one. */
  secrets: readonly string[];
  headers: Record<string, string>;
}

const bodyOf = (payload: EventPayload, format: WebhookFormat): string =>
  JSON.stringify(format === 'json' ? payload : { text: messageText(payload, format) });

/** PostgreSQL's JSON has no NUL and no unpaired surrogates. */
const excerpt = (body: Buffer) => body.toString('utf8').slice(0, ANSWER_MAX).replaceAll('\0', '').toWellFormed();

interface SendOptions {
  /** In a header, so that receivers recognise a repetition. */
  deliveryId: string;
  now?: () => Date;
  signal?: AbortSignal;
}

/** No redirects: the data are only for this address. Throws only the abort reason of `signal`. */
export async function sendEvent(
  { outbound, env }: Pick<Services, 'outbound' | 'env'>,
  { url, format, secrets, headers: own }: WebhookTarget,
  payload: EventPayload,
  { deliveryId, now = () => new Date(), signal }: SendOptions,
): Promise<DeliveryAttempt> {
  const at = now();
  const began = performance.now();
  const attempt = (status: number | null, answer: string, error: string | null): DeliveryAttempt => ({
    at: at.toISOString(),
    ms: Math.round(performance.now() - began),
    status,
    answer,
    error,
  });
  const refusal = refuseAddress(url, env);
  if (refusal) return attempt(null, '', refusal);
  const body = bodyOf(payload, format);
  const headers = {
    ...own,
    'content-type': 'application/json; charset=utf-8',
    [SIGNATURE_HEADER]: signatureOf(secrets, body, at),
    'prosa-event': payload.type,
    'prosa-delivery': deliveryId,
  };
  let status: number | null = null;
  const wantsBody = (head: { status: number }) => {
    status = head.status;
    return true;
  };
  const limits = { maxBytes: ANSWER_MAX_BYTES, timeoutMs: TIMEOUT_MS, maxRedirects: 0 };
  try {
    const answer = await outbound.fetch(url, { method: 'POST', headers, body, signal, wantsBody, ...limits });
    return attempt(answer.status, excerpt(answer.body), null);
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof OutboundError)) throw error;
    // The answer's status decides, even if its body is too long.
    return error.code === 'too_large' && status !== null ? attempt(status, '', null) : attempt(null, '', error.code);
  }
}
