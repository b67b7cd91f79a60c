import type { ChatEvent } from '../../../shared/chat-protocol.ts';
import { measurements } from '../../runtime/measurements.ts';

/** `askedAt`: `performance.now()`. */
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
