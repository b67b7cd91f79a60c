import { z } from 'zod';
import { webAddress } from '../../resources/kit/schema.ts';
import { MODEL_KINDS, PROVIDERS } from './model-kinds.ts';

/** The model that answers when staff have configured none: it quotes the base. */
export const EMBEDDED_MODEL_ID = '00000000-0000-7000-8000-000000000001';

/** Reais for a million tokens, with up to four decimals. */
const price = z.number().min(0).max(10_000).multipleOf(0.0001);
const tokensPerCredit = z.int().min(1).max(100_000_000);
const prompt = z.string().trim().max(8_000);
const sentence = z.string().trim().max(500);

/** What staff say of a model (spec 3, LLM model). */
export const modelInput = z
  .object({
    name: z.string().trim().min(1).max(80),
    kind: z.enum(MODEL_KINDS),
    provider: z.enum(PROVIDERS),
    /** The provider's own name of the model. */
    modelName: z.string().trim().max(200),
    /** Needed by `openai-compatible`; the others have one of their own. */
    baseUrl: z.union([webAddress(), z.literal('')]),
    /** App keys, tried in turn. Absent: the stored ones stay. Never answered by any call. */
    keys: z
      // A masked key (`••••a1b2`) that comes back is none.
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
    /** So many reais buy so many credits: 100 per 500 gives a factor of 0.2 (spec 9). */
    conversion: z.object({ amount: z.number().min(0).max(1_000_000), credits: z.number().positive().max(10_000_000) }),
    temperature: z.number().min(0).max(1),
    /** Tokens of a question, its passages and its answer together. */
    tokenWindow: z.int().min(512).max(10_000_000),
    maxResponseTokens: z.int().min(16).max(100_000),
    /** Empty: Prosa's own. `answer` is added to what every answer is told; `classify` to what labels a conversation. */
    prompts: z.object({ answer: prompt, classify: prompt }),
    /** Empty: Prosa's own. Said when a context has no sentence of its own. */
    defaultMessages: z.object({ declined: sentence, error: sentence }),
    /** When the provider fails, the embedded model answers. */
    fallsBack: z.boolean(),
  })
  .superRefine(({ provider, modelName, baseUrl }, context) => {
    const needs = (path: string) => context.addIssue({ code: 'custom', message: 'required', path: [path] });
    if (provider !== 'embedded' && modelName === '') needs('modelName');
    if (provider === 'openai-compatible' && baseUrl === '') needs('baseUrl');
  });
export type ModelInput = z.infer<typeof modelInput>;

/** A model as staff see it: its keys by their last characters alone. */
export const modelRecord = z.object({
  ...modelInput.shape,
  keys: z.array(z.string()).describe('masked, such as ••••a1b2'),
  id: z.uuid(),
  conversionFactor: z.number(),
  /** The plans whose answers come from this model. */
  planIds: z.array(z.string()),
  /** Whether it is the one that computes the embeddings of the search. */
  isSearchModel: z.boolean(),
  updatedAt: z.string(),
});
export type ModelRecord = z.infer<typeof modelRecord>;

/** What trying a model showed. `cost` in reais, from the model's prices. */
export const modelTrial = z.object({
  ok: z.boolean(),
  /** What it answered, or in plain words what went wrong. */
  message: z.string(),
  /** Milliseconds to the first token, and to the last. */
  firstTokenMs: z.number().nullable(),
  totalMs: z.number(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  cost: z.number(),
  /** Credits that such an answer would use. */
  credits: z.number(),
});
export type ModelTrial = z.infer<typeof modelTrial>;

/** Which model each plan uses, and which computes the embeddings of the search (null: none). */
export const modelChoice = z.object({
  plans: z.array(z.object({ id: z.string(), name: z.string(), modelId: z.uuid() })),
  searchModelId: z.uuid().nullable(),
  /** Passages that carry an embedding of that model, of all there are. */
  embedded: z.object({ done: z.int(), total: z.int() }),
});
export type ModelChoice = z.infer<typeof modelChoice>;
export const modelChoiceInput = z.object({
  plans: z.array(z.object({ id: z.string().max(60), modelId: z.uuid() })).max(100),
  searchModelId: z.uuid().nullable(),
});
