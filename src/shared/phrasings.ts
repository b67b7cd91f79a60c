import { z } from 'zod';
import { pageOf } from './page.ts';
import { listParam } from './query-params.ts';

export const PHRASING_MAX = 200;
export const PHRASINGS_MAX = 50;

export const phrasingText = z
  .string()
  .trim()
  .min(1)
  .max(PHRASING_MAX)
  .regex(/[\p{L}\p{N}]/u);

export const phrasingTexts = z.array(phrasingText).max(PHRASINGS_MAX);

/** Bounds for the visitors after which a phrasing is accepted automatically. */
export const LEARN_AFTER_MIN = 2;
export const LEARN_AFTER_MAX = 50;
export const PHRASINGS_DECIDED_MAX = 200;

export const PHRASING_STATES = ['proposed', 'accepted', 'rejected'] as const;
export type PhrasingState = (typeof PHRASING_STATES)[number];

export const phrasingsQuery = z.object({
  state: z.enum(PHRASING_STATES).default('proposed'),
  contextId: listParam(z.uuid()).optional(),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});
export type PhrasingsQuery = z.infer<typeof phrasingsQuery>;

/** `answered`: its content answered directly. */
const phrasingProof = z.object({ answered: z.boolean(), answer: z.string() });
export type PhrasingProof = z.infer<typeof phrasingProof>;

const phrasing = z.object({
  id: z.uuid(),
  text: z.string(),
  state: z.enum(PHRASING_STATES),
  contextId: z.uuid(),
  contentId: z.uuid(),
  contentTitle: z.string(),
  /** Visitors who chose this content for this question. */
  people: z.int(),
  lastAt: z.string(),
  proof: phrasingProof.nullable(),
});
export type Phrasing = z.infer<typeof phrasing>;

export const phrasingList = pageOf(phrasing);
export type PhrasingList = z.infer<typeof phrasingList>;

/** By id, or all proposals of a context. */
export const phrasingsChosen = z
  .object({ ids: z.array(z.uuid()).min(1).max(PHRASINGS_DECIDED_MAX).optional(), contextId: z.uuid().optional() })
  .refine(({ ids, contextId }) => ids !== undefined || contextId !== undefined, { path: ['ids'] });
export type PhrasingsChosen = z.infer<typeof phrasingsChosen>;

/** `left`: open proposals of the context. */
export const phrasingsAccepted = z.object({
  data: z.array(z.object({ id: z.uuid(), text: z.string(), proof: phrasingProof })),
  left: z.int(),
});
export type PhrasingsAccepted = z.infer<typeof phrasingsAccepted>;
export const phrasingsRejected = z.object({ rejected: z.int() });

/** The content that should have answered a question. */
export const phrasingBody = z.object({ contextId: z.uuid(), contentId: z.uuid(), text: phrasingText });
export const phrasingAdded = z.object({ id: z.uuid(), proof: phrasingProof });

/** `after`: required visitors; null: a person decides. */
export const phrasingLearning = z.object({
  contextId: z.uuid(),
  after: z.int().min(LEARN_AFTER_MIN).max(LEARN_AFTER_MAX).nullable(),
});
export type PhrasingLearning = z.infer<typeof phrasingLearning>;
