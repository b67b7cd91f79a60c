import type { z } from 'zod';
import type { ChatEvent, Source } from '../../../shared/chat-protocol.ts';
import type { AnswerRequest } from '../../chat/answer/answer-context.ts';
import { collectAnswer } from '../../chat/visitors/complete-answer.ts';
import { t } from '../../runtime/translate.ts';
import {
  type Annotation,
  COMPLETION,
  type completion,
  COMPLETION_CHUNK,
  type completionChunk,
  type CompletionUsage,
  type prosaExtension,
} from './completion-schema.ts';

type Complete = Awaited<ReturnType<typeof collectAnswer>>;
type Chunk = z.infer<typeof completionChunk>;

const headOf = ({ context, messageId }: AnswerRequest) => ({
  id: `chatcmpl-${messageId}`,
  created: Math.floor(Date.now() / 1_000),
  model: context.contextId,
});

/** Visitors get buttons; a program gets lines. */
const linesOf = (suggestions: Complete['suggestions']) => suggestions.map(({ label }) => `\n– ${label}`).join('');

/** Of sources with an address. Which words each supports is not known, so it is cited for the whole text. */
const annotationsOf = (sources: readonly Source[], length: number): Annotation[] =>
  sources.flatMap(({ title, url }) =>
    url ? [{ type: 'url_citation', url_citation: { start_index: 0, end_index: length, title, url } }] : [],
  );

/** Counts while the request is answered; its total is known at the answer's end. */
export function countUsage(): { onSpent: NonNullable<AnswerRequest['onSpent']>; usageSoFar(): CompletionUsage } {
  let [input, output] = [0, 0];
  return {
    onSpent: ({ inputTokens, outputTokens }) => ([input, output] = [inputTokens, outputTokens]),
    usageSoFar: () => ({ prompt_tokens: input, completion_tokens: output, total_tokens: input + output }),
  };
}

function prosaOf(request: AnswerRequest, complete: Complete): z.infer<typeof prosaExtension> {
  const { outcome, grounded, sources, suggestions, corrected, person, handover } = complete;
  return {
    ...{ outcome, grounded, sources, suggestions },
    conversationId: request.isUnstored ? null : complete.conversationId,
    ...(corrected && { corrected }),
    ...(person && { person }),
    ...(handover && { handover }),
  };
}

/** Throws `ApiError` `answer_failed`. */
export async function completionOf(
  request: AnswerRequest,
  events: AsyncIterable<ChatEvent>,
  usageSoFar: () => CompletionUsage,
): Promise<z.infer<typeof completion>> {
  const complete = await collectAnswer(events);
  const content = complete.answer + linesOf(complete.suggestions);
  const annotations = annotationsOf(complete.sources, content.length);
  return {
    ...headOf(request),
    object: COMPLETION,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, refusal: null, annotations },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: usageSoFar(),
    prosa: prosaOf(request, complete),
  };
}

/** What follows text that was withdrawn: the rest if it begins alike, else a correction. */
function afterWithdrawn(withdrawn: string, text: string): string {
  if (withdrawn === '') return text;
  return text.startsWith(withdrawn.trimEnd()) ? text.slice(withdrawn.length) : `\n\n${t('chat.corrected')} ${text}`;
}

const SENTENCE_END = /[.!?…]\s+|\n/g;

/** The length of the whole sentences that a text begins with. */
const endOfSentences = (text: string): number =>
  [...text.matchAll(SENTENCE_END)].reduce((_, { index, 0: end }) => index + end.length, 0);

/**
 * By the sentence: a statement without support is withdrawn before its sentence ends, and text that was sent cannot be
 * taken back. If it must be, the program is told that what follows replaces it.
 */
async function* answerChunks(request: AnswerRequest, events: AsyncIterable<ChatEvent>): AsyncGenerator<Chunk> {
  const head = { ...headOf(request), object: COMPLETION_CHUNK };
  const chunk = (delta: Chunk['choices'][number]['delta']): Chunk => ({
    ...head,
    choices: [{ index: 0, delta, finish_reason: null }],
  });
  const seen: ChatEvent[] = [];
  let [sent, held, withdrawn] = ['', '', ''];
  const take = (length: number): string => {
    const content = length > 0 ? afterWithdrawn(withdrawn, held.slice(0, length)) : '';
    if (length > 0) withdrawn = '';
    held = held.slice(length);
    sent += content;
    return content;
  };
  yield chunk({ role: 'assistant', content: '' });
  for await (const event of events) {
    seen.push(event);
    if (event.event === 'restart') [withdrawn, held] = [sent, ''];
    if (event.event === 'delta') held += event.data.text;
    if (event.event === 'suggestions') held += linesOf(event.data);
    if (event.event === 'error') break;
    const content = take(event.event === 'done' ? held.length : endOfSentences(held));
    if (content !== '') yield chunk({ content });
  }
  const complete = await collectAnswer(seen);
  const annotations = annotationsOf(complete.sources, sent.length);
  const prosa = prosaOf(request, complete);
  const answer = complete.answer + linesOf(complete.suggestions);
  yield {
    ...head,
    choices: [{ index: 0, delta: { ...(annotations.length > 0 && { annotations }) }, finish_reason: 'stop' }],
    prosa: { ...prosa, ...(complete.corrected && { answer }) },
  };
}

/** With `usageSoFar`, each chunk has room for the usage, which the last one tells. */
export async function* chunksOf(
  request: AnswerRequest,
  events: AsyncIterable<ChatEvent>,
  usageSoFar?: () => CompletionUsage,
): AsyncGenerator<Chunk> {
  for await (const chunk of answerChunks(request, events)) yield usageSoFar ? { ...chunk, usage: null } : chunk;
  if (usageSoFar) yield { ...headOf(request), object: COMPLETION_CHUNK, choices: [], usage: usageSoFar() };
}
