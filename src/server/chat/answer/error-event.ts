import { INITIAL_ERROR_MESSAGE } from '../../../shared/appearance.ts';
import type { ChatEvent } from '../../../shared/chat-protocol.ts';
import type { WidgetContext } from '../../db/platform.ts';
import { AnswerFailure } from './answer-failure.ts';

export interface ErrorLog {
  error(fields: object, message: string): void;
}

/** While the owner's text is the default one, the model's takes precedence. */
function errorMessageFor(error: unknown, { messages }: WidgetContext['appearance']): string {
  const isInitial = messages.error === INITIAL_ERROR_MESSAGE;
  return (isInitial && error instanceof AnswerFailure && error.message) || messages.error;
}

export async function* withErrorEvent(
  events: AsyncGenerator<ChatEvent>,
  { appearance }: WidgetContext,
  log: ErrorLog,
): AsyncGenerator<ChatEvent> {
  try {
    yield* events;
  } catch (error) {
    log.error({ err: error }, 'answer failed');
    yield { event: 'error', data: { code: 'answer_failed', message: errorMessageFor(error, appearance) } };
  }
}
