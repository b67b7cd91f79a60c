import { z } from 'zod';
import { completeAnswer } from '../../chat/visitors/complete-answer.ts';

/* The shapes are OpenAI's: https://platform.openai.com/docs/api-reference/chat. `prosa` is our extension. */

const part = z.looseObject({ type: z.string(), text: z.string().optional() });

/** `user` comes first, because examples take the first choice. */
const ROLES = ['user', 'assistant', 'system', 'developer', 'tool', 'function'] as const;

const completionMessage = z
  .looseObject({
    role: z.enum(ROLES),
    content: z.union([z.string(), z.array(part)]).nullish(),
  })
  .meta({ title: 'CompletionMessage' });

/** Far longer conversations are no error, but only the latest exchanges serve follow-ups. */
const MESSAGES_MAX = 1_000;

/** Loose: clients send parameters that change nothing here. `assertSupported` refuses those that would. */
export const completionBody = z.looseObject({
  model: z.string().describe('The id of a context.'),
  messages: z.array(completionMessage).min(1).max(MESSAGES_MAX),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  metadata: z
    .looseObject({
      visitor: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .optional()
        .describe('Your own id of the person who asks: the conversation is stored, and counts like one of the widget.'),
      conversation: z.uuid().optional().describe('The `prosa.conversationId` of an earlier answer to this visitor.'),
    })
    .nullish(),
});
export type CompletionBody = z.infer<typeof completionBody>;

export const prosaExtension = completeAnswer
  .pick({
    outcome: true,
    grounded: true,
    sources: true,
    suggestions: true,
    corrected: true,
    person: true,
    handover: true,
  })
  .extend({
    conversationId: z.uuid().nullable().describe('Null if the conversation is not stored.'),
    answer: z.string().optional().describe('The whole text, if a stream has corrected itself.'),
  })
  .meta({ title: 'ProsaExtension' });

const annotation = z.object({
  type: z.literal('url_citation'),
  url_citation: z.object({ start_index: z.int(), end_index: z.int(), title: z.string(), url: z.string() }),
});
export type Annotation = z.infer<typeof annotation>;

// In backticks, because a test takes such words in quotes for keys of texts.
export const COMPLETION = `chat.completion` as const;
export const COMPLETION_CHUNK = `chat.completion.chunk` as const;

/** Zero for an answer that no language model has written. */
const usage = z
  .object({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() })
  .meta({ title: 'CompletionUsage' });
export type CompletionUsage = z.infer<typeof usage>;

const head = { id: z.string(), created: z.int(), model: z.string() };

export const completion = z
  .object({
    ...head,
    object: z.literal(COMPLETION),
    choices: z.array(
      z.object({
        index: z.int(),
        message: z.object({
          role: z.literal('assistant'),
          content: z.string(),
          refusal: z.null(),
          annotations: z.array(annotation),
        }),
        logprobs: z.null(),
        finish_reason: z.literal('stop'),
      }),
    ),
    usage,
    prosa: prosaExtension,
  })
  .meta({ title: 'ChatCompletion' });

export const completionChunk = z
  .object({
    ...head,
    object: z.literal(COMPLETION_CHUNK),
    choices: z.array(
      z.object({
        index: z.int(),
        delta: z.object({
          role: z.literal('assistant').optional(),
          content: z.string().optional(),
          annotations: z.array(annotation).optional(),
        }),
        finish_reason: z.literal('stop').nullable(),
      }),
    ),
    usage: usage
      .nullish()
      .describe('With `stream_options.include_usage`: null before the last chunk, which has no choice.'),
    prosa: prosaExtension.optional(),
  })
  .meta({ title: 'ChatCompletionChunk' });

export const modelList = z.object({
  object: z.literal('list'),
  data: z.array(
    z.object({
      id: z.uuid(),
      object: z.literal('model'),
      created: z.int(),
      owned_by: z.literal('prosa'),
      name: z.string().describe('Of the context; not part of OpenAI’s shape.'),
    }),
  ),
});

export const openAiError = z
  .object({
    error: z.object({ message: z.string(), type: z.string(), code: z.string(), param: z.string().nullable() }),
  })
  .meta({ title: 'OpenAiError' });
