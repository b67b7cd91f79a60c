import { formatNumber } from '../../shared/format.ts';
import type { WebhookFormat } from '../../shared/webhook-events.ts';
import type { EventPayload } from '../../shared/webhook-payloads.ts';
import { inertText } from '../mail/inert-text.ts';
import { t } from '../runtime/translate.ts';

const QUOTE_MAX = 300;

/** As chat programs show it unchanged: one line, no links, no characters for mentions (`<users/all>`) and emphasis. */
function plainText(text: string): string {
  const line = inertText(text)
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replace(/[*_~`\s]+/g, ' ')
    .trim();
  return line.length <= QUOTE_MAX ? line : `${line.slice(0, QUOTE_MAX - 1).toWellFormed()}…`;
}

const plainValue = (value: unknown) =>
  typeof value === 'string' ? plainText(value) : typeof value === 'number' ? formatNumber(value) : value;

export function messageText(payload: EventPayload, format: Exclude<WebhookFormat, 'json'>): string {
  const { type, data, context, account, url, test } = payload;
  const values = Object.fromEntries(Object.entries(data).map(([name, value]) => [name, plainValue(value)]));
  const assistantName = plainText(context?.name ?? account.name);
  // There is a separate text for events without the question.
  const key = 'question' in data && data.question === null ? `${type}_unknown` : type;
  const line = t(`outgoing-webhooks.lines.${key}`, { ...values, place: assistantName });
  const words = test ? `${t('outgoing-webhooks.lines.test')} ${line}` : line;
  // Slack reads & as the start of an entity. Google Chat has none.
  const text = format === 'slack' ? words.replaceAll('&', '&amp;') : words;
  return `${text} <${url}|${t('outgoing-webhooks.lines.open')}>`;
}
