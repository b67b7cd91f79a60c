import type { ChatEvent } from '../../shared/chat-protocol.ts';
import type { WidgetContext } from '../db/platform.ts';

interface Log {
  error(fields: object, message: string): void;
}

/** Passes an answer on; a failure in its midst becomes the error that the context's owner worded. */
export async function* speak(
  events: AsyncGenerator<ChatEvent>,
  { appearance }: WidgetContext,
  log: Log,
): AsyncGenerator<ChatEvent> {
  try {
    yield* events;
  } catch (error) {
    log.error({ err: error }, 'answer failed');
    yield { event: 'error', data: { code: 'answer_failed', message: appearance.messages.error } };
  }
}
