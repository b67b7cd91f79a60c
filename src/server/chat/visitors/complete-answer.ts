import { z } from 'zod';
import { answerEnd, type ChatEvent, type ChatEvents, source, suggestion } from '../../../shared/chat-protocol.ts';
import { ApiError } from '../../runtime/api-error.ts';

export const completeAnswer = answerEnd
  .extend({
    conversationId: z.uuid(),
    answer: z.string(),
    sources: z.array(source),
    suggestions: z.array(suggestion),
  })
  .meta({ title: 'CompleteAnswer' });

export const wantsJson = (accept = ''): boolean =>
  /\bapplication\/json\b/i.test(accept) && !/\btext\/event-stream\b/i.test(accept);

/** Throws `ApiError` for the event `error`. */
export async function collectAnswer(
  events: AsyncIterable<ChatEvent> | Iterable<ChatEvent>,
): Promise<z.infer<typeof completeAnswer>> {
  const nothing = { answer: '', sources: [], suggestions: [] };
  let collected: Omit<z.infer<typeof completeAnswer>, keyof ChatEvents['done']> = { conversationId: '', ...nothing };
  let end: ChatEvents['done'] | undefined;
  for await (const { event: name, data } of events) {
    if (name === 'conversation') collected.conversationId = data.id;
    else if (name === 'sources') collected.sources = data;
    else if (name === 'delta') collected.answer += data.text;
    else if (name === 'restart') collected = { ...collected, ...nothing };
    else if (name === 'suggestions') collected.suggestions = data;
    else if (name === 'done') end = data;
    else throw new ApiError('answer_failed', { message: data.message });
  }
  if (!end) throw new ApiError('answer_failed');
  return { ...collected, ...end };
}
