import { z } from 'zod';
import { startedFrom } from './rules.ts';

/** Used when staff have configured none. It quotes the knowledge base. */
export const EMBEDDED_MODEL_ID = '00000000-0000-7000-8000-000000000001';

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
  version: z.string(),
});
export type ModelChoice = z.infer<typeof modelChoice>;
/** Other choices stay. */
export const modelChoiceInput = startedFrom.extend({
  plans: z.array(z.object({ id: z.string().max(60), modelId: z.uuid() })).max(100),
  searchModelId: z.uuid().nullable().optional(),
});
