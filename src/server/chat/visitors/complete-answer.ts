import { z } from 'zod';
import { personContact } from '../../../shared/appearance.ts';
import { ANSWER_OUTCOMES, type ChatEvent, type ChatEvents } from '../../../shared/chat-protocol.ts';
import { HANDOVER_OFFERS } from '../../../shared/handover.ts';
import { ApiError } from '../../runtime/api-error.ts';
import { linkedWordSchema, sourceSchema, suggestionSchema } from '../exchange-schema.ts';

const done = z.object({
  handover: z
    .enum(HANDOVER_OFFERS)
    .optional()
    .describe('`offered`: a person can be called; `join`: call one now, or read what the one who is there writes.'),
  messageId: z.uuid(),
  outcome: z.enum(ANSWER_OUTCOMES),
  grounded: z.boolean(),
  links: z.array(linkedWordSchema),
  corrected: z.literal(true).optional().describe('There was a `restart`, so text was withdrawn.'),
  person: personContact.partial().optional(),
  contact: z
    .object({ name: z.string().optional(), email: z.string().optional(), whatsapp: z.string().optional() })
    .optional()
    .describe('The contact that the visitor left, to fill in the form for a message.'),
});

const event = <Name extends ChatEvent['event'], Data extends z.ZodType<ChatEvents[Name]>>(name: Name, data: Data) =>
  z.object({ event: z.literal(name), data }).meta({ title: `${name.charAt(0).toUpperCase()}${name.slice(1)}Event` });

export const chatEvent = z
  .discriminatedUnion('event', [
    event('conversation', z.object({ id: z.uuid() })),
    event('sources', z.array(sourceSchema)),
    event('delta', z.object({ text: z.string() })),
    event('restart', z.strictObject({}).describe('Discards everything sent so far, including the sources.')),
    event('suggestions', z.array(suggestionSchema)),
    event('done', done),
    event('error', z.object({ code: z.string(), message: z.string() }).describe('Ends the answer early.')),
  ])
  .meta({ title: 'ChatEvent' });

export const completeAnswer = done
  .extend({
    conversationId: z.uuid(),
    answer: z.string(),
    sources: z.array(sourceSchema),
    suggestions: z.array(suggestionSchema),
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
