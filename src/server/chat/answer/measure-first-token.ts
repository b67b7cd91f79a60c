import type { ChatEvent } from '../../../shared/chat-protocol.ts';
import { measurements } from '../../runtime/measurements.ts';

/** Passes on the events of an answer and reports the time from `askedAt` (`performance.now()`) to its first text. */
export async function* measureFirstToken(
  events: AsyncIterable<ChatEvent>,
  { model, askedAt }: { model: string; askedAt: number },
): AsyncGenerator<ChatEvent> {
  let hasText = false;
  for await (const event of events) {
    if (event.event === 'delta' && !hasText) {
      hasText = true;
      measurements.emit('firstToken', { model, seconds: (performance.now() - askedAt) / 1_000 });
    }
    yield event;
  }
}
