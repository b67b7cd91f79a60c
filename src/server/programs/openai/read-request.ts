import { QUESTION_MAX } from '../../../shared/constants.ts';
import type { ErrorCode } from '../../../shared/error-codes.ts';
import type { FieldError } from '../../../shared/problem.ts';
import type { AnswerRequest } from '../../chat/answer/answer-context.ts';
import { saidExchange, type ThreadExchange } from '../../chat/thread.ts';
import type { WidgetContext } from '../../db/platform.ts';
import { ApiError } from '../../runtime/api-error.ts';
import { invalidValue } from '../../runtime/field-errors.ts';
import { keyedHash, type SecretKey } from '../../runtime/secrets.ts';
import { t } from '../../runtime/translate.ts';
import type { CompletionBody } from './completion-schema.ts';

type SentMessage = CompletionBody['messages'][number];

const isEmpty = (value: unknown) =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);
const isNot =
  (...harmless: unknown[]) =>
  (value: unknown) =>
    !isEmpty(value) && !harmless.includes(value);
const isGiven = isNot();

/** They would change what the answer is, so that ignoring them would mislead the caller. */
const CHANGES_MEANING: Record<string, (value: unknown) => boolean> = {
  n: isNot(1),
  tools: isGiven,
  tool_choice: isNot('none', 'auto'),
  functions: isGiven,
  function_call: isNot('none', 'auto'),
  response_format: (value) => isGiven(value) && (value as { type?: unknown }).type !== 'text',
  modalities: (value) => isGiven(value) && JSON.stringify(value) !== '["text"]',
  audio: isGiven,
  stop: isGiven,
  logprobs: isNot(false),
  top_logprobs: isNot(0),
  web_search_options: isGiven,
};

const refuse = (field: string, code: ErrorCode) => {
  const error: FieldError = { field, code, message: t(`errors.${code}`) };
  return new ApiError(code, { errors: [error] });
};

function assertSupported(body: CompletionBody): void {
  const name = Object.keys(CHANGES_MEANING).find((one) => CHANGES_MEANING[one]!(body[one]));
  if (name) throw refuse(name, 'unsupported_parameter');
}

/** Of its parts that are text. Throws `ApiError` `unsupported_parameter` for an image, audio or a file. */
function textOf({ content }: SentMessage, at: number): string {
  if (!Array.isArray(content)) return content?.trim() ?? '';
  const other = content.findIndex(({ type }) => type !== 'text' && type !== 'refusal');
  if (other !== -1) throw refuse(`messages.${at}.content.${other}.type`, 'unsupported_parameter');
  return content
    .map(({ text = '' }) => text)
    .join('\n')
    .trim();
}

/** The product's answering looks no further back. */
const EARLIER_MAX = 6;
/** Of what was said in one turn, in characters. */
const TURN_MAX = QUESTION_MAX;

/** Questions with the answers that followed them. Instructions (`system`) are the context's own. */
function earlierIn(messages: readonly SentMessage[]): ThreadExchange[] {
  const exchanges: ThreadExchange[] = [];
  for (const [at, message] of messages.entries()) {
    const text = textOf(message, at);
    const last = exchanges.at(-1);
    if (text === '') continue;
    if (message.role === 'user') exchanges.push(saidExchange(text.slice(0, TURN_MAX)));
    else if (message.role === 'assistant' && last)
      last.answer = [last.answer, text].filter(Boolean).join('\n').slice(0, TURN_MAX);
  }
  return exchanges.slice(-EARLIER_MAX);
}

/** Nobody can guess it from the program's own id. */
const visitorTokenOf = (key: SecretKey, { accountId, contextId }: WidgetContext, visitor: string): string =>
  keyedHash(key, `visitor of a program ${accountId} ${contextId} ${visitor}`).digest('base64url');

/**
 * The last message is the question. With a visitor it counts like a question in the widget, per visitor instead of per
 * address; without one like a preview, and is not stored. Throws `ApiError` `invalid_input`, `unsupported_parameter`.
 */
export function answerRequestOf(
  body: CompletionBody,
  { context, key, messageId }: { context: WidgetContext; key: SecretKey; messageId: string },
): AnswerRequest {
  assertSupported(body);
  const { messages, metadata } = body;
  const at = messages.length - 1;
  if (messages[at]!.role !== 'user') throw refuse(`messages.${at}.role`, 'last_message_not_users');
  const question = textOf(messages[at]!, at);
  if (question === '') throw invalidValue(`messages.${at}.content`, 'required');
  if (question.length > QUESTION_MAX)
    throw invalidValue(`messages.${at}.content`, 'text_max', { limit: QUESTION_MAX, count: QUESTION_MAX });
  const { visitor, conversation } = metadata ?? {};
  if (conversation && !visitor) throw invalidValue('metadata.visitor', 'required');
  const asked = { question, context, messageId, earlier: earlierIn(messages.slice(0, -1)) };
  if (!visitor) return { ...asked, type: 'preview', ip: '', isUnstored: true };
  const visitorToken = visitorTokenOf(key, context, visitor);
  return { ...asked, type: 'widget', ip: visitorToken, visitorToken, conversationId: conversation };
}
