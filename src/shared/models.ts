import { z } from 'zod';
import { serverAddress } from '../../resources/kit/schema.ts';
import { MODEL_KINDS, PROVIDERS } from './model-kinds.ts';
import { startedFrom } from './rules.ts';

/** Used when staff have configured none. It quotes the knowledge base. */
export const EMBEDDED_MODEL_ID = '00000000-0000-7000-8000-000000000001';

const price = z.number().min(0).max(10_000).multipleOf(0.0001);
const tokensPerCredit = z.int().min(1).max(100_000_000);
const prompt = z.string().trim().max(8_000);
const sentence = z.string().trim().max(500);

export const modelInput = z
  .object({
    name: z.string().trim().min(1).max(80),
    kind: z.enum(MODEL_KINDS),
    provider: z.enum(PROVIDERS),
    modelName: z.string().trim().max(200),
    /** Required by `openai-compatible`; the others have a default. */
    baseUrl: z.union([serverAddress(), z.literal('')]),
    /** Tried in turn. If absent, the stored ones stay. Never returned by the API. */
    keys: z
      // Rejects masked keys (`••••a1b2`) sent back by a client.
      .array(
        z
          .string()
          .trim()
          .min(1)
          .max(500)
          .regex(/^[^•]+$/),
      )
      .max(5)
      .optional(),
    inputTokensPerCredit: tokensPerCredit,
    outputTokensPerCredit: tokensPerCredit,
    inputPrice: price,
    outputPrice: price,
    /** `amount` reais buy `credits` credits: 100 per 500 gives a factor of 0.2. */
    conversion: z.object({ amount: z.number().min(0).max(1_000_000), credits: z.number().positive().max(10_000_000) }),
    temperature: z.number().min(0).max(1),
    tokenWindow: z.int().min(512).max(10_000_000),
    maxResponseTokens: z.int().min(16).max(100_000),
    /** Null for the provider's default. */
    firstTokenSeconds: z.int().min(5).max(300).nullable().default(null),
    /** Empty for the defaults. `answer` is added to the prompt of every answer, `classify` to that of labels. */
    prompts: z.object({ answer: prompt, classify: prompt }),
    /** Empty for the defaults; a context's own message comes first. */
    defaultMessages: z.object({ declined: sentence, error: sentence }),
    /** The embedded model answers when the provider fails. */
    fallsBack: z.boolean(),
  })
  .superRefine(({ provider, modelName, baseUrl }, context) => {
    const needs = (path: string) => context.addIssue({ code: 'custom', message: 'required', path: [path] });
    if (provider !== 'embedded' && modelName === '') needs('modelName');
    if (provider === 'openai-compatible' && baseUrl === '') needs('baseUrl');
  });
export type ModelInput = z.infer<typeof modelInput>;

const { conversion, prompts, defaultMessages, firstTokenSeconds, ...values } = modelInput.shape;
export const modelEdit = z
  .object({
    ...values,
    conversion: conversion.partial(),
    prompts: prompts.partial(),
    defaultMessages: defaultMessages.partial(),
    firstTokenSeconds: firstTokenSeconds.unwrap(),
  })
  .partial()
  .extend(startedFrom.shape);
export type ModelEdit = z.infer<typeof modelEdit>;

/** Of its keys, only the last characters. */
export const modelRecord = z.object({
  ...modelInput.shape,
  keys: z.array(z.string()).describe('masked, such as ••••a1b2'),
  id: z.uuid(),
  conversionFactor: z.number(),
  planIds: z.array(z.string()),
  isSearchModel: z.boolean(),
  updatedAt: z.string(),
  version: z.string(),
});
export type ModelRecord = z.infer<typeof modelRecord>;

/** `cost` is in reais, from the model's prices. */
export const modelTrial = z.object({
  ok: z.boolean(),
  message: z.string(),
  firstTokenMs: z.number().nullable(),
  totalMs: z.number(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  cost: z.number(),
  credits: z.number(),
});
export type ModelTrial = z.infer<typeof modelTrial>;

/** `search`: the embedding model, null for none. */
export const modelChoice = z.object({
  plans: z.array(z.object({ id: z.string(), name: z.string(), modelId: z.uuid() })),
  searchModelId: z.uuid().nullable(),
  /** Passages with an embedding of that model, and all passages. */
  embedded: z.object({ done: z.int(), total: z.int() }),
});
export type ModelChoice = z.infer<typeof modelChoice>;
/** Only the choices to change, so that people who change different ones at once keep each other's. */
export const modelChoiceInput = z.object({
  plans: z.array(z.object({ id: z.string().max(60), modelId: z.uuid() })).max(100),
  searchModelId: z.uuid().nullable().optional(),
});
